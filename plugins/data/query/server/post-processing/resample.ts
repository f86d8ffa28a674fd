import { QueryError } from '../query-error.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame, toNumber } from '../frame/frame.ts';
import type { Unit } from '../time/calendar.ts';
import { DAY_MS, add, lastDay, truncate } from '../time/calendar.ts';
import { aggregatorOf } from './aggregators.ts';
import type { Options } from './options.ts';
import { checkNames } from './options.ts';
import { textOf } from '../context/text-of.ts';

const MAX_STEPS = 200_000;

/** A regular grid: the bin of an instant and the next bin. */
interface Grid {
  start(ms: number): number;
  next(bin: number): number;
  /** Bins are named by the day they end with. */
  readonly isByEnd?: boolean;
}

const FIXED: Readonly<Record<string, number>> = { S: 1000, T: 60_000, MIN: 60_000, H: 3_600_000, D: DAY_MS };
const STARTS: Readonly<Record<string, Unit>> = { MS: 'month', QS: 'quarter', AS: 'year', YS: 'year' };
const ENDS: Readonly<Record<string, 'month' | 'quarter' | 'year'>> = { M: 'month', ME: 'month', Q: 'quarter', QE: 'quarter', A: 'year', Y: 'year', YE: 'year' };
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Reads a rule such as `1D`, `15T`, `1MS`, `M`, `W-MON`. Months and longer without an S are labelled by their last day. */
function gridOf(rule: string): Grid {
  const match = /^\s*(\d+)?\s*([A-Za-z]+)(?:-([A-Za-z]+))?\s*$/.exec(rule);
  const count = Number(match?.[1] ?? 1);
  // Small s is a second; MS is the start of months, ms a thousandth, which no chart asks for.
  const name = match?.[2]?.toUpperCase() ?? '';
  if (!match || count < 1) throw new QueryError(`Invalid resample rule: ${rule}`);
  const fixed = FIXED[name];
  if (fixed !== undefined) {
    const size = fixed * count;
    // Bins of whole days begin at the midnight of the first day, shorter ones within their day.
    return { start: (ms) => (size >= DAY_MS ? truncate(ms, 'day') : truncate(ms, 'day') + Math.floor((ms - truncate(ms, 'day')) / size) * size), next: (bin) => bin + size };
  }
  if (name === 'W') {
    const weekday = Math.max(0, WEEKDAYS.indexOf((match[3] ?? 'SUN').toUpperCase()));
    return { start: (ms) => truncate(ms, 'day') + ((weekday - new Date(ms).getUTCDay() + 7) % 7) * DAY_MS, next: (bin) => bin + 7 * count * DAY_MS, isByEnd: true };
  }
  const start = STARTS[name];
  if (start) return { start: (ms) => truncate(ms, start), next: (bin) => add(bin, count, start) };
  const end = ENDS[name];
  if (end) return { start: (ms) => lastDay(ms, end), next: (bin) => lastDay(add(truncate(bin, end), count, end), end), isByEnd: true };
  throw new QueryError(`Invalid resample rule: ${rule}`);
}

function interpolate(values: readonly Cell[]): Cell[] {
  const result = [...values];
  let last = -1;
  for (let at = 0; at < result.length; at++) {
    const value = toNumber(result[at]!);
    if (value === null) continue;
    const from = last >= 0 ? toNumber(result[last]!) : null;
    if (from !== null) for (let gap = last + 1; gap < at; gap++) result[gap] = from + ((value - from) * (gap - last)) / (at - last);
    last = at;
  }
  if (last >= 0) for (let at = last + 1; at < result.length; at++) result[at] = result[last]!;
  return result;
}

/** Puts rows on a regular time grid and fills or folds. */
export function resample(frame: Frame, options: Options): Frame {
  checkNames('resample', options, ['rule', 'method', 'fill_value', 'time_column', 'groupby_columns']);
  const index = frame.index[0];
  if (!index || frame.index.length > 1 || index.values.some((value) => typeof value !== 'number')) throw new QueryError('Resample operation requires DatetimeIndex');
  if (frame.rowCount === 0) return frame;
  const method = textOf(options['method'] ?? '');
  const grid = gridOf(textOf(options['rule'] ?? ''));
  const times = index.values as readonly number[];
  const bins: number[] = [];
  const last = Math.max(...[times[0]!, times.at(-1)!]);
  for (let bin = grid.start(Math.min(times[0]!, last)); ; bin = grid.next(bin)) {
    const before = bins.at(-1);
    if (grid.isByEnd ? before !== undefined && before >= truncate(last, 'day') : bin > grid.start(last)) break;
    bins.push(bin);
    if (bins.length > MAX_STEPS) throw new QueryError('The resample rule makes too many rows. Choose a longer interval or a shorter time range.');
  }
  const position = new Map(bins.map((bin, at) => [bin, at]));
  const rowsOf: number[][] = bins.map(() => []);
  times.forEach((time, row) => {
    let at = position.get(grid.start(time));
    // Bins of several units do not start, or end, with each unit.
    if (at === undefined) at = grid.isByEnd ? bins.findIndex((bin) => bin >= truncate(time, 'day')) : bins.findLastIndex((bin) => bin <= time);
    rowsOf[Math.max(0, at)]!.push(row);
  });
  const fill = (options['fill_value'] ?? null) as Cell;
  const columns = frame.columns.map((column): Column => ({ ...column, values: fillColumn(column, bins, rowsOf, times, method, fill) }));
  return createFrame(columns, bins.length, [{ ...index, values: bins }]);
}

/** For each bin the value of the last known instant not after it; backwards, of the first not before it. */
function neighbours(bins: readonly number[], times: readonly number[], values: readonly Cell[], direction: 1 | -1): Cell[] {
  const known = times.map((time, row) => ({ at: direction * time, value: values[row] ?? null })).filter(({ value }) => value !== null).sort((a, b) => a.at - b.at);
  const inOrder = direction === 1 ? bins : bins.toReversed();
  let [next, last]: [number, Cell] = [0, null];
  const found = inOrder.map((bin) => {
    while (next < known.length && known[next]!.at <= direction * bin) last = known[next++]!.value;
    return last;
  });
  return direction === 1 ? found : found.reverse();
}

function fillColumn(column: Column, bins: readonly number[], rowsOf: readonly number[][], times: readonly number[], method: string, fill: Cell): readonly Cell[] {
  // Filling methods look at instants that lie exactly on the grid, or at their nearest neighbours in time.
  const at = new Map(times.map((time, row) => [time, column.values[row] ?? null]));
  const exact = bins.map((bin): Cell => at.get(bin) ?? null);
  switch (method) {
    case 'asfreq':
      return exact.map((value) => value ?? fill);
    case 'ffill':
    case 'pad':
      return neighbours(bins, times, column.values, 1);
    case 'bfill':
    case 'backfill':
      return neighbours(bins, times, column.values, -1);
    case 'linear':
      return interpolate(exact);
    case 'median':
    case 'mean':
    case 'sum': {
      const fold = aggregatorOf(method);
      return rowsOf.map((rows) => fold(rows.map((row) => column.values[row] ?? null)));
    }
    default:
      throw new QueryError(`Invalid resample method: ${method}`);
  }
}
