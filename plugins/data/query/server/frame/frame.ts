import { GenericType } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';

/** A value of a frame; lists occur only as box plot outliers. */
export type Cell = string | number | boolean | null | readonly number[];

/** A column: its label by level (one level before a pivot, metric and dimension values after) and its values. */
export interface Column {
  readonly key: readonly (string | null)[];
  readonly values: readonly Cell[];
  readonly generic?: GenericType;
}

/** Rows by column. `index` columns are set by a pivot until `flatten` makes them ordinary again. */
export interface Frame {
  readonly columns: readonly Column[];
  readonly index: readonly Column[];
  readonly rowCount: number;
}

export function createFrame(columns: readonly Column[], rowCount: number, index: readonly Column[] = []): Frame {
  return { columns, rowCount, index };
}

const ESCAPED = /,\s/g;

/** One label out of the levels; a separator inside a level is escaped, removed levels are skipped. */
export function flatLabel(key: Column['key']): string {
  if (key.length === 1) return key[0] ?? '';
  return key.filter((part): part is string => part !== null && part !== '').map((part) => part.replace(ESCAPED, (found) => `\\${found}`)).join(', ');
}

/** Parts of a flattened label, as the label map answers them. */
export function labelParts(label: string): readonly string[] {
  return label.split(/(?<!\\), /).map((part) => part.replaceAll('\\,', ','));
}

export function findByLabel(frame: Frame, label: string): Column | undefined {
  return frame.columns.find((column) => column.key.length === 1 && column.key[0] === label) ?? frame.columns.find((column) => column.key.length > 1 && flatLabel(column.key) === label);
}

/** A column by its label. Throws the contract's text when there is none. */
export function needColumn(frame: Frame, label: string): Column {
  const found = findByLabel(frame, label) ?? frame.index.find((column) => column.key[0] === label);
  if (!found) throw new QueryError('Referenced columns not available in DataFrame.');
  return found;
}

/** All columns a label stands for: itself, or after a pivot every column of that metric. */
export function columnsOf(frame: Frame, label: string): readonly Column[] {
  const found = frame.columns.filter((column) => column.key[0] === label);
  return found.length > 0 ? found : [needColumn(frame, label)];
}

/** Number, or null for what is none. */
export function toNumber(value: Cell): number | null {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && value.trim() !== '') {
    const number = Number(value);
    return Number.isNaN(number) ? null : number;
  }
  return null;
}

/** A number as JSON writes it; cells of numeric columns are such texts when a number would lose digits. */
export const DIGITS = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** The frame with numbers only in its numeric columns: what computes with them takes them as they fit. */
export function withNumbers(frame: Frame): Frame {
  const change = (column: Column): Column =>
    column.generic === GenericType.Numeric && column.values.some((value) => typeof value === 'string')
      ? { ...column, values: column.values.map((value) => (typeof value === 'string' ? toNumber(value) : value)) }
      : column;
  return { ...frame, columns: frame.columns.map(change) };
}

/** Replaces or appends columns by key, keeping the order. */
export function withColumns(frame: Frame, changed: readonly Column[]): Frame {
  const columns = [...frame.columns];
  for (const column of changed) {
    const at = columns.findIndex(({ key }) => sameKey(key, column.key));
    if (at >= 0) columns[at] = column;
    else columns.push(column);
  }
  return { ...frame, columns };
}

export function sameKey(a: Column['key'], b: Column['key']): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

/** Rows in the given order, index included. */
export function takeRows(frame: Frame, rows: readonly number[]): Frame {
  const take = (column: Column): Column => ({ ...column, values: rows.map((row) => column.values[row] ?? null) });
  return { columns: frame.columns.map(take), index: frame.index.map(take), rowCount: rows.length };
}

/** Order of values within one column: numbers by size, texts by code point, null last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Generic type of a column, from its values when it is not known. */
export function genericOfColumn(column: Column): GenericType {
  if (column.generic !== undefined) return column.generic;
  const first = column.values.find((value) => value !== null);
  if (first === undefined || typeof first === 'number') return GenericType.Numeric;
  return typeof first === 'boolean' ? GenericType.Boolean : GenericType.String;
}
