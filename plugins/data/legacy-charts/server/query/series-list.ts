import type { ChartDataResult } from '@orrery/sdk';
import { ChartError } from '../chart-error.ts';
import { textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { allMetrics, groupColumns } from './legacy-query.ts';
import type { Series, SeriesFrame } from './series-frame.ts';
import { compareKeys, interpolate, keyText, readSeries } from './series-frame.ts';
import { timeShifts } from './time-series-query.ts';

/** One line of a chart. `x` is epoch ms. */
export interface ListedSeries {
  readonly key: readonly string[];
  readonly values: readonly { readonly x: number; readonly y: number | null }[];
  /** CSS class of a comparison. */
  readonly classed?: string;
}

interface Naming {
  /** With a single metric series are named by their dimensions alone. */
  readonly metricCount: number;
  readonly classed?: string;
  readonly suffix?: string;
}

/** Series as lists of points; those without a value are left out. */
export function listSeries({ times, series }: SeriesFrame, { metricCount, classed, suffix }: Naming): readonly ListedSeries[] {
  return series
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ key, values }) => {
      const named = key.length > 1 && metricCount === 1 ? key.slice(1) : key;
      return {
        key: [...named.map((part) => (part === '' ? 'N/A' : part)), ...(suffix === undefined ? [] : [suffix])],
        values: times.map((x, at) => ({ x, y: values[at] ?? null })),
        ...(classed === undefined ? {} : { classed }),
      };
    });
}

const COMPARISONS: Readonly<Record<string, (now: number, then: number) => number>> = {
  absolute: (now, then) => now - then,
  difference: (now, then) => now - then,
  percentage: (now, then) => (now - then) / then,
  ratio: (now, then) => now / then,
};

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The main series against those of a shifted range, at the main instants; empty instants at both ends are cut off. */
export function compareSeries(main: SeriesFrame, shifted: SeriesFrame, type: string): SeriesFrame {
  const compare = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type] : undefined;
  if (!compare) throw new ChartError(`Invalid calculation type "${type}". Choose actual values, difference, percentage change or ratio.`);
  const others = new Map(shifted.series.map(({ key, values }) => [keyText(key), values]));
  const series = main.series.map(({ key, values }): Series => {
    const then = interpolate(shifted.times, others.get(keyText(key)) ?? [], main.times);
    return { key, values: values.map((now, at) => (now === null || then[at] === null ? null : finite(compare(now, then[at]!)))) };
  });
  const isFilled = (_: unknown, at: number): boolean => series.some(({ values }) => values[at] !== null);
  const [first, last] = [main.times.findIndex(isFilled), main.times.findLastIndex(isFilled)];
  if (first < 0) return { times: [], series: [] };
  return { times: main.times.slice(first, last + 1), series: series.map(({ key, values }) => ({ key, values: values.slice(first, last + 1) })) };
}

/** The lines of a time-series chart, with its comparisons (contract §7.5 `compare`). */
export function seriesList(results: readonly ChartDataResult[], form: LegacyForm): readonly ListedSeries[] {
  const groups = groupColumns(form).length;
  const metricCount = allMetrics(form).length;
  const [own] = results;
  if (!own) return [];
  const main = readSeries(own, groups);
  const keys = new Set(main.series.map(({ key }) => keyText(key)));
  const type = textOf(form, 'comparison_type') ?? 'values';
  const shifts = timeShifts(form);
  if (shifts.length > 0 && (typeof own.from_dttm !== 'number' || typeof own.to_dttm !== 'number')) {
    throw new ChartError('An enclosed time range (both start and end) must be specified when using a Time Comparison.');
  }
  const compared = shifts.flatMap((shift, at) => {
    const result = results[at + 1];
    if (!result || result.data.length === 0) return [];
    const all = readSeries(result, groups);
    // The top series are those of the main range.
    const frame = { ...all, series: all.series.filter(({ key }) => keys.has(keyText(key))) };
    return listSeries(type === 'values' ? frame : compareSeries(main, frame, type), { metricCount, classed: `time-shift-${at}`, suffix: `${shift} offset` });
  });
  const lines = shifts.length === 0 || type === 'values' ? listSeries(main, { metricCount }) : [];
  return [...lines, ...compared].sort((a, b) => compareKeys(a.key, b.key));
}
