import { GenericType } from '@orrery/sdk';
import { numberCell } from '@orrery/sdk/server';
import { FLOATS, genericOf, OID, typeName } from './column-types.ts';
import { arrayToJson } from './array-text.ts';
import { parseInstant } from './parse-instant.ts';

/** A value as results carry it. */
export type Cell = string | number | boolean | null;

const NUMBER_ARRAY = /^(?:SMALLINT|INTEGER|BIGINT|REAL|DOUBLE PRECISION|NUMERIC)\[\]$/;

function arrayElement(name: string): (element: string) => string {
  if (name === 'BOOLEAN[]') return (element) => (element === 't' ? 'true' : 'false');
  if (NUMBER_ARRAY.test(name)) return (element) => (Number.isFinite(Number(element)) ? element : JSON.stringify(element));
  return JSON.stringify;
}

/** How texts of a type become cells; null when they stay as they are. */
export function converterOf(oid: number): ((text: string) => Cell) | null {
  if (oid === OID.boolean) return (text) => text === 't';
  if (oid === OID.bytea) return (text) => (text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex').toString('utf8') : text);
  const generic = genericOf(oid);
  if (generic === GenericType.Numeric) return FLOATS.has(oid) ? Number : numberCell;
  if (generic === GenericType.Temporal) return parseInstant;
  const name = typeName(oid);
  if (!name.endsWith('[]')) return null;
  const write = arrayElement(name);
  return (text) => arrayToJson(text, write);
}
