import { GenericType } from '@orrery/sdk';
import { numberCell } from '@orrery/sdk/server';
import { genericOf } from './column-types.ts';

/** A value as results carry it. */
export type Cell = string | number | boolean | null;

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/;

/** Epoch milliseconds of a date or datetime text; null for zero dates, which are none. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match;
  if (month === '00' || day === '00') return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  return date.getTime();
}

/** The driver gives floating point numbers as numbers, decimals and long whole ones as texts, bits as bytes. */
export function numberOf(value: unknown): Cell {
  if (typeof value === 'number') return value;
  if (value instanceof Uint8Array) return numberCell(String(BigInt(`0x${Buffer.from(value).toString('hex') || '0'}`)));
  return numberCell(String(value));
}

/** TINYINT(1) may hold other numbers; these stay what they are. */
function booleanOf(value: unknown): Cell {
  const number = numberOf(value);
  return number === 1 ? true : number === 0 ? false : number;
}

function textOf(value: unknown): Cell {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** How the driver's values of a type become cells. */
export function converterOf(type: string): (value: unknown) => Cell {
  const convert: (value: unknown) => Cell = { [GenericType.Boolean]: booleanOf, [GenericType.Numeric]: numberOf, [GenericType.Temporal]: (value: unknown) => parseInstant(String(value)), [GenericType.String]: textOf }[genericOf(type)];
  return (value) => (value === null || value === undefined ? null : convert(value));
}
