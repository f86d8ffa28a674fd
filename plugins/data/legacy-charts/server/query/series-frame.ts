import type { ChartDataResult } from '@orrery/sdk';
import { ChartError } from '../chart-error.ts';
import { TIME } from './time-series-query.ts';

/** One series: the metric and the values of its dimensions, and a number per instant. */
export interface Series {
  readonly key: readonly string[];
  readonly values: readonly (number | null)[];
}

/** Time series over the same instants. */
export interface SeriesFrame {
  /** Epoch ms, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

/** Cuts a flattened label into the metric and its dimensions. */
function keyOf(result: ChartDataResult, label: string, groups: number): readonly string[] {
  // Without dimensions nothing was joined: a separator belongs to the metric's own name.
  if (groups === 0) return [label];
  const parts = result.label_map?.[label] ?? [label];
  return [...parts, ...Array.from({ length: Math.max(0, groups + 1 - parts.length) }, () => 'N/A')];
}

/** Reads the answer of a pivoted query; `groups` is the number of its dimensions. Throws ChartError when rolling left nothing. */
export function readSeries(result: ChartDataResult, groups: number): SeriesFrame {
  const { data } = result;
  if (data.length === 0 && (result.sql_rowcount ?? 0) > 0) {
    throw new ChartError('Applied rolling window did not return any data. Please make sure the source query satisfies the minimum periods defined in the rolling window.');
  }
  return {
    times: data.map((row) => Number(row[TIME])),
    series: result.colnames
      .filter((label) => label !== TIME && data.every((row) => row[label] === null || typeof row[label] === 'number'))
      .map((label) => ({ key: keyOf(result, label, groups), values: data.map((row) => row[label] as number | null) })),
  };
}

/** Instants between two points of a series lie on a line; after the last one its value holds. */
export function valueAt(times: readonly number[], values: readonly (number | null)[], time: number): number | null {
  let before: readonly [number, number] | undefined;
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const point = [times[at]!, value] as const;
    if (point[0] === time) return value;
    if (point[0] > time) return before ? before[1] + ((value - before[1]) * (time - before[0])) / (point[0] - before[0]) : null;
    before = point;
  }
  return before ? before[1] : null;
}

/** Order of keys: part by part, by code point. */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! < b[at]! ? -1 : 1;
  return a.length - b.length;
}

export const sameKey = (a: readonly string[], b: readonly string[]): boolean => compareKeys(a, b) === 0;
