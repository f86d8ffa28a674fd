import type { JsonObject } from '@orrery/sdk';
import type { Secrets } from '@orrery/sdk/server';
import { MASK } from './connection-parameters.ts';

const context = (uuid: string): string => `database:${uuid}:encrypted-extra`;

function map(value: unknown, text: (value: string, path: readonly string[]) => unknown, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return text(value, path);
  if (Array.isArray(value)) return value.map((item, at) => map(item, text, [...path, String(at)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, text, [...path, key])]));
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined), value);
}

/** The stored secrets of a database as an object. */
export function openExtra(sealed: string | null, uuid: string, secrets: Secrets): JsonObject {
  return sealed ? (JSON.parse(secrets.open(sealed, context(uuid))) as JsonObject) : {};
}

/** As it is stored; null for nothing. Masked texts keep what `stored` has at the same place. */
export function sealExtra(input: JsonObject, stored: JsonObject, uuid: string, secrets: Secrets): string | null {
  return Object.keys(input).length === 0 ? null : secrets.seal(JSON.stringify(unmaskExtra(input, stored)), context(uuid));
}

/** Masked texts replaced by what `stored` has at the same place; null where it has nothing. */
export function unmaskExtra(input: JsonObject, stored: JsonObject): JsonObject {
  return map(input, (text, path) => (text === MASK ? (at(stored, path) ?? null) : text)) as JsonObject;
}

/** JSON text in which no text is left: all of them may be secrets. Null for nothing. */
export function maskExtra(stored: JsonObject): string | null {
  return Object.keys(stored).length === 0 ? null : JSON.stringify(map(stored, () => MASK));
}
