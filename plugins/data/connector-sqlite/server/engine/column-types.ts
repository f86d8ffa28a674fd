import { GenericType } from '@orrery/sdk';
import type { Cell, WireColumn } from './protocol.ts';

/** A value as the driver gives it, with integers as bigint. */
export type RawValue = string | number | bigint | Uint8Array | null;

/** What `DATETIME()` prints. */
const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/;
const TEMPORAL_TEXT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** Epoch milliseconds of a text SQLite takes for a time; undefined for others. */
export function momentOf(text: string): number | undefined {
  const [, day, clock = '00:00', zone = 'Z'] = TEMPORAL_TEXT.exec(text) ?? [];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T${clock}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}

function genericOfDeclared(type: string): GenericType | undefined {
  if (/^bool/i.test(type)) return GenericType.Boolean;
  if (/date|time/i.test(type)) return GenericType.Temporal;
  if (/int|real|floa|doub|numeric|decimal|number/i.test(type)) return GenericType.Numeric;
  if (/char|clob|text|string|blob|json|uuid/i.test(type)) return GenericType.String;
  return undefined;
}

/** Type of a column from what was declared for it and, as SQLite checks nothing, from values of the first rows. */
export function columnType(name: string, declared: string | null, values: readonly RawValue[]): WireColumn {
  const present = values.filter((value) => value !== null);
  const isNumber = (value: RawValue): boolean => typeof value === 'number' || typeof value === 'bigint';
  const generic = declared ? genericOfDeclared(declared) : undefined;
  // Epoch numbers in a column declared as time stay numbers; the dataset says what they count.
  if (generic === GenericType.Temporal && present.some(isNumber)) return { name, type: declared!, generic: GenericType.Numeric };
  if (generic !== undefined) return { name, type: declared!, generic };
  if (present.length === 0) return { name, type: declared || 'TEXT', generic: GenericType.String };
  if (present.every((value) => typeof value === 'bigint')) return { name, type: declared || 'INTEGER', generic: GenericType.Numeric };
  if (present.every(isNumber)) return { name, type: declared || 'REAL', generic: GenericType.Numeric };
  if (present.every((value) => typeof value === 'string' && MOMENT.test(value))) return { name, type: declared || 'DATETIME', generic: GenericType.Temporal };
  return { name, type: declared || 'TEXT', generic: GenericType.String };
}

/** A value as it leaves the engine; what does not fit its column's type stays as it is. */
export function cellOf(value: RawValue, generic: GenericType): Cell {
  if (value === null) return null;
  if (typeof value === 'bigint') {
    if (generic === GenericType.Boolean && (value === 0n || value === 1n)) return value === 1n;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return Buffer.from(value).toString('hex');
  return generic === GenericType.Temporal ? (momentOf(value) ?? value) : value;
}
