import { getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnsOf, metricsOf } from '../form/form-values.ts';
import { readSeries } from '../query/series-frame.ts';
import { timeSeriesQuery } from '../query/time-series-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** An instant as the keys of records show it. */
export function timeKey(ms: number): string {
  if (Math.abs(ms) > 8.64e15) return String(ms);
  return new Date(ms).toISOString().replace('T', ' ').replace(/(?:\.000)?Z$/, '');
}

/** Time-series table: values by instant, a column per metric or per group. */
export const timeTable: LegacyChart = {
  queries(form) {
    const metrics = metricsOf(form, 'metrics', 'metric');
    const groupby = columnsOf(form, 'groupby');
    if (metrics.length === 0) throw new ChartError('Pick at least one metric');
    if (groupby.length > 0 && metrics.length > 1) throw new ChartError("When using 'Group By' you are limited to use a single metric");
    return [timeSeriesQuery({ ...form, columns: [] }, { metrics })];
  },
  shape([result], form) {
    const groups = columnsOf(form, 'groupby').length;
    const { times, series } = readSeries(result!, groups);
    const name = (key: readonly string[]): string => (groups > 0 ? key.slice(1).join(', ') : (key[0] ?? ''));
    const byName = new Map(series.map(({ key, values }) => [name(key), values]));
    // Metrics keep the order people gave them.
    const columns = groups > 0 ? [...byName.keys()] : metricsOf(form, 'metrics', 'metric').map(getMetricLabel);
    return {
      records: Object.fromEntries(times.map((time, at) => [timeKey(time), Object.fromEntries(columns.map((column) => [column, byName.get(column)?.[at] ?? null]))])),
      columns,
      is_group_by: groups > 0,
    };
  },
};
