import type { JsonObject } from '@orrery/sdk';

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of `current` the server has to store: all that is not the default anyway. An emptied text without default counts as not set. Pure. */
export function differences(current: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(current).flatMap(([name, value]) => {
      const base = defaults[name];
      if (value === undefined || (value === '' && base === undefined)) return [];
      if (isObject(value)) {
        const inner = differences(value, isObject(base) ? base : {});
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }
      return JSON.stringify(value) === JSON.stringify(base) ? [] : [[name, value]];
    }),
  );
}
