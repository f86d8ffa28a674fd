import { getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { metricsOf, textOf } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import { TIME } from '../query/time-series-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

const GRAINS: Readonly<Record<string, string>> = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M', year: 'P1Y' };
const HOUR = 3_600_000;

/** How many domains of a calendar a range touches. */
export function domainCount(domain: string | undefined, start: number, end: number): number {
  const [from, to] = [new Date(start), new Date(end)];
  if (domain === 'year') return to.getUTCFullYear() - from.getUTCFullYear() + 1;
  if (domain === 'month') {
    const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
    // Only whole months count: one that has not come round to the day of the start does not.
    const isShort = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate(), from.getUTCHours(), from.getUTCMinutes()) > end;
    return months - (isShort ? 1 : 0) + 1;
  }
  const length = domain === 'week' ? 7 * 24 * HOUR : domain === 'day' ? 24 * HOUR : HOUR;
  return Math.floor((end - start) / length) + 1;
}

/** Epoch seconds as the calendar's keys write them: always with a fraction. */
export function secondsKey(ms: number): string {
  const seconds = String(ms / 1000);
  return seconds.includes('.') ? seconds : `${seconds}.0`;
}

/** Calendar: values of each metric by instant. */
export const calHeatmap: LegacyChart = {
  queries(form) {
    const metrics = metricsOf(form, 'metrics', 'metric');
    if (metrics.length === 0) throw new ChartError('Pick at least one metric');
    const subdomain = textOf(form, 'subdomain_granularity') ?? 'min';
    return [legacyQuery(form, { columns: [], metrics, isTimeSeries: true, timeGrain: GRAINS[subdomain] ?? 'PT1M' })];
  },
  shape([result], form) {
    const { data: rows, from_dttm: start, to_dttm: end } = result!;
    if (typeof start !== 'number' || typeof end !== 'number') throw new ChartError('Please provide both time bounds (Since and Until)');
    const domain = textOf(form, 'domain_granularity');
    const dated = rows.filter((row) => typeof row[TIME] === 'number');
    const labels = metricsOf(form, 'metrics', 'metric').map(getMetricLabel);
    return {
      data: Object.fromEntries(labels.map((label) => [label, Object.fromEntries(dated.map((row) => [secondsKey(row[TIME] as number), row[label] ?? null]))])),
      start,
      domain,
      subdomain: textOf(form, 'subdomain_granularity'),
      range: domainCount(domain, start, end),
    };
  },
};
