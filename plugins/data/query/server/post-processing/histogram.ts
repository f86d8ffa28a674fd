import { QueryError } from '../query-error.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame, needColumn } from '../frame/frame.ts';
import { groupRows } from './group-rows.ts';
import type { Options } from './options.ts';
import { checkNames, texts } from './options.ts';
import { textOf } from '../context/text-of.ts';

/** Bins times groups; more is no picture, and would use up the memory of the server. */
const MOST_CELLS = 1_000_000;

/** Numbers with at least one decimal, as bin labels are printed. */
const edge = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Counts per equal bin over all rows, one row per group; NULL is in no bin. */
export function histogram(frame: Frame, options: Options): Frame {
  checkNames('histogram', options, ['column', 'groupby', 'bins', 'cumulative', 'normalize']);
  const name = textOf(options['column'] ?? '');
  const column = needColumn(frame, name);
  const bins = typeof options['bins'] === 'number' && options['bins'] >= 1 ? Math.floor(options['bins']) : 5;
  const read = column.values.map((value) => {
    if (value === null) return null;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number)) throw new QueryError(`Column '${name}' contains non-numeric values`);
    return number;
  });
  const numbers = read.filter((value): value is number => value !== null);
  if (numbers.length === 0) return createFrame([], 0);
  let low = numbers.reduce((a, b) => Math.min(a, b), Infinity);
  let high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  const keys = texts(options['groupby']).map((key) => needColumn(frame, key));
  const groups = keys.length > 0 ? groupRows(keys, frame.rowCount, { isSorted: true, dropNull: true }) : [{ key: [] as Cell[], rows: read.map((_, row) => row) }];
  if (bins * Math.max(1, groups.length) > MOST_CELLS) throw new QueryError(`A histogram of ${bins} bins for ${groups.length} groups is too large. Choose fewer bins or groups.`);
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const edges = Array.from({ length: bins + 1 }, (_, at) => (at === bins ? high : low + ((high - low) * at) / bins));
  const binOf = (value: number): number => {
    let at = Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins));
    // Division may land a value on the wrong side of an edge.
    if (value < edges[at]!) at--;
    else if (at < bins - 1 && value >= edges[at + 1]!) at++;
    return at;
  };
  const counts = groups.map(({ rows }) => {
    const own = new Array<number>(bins).fill(0);
    for (const row of rows) {
      const value = read[row] ?? null;
      if (value !== null) own[binOf(value)]!++;
    }
    if (options['cumulative'] === true) for (let at = 1; at < bins; at++) own[at]! += own[at - 1]!;
    return own;
  });
  const total = counts.flat().reduce((all, value) => all + value, 0);
  const columns: Column[] = [
    ...keys.map((key, at) => ({ ...key, values: groups.map((group) => group.key[at] ?? null) })),
    ...Array.from({ length: bins }, (_, at) => ({
      key: [`${edge(edges[at]!)} - ${edge(edges[at + 1]!)}`],
      values: counts.map((own) => (options['normalize'] === true && total > 0 ? own[at]! / total : own[at]!)),
    })),
  ];
  return createFrame(columns, groups.length);
}
