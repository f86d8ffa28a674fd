import { ChartError } from '../chart-error.ts';
import { metricOf, textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { readSeries } from '../query/series-frame.ts';
import { timeSeriesQuery } from '../query/time-series-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

const DAY = 86_400_000;
/** 1970-01-01 was a Thursday. */
const WEEKDAYS = ['THU', 'FRI', 'SAT', 'SUN', 'MON', 'TUE', 'WED'];
const YEAR_START = /^(?:AS|YS|BAS|BYS)(?:-JAN)?$/;

/** The start of the period an instant lies in. Throws ChartError for a frequency it does not know. */
export function periodStart(freq: string, ms: number): number {
  const date = new Date(ms);
  if (YEAR_START.test(freq)) return Date.UTC(date.getUTCFullYear(), 0, 1);
  if (freq === 'QS') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (date.getUTCMonth() % 3), 1);
  if (freq === 'MS') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const [, count = '1', unit, weekday = 'SUN'] = /^(\d*)(D|W)(?:-([A-Z]{3}))?$/.exec(freq) ?? [];
  const first = unit === 'D' ? 0 : WEEKDAYS.indexOf(weekday);
  if (unit === undefined || first < 0) throw new ChartError(`The frequency "${freq}" is not known. Choose one such as AS, W-MON, 4W-MON or D.`);
  // Several weeks make one period counted from the first such weekday of 1970, so that periods do not move with the data.
  const length = Math.max(1, Number(count || 1)) * (unit === 'D' ? 1 : 7) * DAY;
  return Math.floor((ms - first * DAY) / length) * length + first * DAY;
}

const metricsOf = (form: LegacyForm) => {
  const metric = metricOf(form, 'metric');
  if (metric === undefined) throw new ChartError('Pick a metric');
  return [metric];
};

/** Period pivot: each period is a series laid over the latest one. */
export const timePivot: LegacyChart = {
  queries: (form) => [timeSeriesQuery({ ...form, groupby: [], columns: [] }, { metrics: metricsOf(form), isAnalysed: true })],
  shape([result], form) {
    const { times, series } = readSeries(result!, 0);
    const values = series[0]?.values ?? [];
    const freq = textOf(form, 'freq') ?? 'W-MON';
    const starts = times.map((time) => periodStart(freq, time));
    const periods = [...new Set(starts)].sort((a, b) => b - a);
    const latest = periods[0] ?? 0;
    const points = new Map(periods.map((start) => [start, new Map<number, number | null>()]));
    times.forEach((time, at) => points.get(starts[at]!)?.set(time - starts[at]! + latest, values[at] ?? null));
    const instants = [...new Set(times.map((time, at) => time - starts[at]! + latest))].sort((a, b) => a - b);
    return periods
      .map((start, rank) => ({
        key: rank === 0 ? 'current' : `-${rank}`,
        values: instants.map((x) => ({ x, y: points.get(start)?.get(x) ?? null })),
        rank,
        perc: 1 - rank / periods.length,
      }))
      .filter((line) => line.values.some(({ y }) => y !== null));
  },
};
