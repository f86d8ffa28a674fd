import type { JsonObject } from '@orrery/sdk';

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `smtp.host`. Pure. */
export function valueAt(values: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), values);
}

/** A copy with the value at a path replaced; undefined takes it out, and with it what is left empty. Pure. */
export function withValueAt(values: JsonObject, path: string, value: unknown): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const { [name]: before, ...others } = values;
  const next = rest.length === 0 ? value : withValueAt(isObject(before) ? before : {}, rest.join('.'), value);
  const isGone = next === undefined || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0);
  return isGone ? others : { ...values, [name]: next };
}

/** `over` upon `under`, objects within each other. Pure. */
export function mergeValues(under: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const below = merged.get(name);
    merged.set(name, isObject(value) && isObject(below) ? mergeValues(below, value) : value);
  }
  return Object.fromEntries(merged);
}
