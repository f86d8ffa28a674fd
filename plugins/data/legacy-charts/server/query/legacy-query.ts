import type { AdhocFilter, Dimension, JsonObject, Metric, QueryFilter, QueryObject } from '@orrery/sdk';
import { ensureArray, splitFilters } from '@orrery/sdk/viz';
import { columnsOf, countOf, isObject, metricsOf, textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';

/** Controls whose values are metrics of a query (contract §7.5). */
const METRIC_CONTROLS = ['metric', 'metrics', 'percent_metrics', 'metric_2', 'secondary_metric', 'x', 'y', 'size'] as const;

/** What a chart type asks differently. */
export interface QueryParts {
  /** Default: what stands in `groupby` and `columns`. */
  readonly columns?: readonly Dimension[];
  /** Default: all metric controls; null asks for plain rows. */
  readonly metrics?: readonly Metric[] | null;
  readonly isTimeSeries?: boolean;
  readonly orderby?: QueryObject['orderby'];
  readonly rowLimit?: number | undefined;
  readonly timeGrain?: string;
}

/** Dimensions of a chart. */
export const groupColumns = (form: LegacyForm): readonly Dimension[] => columnsOf(form, 'groupby', 'columns');

/** Metrics of a chart, each label once. */
export const allMetrics = (form: LegacyForm): readonly Metric[] => metricsOf(form, ...METRIC_CONTROLS);

function timeRangeOf(form: LegacyForm): string | undefined {
  const [since, until] = [textOf(form, 'since'), textOf(form, 'until')];
  return textOf(form, 'time_range') ?? (since === undefined && until === undefined ? undefined : `${since ?? ''} : ${until ?? ''}`);
}

const joinClauses = (...clauses: readonly unknown[]): string =>
  clauses
    .filter((clause): clause is string => typeof clause === 'string' && clause.trim() !== '')
    .map((clause) => `(${clause}\n)`)
    .join(' AND ');

/** What people send as a filter may be anything; only texts are SQL. */
const isAdhocFilter = (filter: unknown): boolean => isObject(filter) && (filter['expressionType'] === 'SIMPLE' || typeof filter['sqlExpression'] === 'string');

/** The query all charts of the old endpoint start from. */
export function legacyQuery(form: LegacyForm, parts: QueryParts = {}): QueryObject {
  const columns = parts.columns ?? groupColumns(form);
  const granularity = textOf(form, 'granularity') ?? textOf(form, 'granularity_sqla');
  const split = splitFilters(ensureArray(form['adhoc_filters'] as AdhocFilter | readonly AdhocFilter[] | null).filter(isAdhocFilter));
  const timeRange = timeRangeOf(form);
  const grain = parts.timeGrain ?? (isObject(form['extras']) ? textOf(form['extras'], 'time_grain_sqla') : undefined) ?? textOf(form, 'time_grain_sqla');
  // A query's time range is also that of its range filters; with a time column of their own these charts keep the filters' ranges.
  const keepsRanges = granularity !== undefined && split.filters.some(({ op }) => op === 'TEMPORAL_RANGE');
  const leading: readonly QueryFilter[] = keepsRanges ? [{ col: granularity, op: 'TEMPORAL_RANGE', val: timeRange ?? 'No filter' }] : [];
  const isTimeSeries = parts.isTimeSeries === true;
  return {
    columns,
    metrics: parts.metrics === undefined ? allMetrics(form) : parts.metrics,
    filters: [...leading, ...split.filters],
    extras: {
      ...(isObject(form['extras']) ? extrasOf(form['extras']) : {}),
      ...(grain === undefined ? {} : { time_grain_sqla: grain }),
      where: joinClauses(split.where, form['where']),
      having: joinClauses(split.having, form['having']),
    },
    ...(granularity === undefined ? {} : { granularity }),
    ...(timeRange === undefined || keepsRanges ? {} : { time_range: timeRange }),
    is_timeseries: isTimeSeries,
    ...(parts.orderby === undefined ? {} : { orderby: parts.orderby }),
    order_desc: form['order_desc'] !== false,
    row_limit: Math.max(0, ('rowLimit' in parts ? parts.rowLimit : countOf(form, 'row_limit')) ?? 0) || null,
    series_columns: isTimeSeries ? columns : [],
    series_limit: Math.max(0, countOf(form, 'limit') ?? 0),
    series_limit_metric: metricsOf(form, 'timeseries_limit_metric')[0] ?? null,
    applied_time_extras: isObject(form['applied_time_extras']) ? (form['applied_time_extras'] as Readonly<Record<string, string>>) : {},
    url_params: isObject(form['url_params']) ? (form['url_params'] as Readonly<Record<string, string>>) : {},
    annotation_layers: ensureArray(form['annotation_layers'] as readonly JsonObject[] | null | undefined).filter((layer) => isObject(layer) && layer['show'] !== false),
  };
}

/** The extras a query may hold. */
function extrasOf(extras: JsonObject): JsonObject {
  return Object.fromEntries(['relative_start', 'relative_end'].filter((key) => textOf(extras, key) !== undefined).map((key) => [key, extras[key]])) as JsonObject;
}
