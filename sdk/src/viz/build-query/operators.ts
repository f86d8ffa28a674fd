import type { FormData, Metric, PostProcessingStep, QueryObject } from '@orrery/sdk';
import { ensureArray } from './ensure-array.ts';
import { getColumnLabel, getMetricLabel } from './labels.ts';
import { shiftedMetrics, timeOffsets } from './time-comparison.ts';
import { getXAxisLabel } from './x-axis.ts';

/** A step of the time-series chain; undefined when it does not apply (contract §7.2). @public */
export type Operator = (formData: FormData, query: QueryObject) => PostProcessingStep | undefined;

const labelsOf = (query: QueryObject): readonly string[] => (query.metrics ?? []).map(getMetricLabel);
const sameNames = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

function toInteger(value: unknown, fallback: number): number {
  const number = Number.parseInt(String(value), 10);
  return Number.isNaN(number) ? fallback : number;
}

/** The sort metric of the x axis when it is not among the metrics drawn. @public */
export function extraMetrics(formData: FormData): readonly Metric[] {
  const [sortMetric] = ensureArray(formData['timeseries_limit_metric'] as Metric | readonly Metric[] | null);
  if (!sortMetric || ensureArray(formData['groupby']).length > 0) return [];
  const label = getMetricLabel(sortMetric);
  const isDrawn = ensureArray(formData['metrics'] as readonly Metric[] | null).some((metric) => getMetricLabel(metric) === label);
  return label === formData['x_axis_sort'] && !isDrawn ? [sortMetric] : [];
}

/** One row per x value, one column per metric and series. @public */
export const pivotOperator: Operator = (formData, query) => {
  const index = getXAxisLabel(formData);
  const shifted = shiftedMetrics(formData, query);
  const metrics = new Set([...labelsOf(query), ...extraMetrics(formData).map(getMetricLabel), ...shifted.map((metric) => metric.label)]);
  if (!index || metrics.size === 0) return undefined;
  return {
    operation: 'pivot',
    options: {
      index: [index],
      columns: (query.series_columns ?? query.columns ?? []).map(getColumnLabel),
      aggregates: Object.fromEntries([...metrics].map((label) => [label, { operator: 'mean' }])),
      drop_missing_columns: !formData['show_empty_columns'],
    },
  };
};

/** Moving window, or running total. @public */
export const rollingWindowOperator: Operator = (formData, query) => {
  const type = formData['rolling_type'];
  const columns = sameNames([...labelsOf(query), ...shiftedMetrics(formData, query).map((metric) => metric.label)]);
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } };
  if (type !== 'sum' && type !== 'mean' && type !== 'std') return undefined;
  const window = toInteger(formData['rolling_periods'], 1);
  return { operation: 'rolling', options: { rolling_type: type, window, min_periods: toInteger(formData['min_periods'], 0), columns } };
};

/** Difference, percentage or ratio to the shifted periods. @public */
export const timeCompareOperator: Operator = (formData, query) => {
  const shifted = shiftedMetrics(formData, query);
  if (shifted.length === 0 || formData['comparison_type'] === 'values') return undefined;
  return {
    operation: 'compare',
    options: {
      source_columns: shifted.map(({ metric }) => metric),
      compare_columns: shifted.map(({ label }) => label),
      compare_type: formData['comparison_type'],
      drop_original_columns: true,
    },
  };
};

/** Fills gaps on the time axis. @public */
export const resampleOperator: Operator = (formData) => {
  const method = formData['resample_method'];
  const rule = formData['resample_rule'];
  if (!method || !rule) return undefined;
  const isZero = method === 'zerofill';
  return { operation: 'resample', options: { method: isZero ? 'asfreq' : method, rule, fill_value: isZero ? 0 : null } };
};

/** Shortens series names: a shift names its series, and a single metric needs no naming beside dimensions (VQ-13). @public */
export const renameOperator: Operator = (formData, query) => {
  const metrics = labelsOf(query);
  if (metrics.length === 0 || !getXAxisLabel(formData)) return undefined;
  const type = formData['comparison_type'];
  const columns: Record<string, string | null> = {};
  for (const { metric, offset, label } of shiftedMetrics(formData, query)) {
    columns[type === 'values' ? label : `${String(type)}__${metric}__${label}`] = metrics.length > 1 ? `${metric}, ${offset}` : offset;
  }
  const isDerived = Object.keys(columns).length > 0 && type !== 'values';
  const dimensions = (query.series_columns ?? query.columns ?? []).length;
  const isRedundant = dimensions > 0 || ensureArray(formData['time_compare']).length > 1;
  const [only] = metrics;
  if (!isDerived && metrics.length === 1 && only !== undefined && isRedundant && formData['truncate_metric']) columns[only] = null;
  return Object.keys(columns).length === 0 ? undefined : { operation: 'rename', options: { columns, level: 0, inplace: true } };
};

/** Shares of a row or a series instead of amounts. @public */
export const contributionOperator: Operator = (formData) => {
  const orientation = formData['contributionMode'];
  return orientation ? { operation: 'contribution', options: { orientation, time_shifts: timeOffsets(formData) } } : undefined;
};

/** Orders the x axis; only without dimensions. @public */
export const sortOperator: Operator = (formData, query) => {
  const by = formData['x_axis_sort'];
  const ascending = formData['x_axis_sort_asc'];
  if (!by || ascending === undefined || ensureArray(formData['groupby']).length > 0) return undefined;
  if (by === getXAxisLabel(formData)) return { operation: 'sort', options: { is_sort_index: true, ascending } };
  const sortable = [...labelsOf(query), ...extraMetrics(formData).map(getMetricLabel)];
  return sortable.includes(by as string) ? { operation: 'sort', options: { by, ascending } } : undefined;
};

/** Makes one level of column names of the pivot's several. @public */
export const flattenOperator: Operator = () => ({ operation: 'flatten' });

/** Forecast; the server refuses it when it cannot. @public */
export const prophetOperator: Operator = (formData) => {
  const index = getXAxisLabel(formData);
  if (!formData['forecastEnabled'] || !index) return undefined;
  return {
    operation: 'prophet',
    options: {
      time_grain: formData['time_grain_sqla'],
      periods: toInteger(formData['forecastPeriods'], 10),
      confidence_interval: Number.parseFloat(String(formData['forecastInterval'])),
      yearly_seasonality: formData['forecastSeasonalityYearly'],
      weekly_seasonality: formData['forecastSeasonalityWeekly'],
      daily_seasonality: formData['forecastSeasonalityDaily'],
      index,
    },
  };
};
