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
  if (data.some((row) => typeof row[TIME] !== 'number')) throw new ChartError('The time column holds values that are no times. Choose another time column.');
  return {
    times: data.map((row) => row[TIME] as number),
    series: result.colnames
      .filter((label) => label !== TIME && data.every((row) => row[label] === null || typeof row[label] === 'number'))
      .map((label) => ({ key: keyOf(result, label, groups), values: data.map((row) => row[label] as number | null) })),
  };
}

/** A series at other instants, ascending like its own: between two points on a line, after the last one at its value, before the first none. */
export function interpolate(times: readonly number[], values: readonly (number | null)[], targets: readonly number[]): readonly (number | null)[] {
  const points = times.flatMap((time, at) => (values[at] === null || values[at] === undefined ? [] : [[time, values[at]] as const]));
  let next = 0;
  return targets.map((target) => {
    while (next < points.length && points[next]![0] < target) next++;
    const [before, after] = [points[next - 1], points[next]];
    if (after?.[0] === target) return after[1];
    if (!before) return null;
    return after ? before[1] + ((after[1] - before[1]) * (target - before[0])) / (after[0] - before[0]) : before[1];
  });
}

/** Order of keys: part by part, by code point. */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! < b[at]! ? -1 : 1;
  return a.length - b.length;
}

/** A key as one text, for look-ups. */
export const keyText = (key: readonly string[]): string => JSON.stringify(key);
