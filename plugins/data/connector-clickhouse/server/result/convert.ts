import { GenericType } from '@orrery/sdk';
import { numberCell } from '@orrery/sdk/server';
import { bareType, genericOf } from './column-types.ts';

/** A value as results carry it. */
export type Cell = string | number | boolean | null;

const INSTANT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(\.\d{1,3})?\d*Z?)?$/;

/** Epoch milliseconds of a date or datetime text in UTC. */
export function parseInstant(value: unknown): number | null {
  const [, day, clock = '00:00:00', fraction = ''] = INSTANT.exec(String(value)) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${clock}${fraction}Z`);
}

const numberOf = (value: unknown): Cell => (typeof value === 'number' ? value : numberCell(String(value)));

const textOf = (value: unknown): Cell => (typeof value === 'string' ? value : JSON.stringify(value));
const booleanOf = (value: unknown): Cell => (typeof value === 'boolean' ? value : value === 1 || value === 'true');

const CONVERTERS: Readonly<Record<GenericType, (value: unknown) => Cell>> = {
  [GenericType.Numeric]: numberOf,
  [GenericType.String]: textOf,
  [GenericType.Temporal]: parseInstant,
  [GenericType.Boolean]: booleanOf,
};

/** How values of a type, read from JSON, become cells. */
export function converterOf(type: string): (value: unknown) => Cell {
  const convert = /^B?Float/.test(bareType(type)) ? Number : CONVERTERS[genericOf(type)];
  return (value) => (value === null || value === undefined ? null : convert(value));
}
