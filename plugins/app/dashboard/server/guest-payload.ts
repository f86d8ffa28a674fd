import type { JsonObject } from '@orrery/sdk';
import type { ChartRecord } from '../../explore/contract.ts';

/** Controls whose values become metrics of a query, beside `metrics` itself. */
const METRICS = ['metrics', 'metric', 'metric_2', 'secondary_metric', 'percent_metrics', 'metrics_b', 'right_axis_metric', 'left_axis_metric', 'size', 'x', 'y', 'timeseries_limit_metric', 'series_limit_metric'];
/** Controls whose values become columns of a query. */
const COLUMNS = ['columns', 'groupby', 'groupby_b', 'all_columns', 'groupbyRows', 'groupbyColumns', 'x_axis', 'series', 'series_columns', 'entity', 'source', 'target', 'dimension'];

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, item]) => [key, canonical(item)]));
}

const freeze = (value: unknown): string => JSON.stringify(canonical(value));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]);
const valuesOf = (object: JsonObject, keys: readonly string[]): readonly unknown[] => keys.flatMap((key) => listOf(object[key]));

function parse(text: string | null): JsonObject {
  try {
    const value: unknown = text ? JSON.parse(text) : {};
    return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/** The time axis is a plain column dressed up with a grain, which filters may change. */
function plain(column: unknown): unknown {
  const { columnType, expressionType, isColumnReference, sqlExpression } = (typeof column === 'object' && column !== null ? column : {}) as JsonObject;
  return columnType === 'BASE_AXIS' && expressionType === 'SQL' && isColumnReference === true ? sqlExpression : column;
}

/**
 * Whether a guest's query asks for other metrics, columns or orders than the stored chart does (contract §3):
 * each list must be a subset of what is stored. Filters may be added. Pure.
 */
export function isPayloadModified(context: JsonObject, chart: Pick<ChartRecord, 'id' | 'params' | 'query_context'>): boolean {
  const formData = (context['form_data'] ?? {}) as JsonObject;
  if (formData['slice_id'] !== chart.id) return true;
  const params = parse(chart.params);
  const stored = listOf(parse(chart.query_context)['queries']) as readonly JsonObject[];
  const queries = listOf(context['queries']) as readonly JsonObject[];

  const metrics = new Set([...valuesOf(params, METRICS), ...stored.flatMap((query) => valuesOf(query, ['metrics', 'series_limit_metric']))].map(freeze));
  const columns = new Set([...valuesOf(params, COLUMNS), ...stored.flatMap((query) => valuesOf(query, ['columns', 'groupby', 'series_columns']))].map(plain).map(freeze));
  const orders = new Set([...listOf(params['orderby']), ...stored.flatMap((query) => listOf(query['orderby']))].map(freeze));

  const isMetric = (value: unknown): boolean => metrics.has(freeze(value));
  const isColumn = (value: unknown): boolean => columns.has(freeze(plain(value)));
  const isOrder = (value: unknown): boolean => orders.has(freeze(value)) || (Array.isArray(value) && (isMetric(value[0]) || isColumn(value[0])));

  return [formData, ...queries].some(
    (asked) =>
      !valuesOf(asked, ['metrics', 'series_limit_metric']).every(isMetric) ||
      !valuesOf(asked, ['columns', 'groupby', 'series_columns']).every(isColumn) ||
      !listOf(asked['orderby']).every(isOrder),
  );
}
