import { QueryError } from '../query-error.ts';
import type { Cell, Frame } from '../frame/frame.ts';
import { columnsOf, sameKey, toNumber, withColumns } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, texts } from './options.ts';
import { textOf } from '../context/text-of.ts';

const round = (value: number, digits: number): number => Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`);

function compareValues(type: string, a: Cell, b: Cell, precision: number): Cell {
  const [source, base] = [toNumber(a), toNumber(b)];
  if (source === null || base === null) return null;
  if (type === 'difference') return source - base;
  const ratio = type === 'percentage' ? (source - base) / base : source / base;
  if (!Number.isFinite(ratio)) return null;
  const rounded = round(ratio, precision);
  return Number.isNaN(rounded) ? 0 : rounded;
}

/** Difference, percentage or ratio of pairs of columns, also per series after a pivot. */
export function compare(frame: Frame, options: Options): Frame {
  checkNames('compare', options, ['source_columns', 'compare_columns', 'compare_type', 'drop_original_columns', 'precision']);
  const [sources, bases] = [texts(options['source_columns']), texts(options['compare_columns'])];
  if (sources.length !== bases.length) throw new QueryError('`compare_columns` must have the same length as `source_columns`.');
  if (sources.length === 0) return frame;
  const type = textOf(options['compare_type'] ?? 'difference');
  if (!['difference', 'percentage', 'ratio'].includes(type)) throw new QueryError('`compare_type` must be `difference`, `percentage` or `ratio`');
  const precision = typeof options['precision'] === 'number' ? options['precision'] : 4;
  let result = frame;
  for (const [at, source] of sources.entries()) {
    const base = bases[at]!;
    const pairs = columnsOf(frame, source).map((column) => ({ column, other: columnsOf(frame, base).find(({ key }) => sameKey(key.slice(1), column.key.slice(1))) }));
    const added = pairs.map(({ column, other }) => ({
      key: [`${type}__${source}__${base}`, ...column.key.slice(1)],
      values: column.values.map((value, row) => (other ? compareValues(type, value, other.values[row] ?? null, precision) : null)),
    }));
    result = withColumns(result, added);
  }
  if (options['drop_original_columns'] !== true) return result;
  const dropped = new Set([...sources, ...bases]);
  return { ...result, columns: result.columns.filter(({ key }) => !dropped.has(key[0] ?? '')) };
}
