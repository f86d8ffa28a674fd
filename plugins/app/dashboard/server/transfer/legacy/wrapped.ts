import type { JsonObject } from '@orrery/sdk';
import { isObject, parseStored } from '../dashboard-file.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an item of the format v0 holds: `{"__Slice__": {…}}`. */
export function unwrapped(item: unknown, wrapper: string): JsonObject | undefined {
  const content = isObject(item) ? item[wrapper] : undefined;
  return isObject(content) ? content : undefined;
}

/** As {@link unwrapped} for the items of a list; others are left out. */
export function unwrappedAll(list: unknown, wrapper: string): readonly JsonObject[] {
  return (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((item) => {
    const content = unwrapped(item, wrapper);
    return content ? [content] : [];
  });
}

/** An object given as JSON text or as such; empty when it is neither. */
export function parsed(value: unknown): JsonObject {
  return typeof value === 'string' ? (parseStored(value) ?? {}) : isObject(value) ? value : {};
}

/** The uuid of an item, where it had one already. */
export function uuidIn(item: JsonObject): string | undefined {
  const uuid = item['uuid'];
  return typeof uuid === 'string' && UUID.test(uuid) ? uuid.toLowerCase() : undefined;
}
