import type { AdhocFilter, Metric } from '@orrery/sdk';
import type { Choice, Control, ControlState } from '../control-panel.ts';
import { ensureArray } from '../build-query/ensure-array.ts';
import { getColumnLabel, getMetricLabel } from '../build-query/labels.ts';
import { xAxisOf } from '../build-query/x-axis.ts';
import { namedChoices, ROW_LIMITS, SERIES_LIMITS } from './choices.ts';
import { columnChoices, defaultTimeColumn, every, isAggregateMode, isNumericAxis, isRawMode, isSet, isTemporalAxis } from './conditions.ts';
import { controlText } from './control-text.ts';
import { allOf, atMost, isInteger, isPositive, notEmpty } from './validators.ts';

const NO_FILTER = 'No filter';
const DEFAULT_ROW_LIMIT = 10_000;
const MAXIMUM_ROW_LIMIT = 100_000;

/** A new chart filters on the dataset's time column, so that its range is one click away; old charts bring theirs along. */
function initialFilters({ formData, dataset }: ControlState): readonly AdhocFilter[] {
  const saved = (formData['adhoc_filters'] as readonly AdhocFilter[] | undefined) ?? [];
  if (saved.some(({ operator }) => operator === 'TEMPORAL_RANGE')) return saved;
  const legacy = formData['granularity_sqla'] as string | undefined;
  const subject = legacy ?? (formData.slice_id === undefined ? defaultTimeColumn(dataset) : undefined);
  if (!subject) return saved;
  const comparator = (formData['time_range'] as string | undefined) ?? NO_FILTER;
  return [...saved, { expressionType: 'SIMPLE', clause: 'WHERE', subject, operator: 'TEMPORAL_RANGE', comparator }];
}

function initialXAxis({ formData, dataset }: ControlState): unknown {
  return formData['granularity_sqla'] ?? (formData.slice_id === undefined ? defaultTimeColumn(dataset) : undefined);
}

function sortChoices({ formData }: ControlState): readonly Choice[] {
  const axis = xAxisOf(formData);
  const metrics = [...ensureArray(formData['metrics'] as readonly Metric[]), ...ensureArray(formData['timeseries_limit_metric'] as Metric)];
  const labels = new Set([...(axis === undefined ? [] : [getColumnLabel(axis)]), ...metrics.filter(Boolean).map(getMetricLabel)]);
  return [...labels].map((label) => ({ value: label, label }));
}

function orderChoices({ dataset }: ControlState): readonly Choice[] {
  return columnChoices(dataset).flatMap(({ value, label }) =>
    [true, false].map((ascending) => ({ value: JSON.stringify([value, ascending]), label: `${label} [${ascending ? 'asc' : 'desc'}]` })),
  );
}

const metrics: Control = { ...controlText('metrics'), type: 'metrics', required: true, validate: notEmpty };
const groupby: Control = {
  ...controlText('groupby', true),
  type: 'columns',
  default: [],
  choices: ({ dataset }) => columnChoices(dataset, (column) => column.groupby),
};
const sortMetric: Control = { ...controlText('timeseries_limit_metric', true), type: 'metric', default: null };

