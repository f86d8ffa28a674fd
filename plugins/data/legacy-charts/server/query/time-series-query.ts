import type { JsonObject, Metric, PostProcessingStep, QueryObject } from '@orrery/sdk';
import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { columnsOf, countOf, metricsOf, textOf, valuesOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { allMetrics, groupColumns, legacyQuery } from './legacy-query.ts';

/** Label of the time column. */
export const TIME = '__timestamp';

const FOLDS = ['mean', 'sum', 'std'] as const;

/** What of a time series is asked. */
export interface TimeSeriesParts {
  readonly metrics?: readonly Metric[];
  /** Rolling, resampling and contribution as the form says. */
  readonly isAnalysed?: boolean;
  /** How equal instants of a series are folded. */
  readonly fold?: 'mean' | 'sum';
  /** Only these of the dimensions. */
  readonly groups?: readonly string[];
}

/** The rolling window of a form; undefined when there is none. */
function rollingStep(form: LegacyForm, columns: JsonObject): PostProcessingStep | undefined {
  const type = textOf(form, 'rolling_type');
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } };
  const [window, min_periods] = [countOf(form, 'rolling_periods') ?? 0, countOf(form, 'min_periods') ?? 0];
  const fold = FOLDS.find((name) => name === type);
  return fold && window > 0 ? { operation: 'rolling', options: { rolling_type: fold, window, min_periods: Math.max(0, min_periods), columns } } : undefined;
}

/** The steps that make a wide table of time series: pivot, then resampling, rolling and contribution. */
export function timeSeriesSteps(form: LegacyForm, { metrics = allMetrics(form), isAnalysed = false, fold = 'mean', groups = groupColumns(form).map(getColumnLabel) }: TimeSeriesParts = {}): readonly PostProcessingStep[] {
  const labels = metrics.map(getMetricLabel);
  const same = Object.fromEntries(labels.map((label) => [label, label])) as JsonObject;
  const pivot: PostProcessingStep = {
    operation: 'pivot',
    options: {
      index: [TIME],
      columns: groups,
      aggregates: Object.fromEntries(labels.map((label) => [label, { operator: fold }])),
      drop_missing_columns: false,
      // Of a sum a missing part is nothing; of a mean it is unknown.
      ...(fold === 'sum' ? { metric_fill_value: 0 } : {}),
    },
  };
  const flatten: PostProcessingStep = { operation: 'flatten' };
  if (!isAnalysed) return [pivot, flatten];
  const [rule, method] = [textOf(form, 'resample_rule'), textOf(form, 'resample_method')];
  const rolling = rollingStep(form, same);
  return [
    pivot,
    ...(rule !== undefined && method !== undefined ? [{ operation: 'resample', options: { rule, method, fill_value: null } }] : []),
    ...(rolling ? [rolling] : []),
    ...(form['contribution'] ? [{ operation: 'contribution', options: { orientation: 'row' } }] : []),
    flatten,
  ];
}

/** Rows per instant and dimensions, ordered by the limit metric or the first one. */
export function timeSeriesQuery(form: LegacyForm, parts: TimeSeriesParts = {}): QueryObject {
  const metrics = parts.metrics ?? allMetrics(form);
  const [order] = [...metricsOf(form, 'timeseries_limit_metric'), ...metrics];
  const isShown = order !== undefined && metrics.some((metric) => getMetricLabel(metric) === getMetricLabel(order));
  return {
    ...legacyQuery(form, {
      columns: columnsOf(form, 'groupby', 'columns'),
      metrics: order === undefined || isShown ? metrics : [...metrics, order],
      isTimeSeries: true,
      ...(order === undefined ? {} : { orderby: [[order, form['order_desc'] === false]] }),
    }),
    post_processing: timeSeriesSteps(form, parts),
  };
}

/** The distances a form compares with. */
export function timeShifts(form: LegacyForm): readonly string[] {
  return valuesOf(form['time_compare']).filter((value): value is string => typeof value === 'string' && value !== '');
}

/** The query of a comparison: moved back, its instants moved forward. The limit to the top series is the main query's affair. */
export function shiftedQuery(main: QueryObject, shift: string): QueryObject {
  return { ...main, time_shift: shift, series_limit: 0, annotation_layers: [] };
}
