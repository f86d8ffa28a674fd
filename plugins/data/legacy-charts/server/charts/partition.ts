import type { ChartDataResult, DataRow } from '@orrery/sdk';
import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { allMetrics, groupColumns } from '../query/legacy-query.ts';
import type { Series, SeriesFrame } from '../query/series-frame.ts';
import { keyText, readSeries } from '../query/series-frame.ts';
import { TIME, timeSeriesQuery } from '../query/time-series-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** A part and what it is made of. `name` is a value of a dimension, an instant in epoch ms, or a metric. */
export interface Part {
  readonly name: string | number | boolean | null;
  readonly val?: number | null;
  readonly children: readonly Part[];
}

/** What rows come to for one metric. */
type Fold = (rows: readonly DataRow[], metric: string) => number | null;

const numbers = (rows: readonly DataRow[], metric: string): readonly number[] => rows.map((row) => row[metric]).filter((value) => typeof value === 'number');
const sum: Fold = (rows, metric) => numbers(rows, metric).reduce((total, value) => total + value, 0);
const mean: Fold = (rows, metric) => {
  const found = numbers(rows, metric);
  return found.length > 0 ? found.reduce((total, value) => total + value, 0) / found.length : null;
};

const ENDS: Readonly<Record<string, (last: number, first: number) => number>> = {
  point_diff: (last, first) => last - first,
  point_factor: (last, first) => last / first,
  point_percent: (last, first) => last / first - 1,
};

function compareNames(a: Part['name'], b: Part['name']): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

/** Rows cut into parts by one dimension after the other. */
export function nest(rows: readonly DataRow[], groups: readonly string[], metric: string, fold: Fold): readonly Part[] {
  const [group, ...rest] = groups;
  if (group === undefined) return [];
  const byName = new Map<Part['name'], DataRow[]>();
  for (const row of rows) {
    const name = row[group] ?? null;
    const own = byName.get(name);
    if (own) own.push(row);
    else byName.set(name, [row]);
  }
  return [...byName].sort(([a], [b]) => compareNames(a, b)).map(([name, own]) => ({ name, val: fold(own, metric), children: nest(own, rest, metric, fold) }));
}

/** Series of a depth by the key they stand under. */
function byParent({ series }: SeriesFrame): ReadonlyMap<string, readonly Series[]> {
  const children = new Map<string, Series[]>();
  for (const one of series) {
    const parent = keyText(one.key.slice(0, -1));
    const own = children.get(parent);
    if (own) own.push(one);
    else children.set(parent, [one]);
  }
  return children;
}

/** Parts at one instant out of one pivoted frame per depth. */
function nestSeries(depths: readonly ReadonlyMap<string, readonly Series[]>[], parent: readonly string[], at: number): readonly Part[] {
  const series = depths[parent.length]?.get(keyText(parent)) ?? [];
  return series.map(({ key, values }) => ({ name: key.at(-1) ?? '', val: values[at] ?? null, children: nestSeries(depths, key, at) }));
}

const optionOf = (form: LegacyForm): string => textOf(form, 'time_series_option') ?? 'not_time';

function groupsOf(form: LegacyForm): readonly string[] {
  const groups = groupColumns(form).map(getColumnLabel);
  if (groups.length === 0) throw new ChartError('Please choose at least one groupby');
  return groups;
}

function plainParts({ data }: ChartDataResult, form: LegacyForm): readonly Part[] {
  const groups = groupsOf(form);
  const option = optionOf(form);
  const compare = Object.hasOwn(ENDS, option) ? ENDS[option] : undefined;
  let [rows, levels, fold] = [data, groups, option === 'agg_mean' ? mean : sum];
  if (option === 'time_series') levels = [TIME, ...groups];
  if (compare) {
    const times = data.map((row) => row[TIME]).filter((time) => typeof time === 'number');
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const at = (own: readonly DataRow[], time: number) => own.filter((row) => row[TIME] === time);
    // What lies between the ends plays no part.
    rows = data.filter((row) => row[TIME] === first || row[TIME] === last);
    fold = (own, metric) => {
      const value = compare(sum(at(own, last), metric) ?? 0, sum(at(own, first), metric) ?? 0);
      return Number.isFinite(value) ? value : null;
    };
  }
  return allMetrics(form).map(getMetricLabel).map((metric) => ({ name: metric, val: fold(rows, metric), children: nest(rows, levels, metric, fold) }));
}

/** Partition: metrics nested by dimensions, over all time, per instant, or as the change between both ends. */
export const partition: LegacyChart = {
  queries(form) {
    const groups = groupsOf(form);
    const metrics = allMetrics(form);
    if (metrics.length === 0) throw new ChartError('Pick at least one metric');
    const query = timeSeriesQuery(form);
    if (optionOf(form) === 'adv_anal') {
      // A frame per depth, each analysed on its own.
      return [undefined, ...groups].map((_, depth) => timeSeriesQuery(form, { isAnalysed: true, fold: 'sum', groups: groups.slice(0, depth) }));
    }
    return [{ ...query, post_processing: [], ...(optionOf(form) === 'not_time' ? { is_timeseries: false, series_columns: [] } : {}) }];
  },
  shape(results, form) {
    if (optionOf(form) !== 'adv_anal') return plainParts(results[0]!, form);
    const frames = results.map((result, depth) => readSeries(result, depth));
    const times = frames[0]?.times ?? [];
    const depths = frames.map(byParent);
    return (frames[0]?.series ?? []).map(({ key, values }) => ({
      name: key[0] ?? '',
      children: times.map((time, at): Part => ({ name: time, val: values[at] ?? null, children: nestSeries(depths, key, at) })),
    }));
  },
};