/** Controls that say what to ask the server. */
export const queryControls = {
  metric: { ...controlText('metric'), type: 'metric', required: true, validate: notEmpty },
  metrics,
  secondary_metric: { ...controlText('secondary_metric'), type: 'metric', default: null },
  percent_metrics: { ...controlText('percent_metrics', true), type: 'metrics', default: [], visible: isAggregateMode },
  groupby,
  columns: { ...controlText('columns'), type: 'columns', default: [] },
  all_columns: { ...controlText('columns'), type: 'columns', default: [], visible: isRawMode },
  series: { ...controlText('series'), type: 'column', default: null },
  x_axis: { ...controlText('x_axis', true), type: 'column', required: true, initialValue: initialXAxis, validate: notEmpty },
  time_grain_sqla: {
    ...controlText('time_grain_sqla', true),
    type: 'select',
    choices: ({ dataset }: ControlState) => (dataset?.time_grain_sqla ?? []).map(([value, label]) => ({ value, label })),
    initialValue: ({ formData }: ControlState) => (formData.slice_id === undefined ? 'P1D' : undefined),
    visible: isTemporalAxis,
  },
  granularity_sqla: {
    ...controlText('granularity_sqla'),
    type: 'column',
    clearable: false,
    choices: ({ dataset }: ControlState) => columnChoices(dataset, (column) => column.is_dttm),
    initialValue: ({ dataset }: ControlState) => defaultTimeColumn(dataset),
  },
  time_range: { ...controlText('time_range'), type: 'time-range', default: NO_FILTER },
  adhoc_filters: { ...controlText('adhoc_filters'), type: 'filters', default: [], initialValue: initialFilters },
  query_mode: {
    ...controlText('query_mode'),
    type: 'radio',
    choices: namedChoices('query-mode', ['aggregate', 'raw']),
    initialValue: (state: ControlState) => (isRawMode(state) ? 'raw' : 'aggregate'),
  },
  row_limit: {
    ...controlText('row_limit', true),
    type: 'select',
    default: DEFAULT_ROW_LIMIT,
    choices: ROW_LIMITS,
    freeForm: true,
    clearable: false,
    validate: allOf(notEmpty, isInteger, isPositive, atMost(MAXIMUM_ROW_LIMIT)),
  },
  limit: { ...controlText('limit', true), type: 'select', choices: SERIES_LIMITS, freeForm: true, validate: allOf(isInteger, isPositive) },
  series_limit: { ...controlText('limit', true), type: 'select', choices: SERIES_LIMITS, freeForm: true, validate: allOf(isInteger, isPositive) },
  group_others_when_limit_reached: {
    ...controlText('group_others_when_limit_reached'),
    type: 'checkbox',
    default: false,
    visible: ({ formData }: ControlState) => Boolean(formData['limit'] ?? formData['series_limit']),
  },
  timeseries_limit_metric: sortMetric,
  series_limit_metric: sortMetric,
  order_desc: {
    ...controlText('order_desc'),
    type: 'checkbox',
    default: true,
    visible: ({ formData }: ControlState) => Boolean(formData['timeseries_limit_metric'] ?? formData['series_limit_metric']),
  },
  order_by_cols: { ...controlText('order_by_cols'), type: 'select', multiple: true, default: [], choices: orderChoices, visible: isRawMode },
  sort_by_metric: { ...controlText('sort_by_metric', true), type: 'checkbox', default: false },
  contributionMode: {
    ...controlText('contributionMode', true),
    type: 'select',
    default: null,
    choices: namedChoices('contribution-mode', ['row', 'column']),
  },
  truncate_metric: { ...controlText('truncate_metric', true), type: 'checkbox', default: true },
  show_empty_columns: { ...controlText('show_empty_columns', true), type: 'checkbox', default: true },
  show_totals: { ...controlText('show_totals', true), type: 'checkbox', default: false, visible: isAggregateMode },
  x_axis_sort: {
    ...controlText('x_axis_sort'),
    type: 'select',
    choices: sortChoices,
    visible: (state: ControlState) => xAxisOf(state.formData) !== undefined && (!isTemporalAxis(state) || state.formData['xAxisForceCategorical'] === true),
  },
  x_axis_sort_asc: {
    ...controlText('x_axis_sort_asc'),
    type: 'checkbox',
    default: true,
    visible: every(isSet('x_axis_sort'), (state) => !isTemporalAxis(state)),
  },
  xAxisForceCategorical: { ...controlText('xAxisForceCategorical', true), type: 'checkbox', default: false, renderTrigger: true, visible: isNumericAxis },
  temporal_columns_lookup: {
    ...controlText('temporal_columns_lookup'),
    type: 'hidden',
    initialValue: ({ dataset }: ControlState) =>
      Object.fromEntries((dataset?.columns ?? []).filter((column) => column.is_dttm).map((column) => [column.column_name, true])),
  },
} as const satisfies Readonly<Record<string, Control>>;
