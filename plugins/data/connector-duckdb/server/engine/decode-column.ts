import type { DuckDBType, DuckDBVector } from '@duckdb/node-api';
import { DuckDBTypeId } from '@duckdb/node-api';
import { GenericType } from '@orrery/sdk';
import type { Cell } from './protocol.ts';

const DAY_MS = 86_400_000;

/** Generic type of an engine type; what is neither number, time nor boolean is text. */
export function genericOf(type: DuckDBType): GenericType {
  switch (type.typeId) {
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.DECIMAL:
      return GenericType.Numeric;
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return GenericType.Temporal;
    case DuckDBTypeId.BOOLEAN:
      return GenericType.Boolean;
    default:
      return GenericType.String;
  }
}

function asText(value: unknown): Cell {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && 'bytes' in value && value.bytes instanceof Uint8Array) {
    return Buffer.from(value.bytes).toString('utf8');
  }
  return String(value);
}

/** Whole numbers beyond what a number holds keep their digits, as text. */
export function wholeCell(value: bigint): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Up to so many digits a number gives back what it was given. */
const EXACT = 10n ** 15n;

/** A decimal as number, or as text when a number would lose digits of it. */
export function decimalCell({ value, scale }: { readonly value: bigint; readonly scale: number }): Cell {
  if (value < EXACT && value > -EXACT) return Number(value) / 10 ** scale;
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const number = Number(text);
  return String(number) === text && (fraction !== '' || Number.isSafeInteger(number)) ? number : text;
}

type Converter = (value: never) => Cell;

function converterOf(type: DuckDBType): Converter | null {
  switch (type.typeId) {
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.ENUM:
      return null;
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return wholeCell;
    case DuckDBTypeId.DECIMAL:
      return decimalCell;
    case DuckDBTypeId.DATE:
      return (value: { readonly days: number }) => value.days * DAY_MS;
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return (value: { readonly micros: bigint }) => Math.floor(Number(value.micros) / 1000);
    case DuckDBTypeId.TIMESTAMP_S:
      return (value: { readonly seconds: bigint }) => Number(value.seconds) * 1000;
    case DuckDBTypeId.TIMESTAMP_MS:
      return (value: { readonly millis: bigint }) => Number(value.millis);
    case DuckDBTypeId.TIMESTAMP_NS:
      return (value: { readonly nanos: bigint }) => Math.floor(Number(value.nanos) / 1e6);
    default:
      return asText as Converter;
  }
}

/** Infinite dates have no instant; they travel as null. */
function finite(value: Cell): Cell {
  return typeof value === 'number' && Math.abs(value) > 8.64e15 ? null : value;
}

/** Appends the first `count` values of a vector to `into`; returns the approximate number of bytes added. */
export function decodeColumn(vector: DuckDBVector, type: DuckDBType, count: number, into: Cell[]): number {
  const convert = converterOf(type);
  const isTemporal = genericOf(type) === GenericType.Temporal;
  let bytes = 8 * count;
  for (let row = 0; row < count; row++) {
    const raw: unknown = vector.getItem(row);
    let cell: Cell;
    if (raw === null || raw === undefined) cell = null;
    else cell = convert ? convert(raw as never) : (raw as Cell);
    if (isTemporal) cell = finite(cell);
    if (typeof cell === 'string') bytes += cell.length;
    into.push(cell);
  }
  return bytes;
}
