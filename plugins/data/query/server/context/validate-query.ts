import type { Dimension, JsonObject, Metric, PostProcessingStep, QueryFilter, ResultType } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { Problems } from './problems.ts';
import { RESULT_TYPES, isObject } from './problems.ts';
import type { ValidQuery } from './query-plan.ts';
import { dimensionLabel, metricLabel } from './query-plan.ts';
import { validateDatasource } from './validate-datasource.ts';
import { textOf } from './text-of.ts';

const EXTRAS_KEYS = new Set(['where', 'having', 'time_grain_sqla', 'relative_start', 'relative_end', 'instant_time_comparison_range', 'time_range_endpoints', 'having_druid']);
const FILTER_KEYS = new Set(['col', 'op', 'val', 'grain', 'isExtra']);
const OPERATORS = new Set(['==', '!=', '>', '<', '>=', '<=', 'LIKE', 'NOT LIKE', 'ILIKE', 'IS NULL', 'IS NOT NULL', 'IN', 'NOT IN', 'IS TRUE', 'IS FALSE', 'TEMPORAL_RANGE']);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isLabel = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

function isDimension(value: unknown): value is Dimension {
  return typeof value === 'string' || (isObject(value) && typeof value['sqlExpression'] === 'string' && isLabel(value['label']));
}

function isMetric(value: unknown): value is Metric {
  return typeof value === 'string' || (isObject(value) && isLabel(value['label']) && (value['expressionType'] === 'SIMPLE' || (value['expressionType'] === 'SQL' && typeof value['sqlExpression'] === 'string')));
}

/** Old charts name a saved metric by an object with nothing but its label. */
function savedMetric(value: unknown): unknown {
  return isObject(value) && value['expressionType'] === undefined && typeof value['label'] === 'string' ? value['label'] : value;
}

function count(value: unknown, key: string, problems: Problems): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) {
    problems[key] = ['Not a valid integer.'];
    return null;
  }
  if (number < 0) throw new HttpError(400, `\`${key}\` must be greater than or equal to 0`);
  return number;
}

function validateFilters(value: unknown, problems: Problems): readonly QueryFilter[] {
  const found: Problems = {};
  const filters = list(value).map((filter, at): QueryFilter | undefined => {
    if (!isObject(filter)) {
      found[at] = ['Invalid input type.'];
      return undefined;
    }
    const own: Problems = {};
    for (const key of Object.keys(filter)) if (!FILTER_KEYS.has(key)) own[key] = ['Unknown field.'];
    const op = textOf(filter['op'] ?? '').toUpperCase();
    if (!OPERATORS.has(op)) own['op'] = [`Must be one of: ${[...OPERATORS].join(', ')}.`];
    if (!isDimension(filter['col'])) own['col'] = ['Missing data for required field.'];
    if ((Array.isArray(filter['val']) ? (filter['val'] as unknown[]) : [filter['val']]).some((val) => typeof val === 'object' && val !== null)) own['val'] = ['Must be a value or a list of values.'];
    if (Object.keys(own).length > 0) found[at] = own;
    return { ...filter, op } as unknown as QueryFilter;
  });
  if (Object.keys(found).length > 0) problems['filters'] = found;
  return filters.filter((filter): filter is QueryFilter => filter !== undefined);
}

/** ANDs a deprecated clause to the one in extras. */
function clause(extras: JsonObject, query: JsonObject, key: 'where' | 'having'): string {
  const parts = [text(extras[key]), text(query[key])].filter((part): part is string => part !== null);
  return parts.length > 1 ? parts.map((part) => `(${part}\n)`).join(' AND ') : (parts[0] ?? '');
}

function validateOrder(value: unknown, problems: Problems): readonly (readonly [Dimension | Metric, boolean])[] {
  return list(value).flatMap((entry, at) => {
    if (!Array.isArray(entry) || entry.length !== 2 || !(isDimension(entry[0]) || isMetric(entry[0])) || typeof entry[1] !== 'boolean') {
      if (Array.isArray(entry) && (entry[0] === null || entry[0] === undefined || entry[0] === '')) return [];
      problems['orderby'] = { [at]: ['Must be a pair of a column or metric and a boolean.'] };
      return [];
    }
    return [[entry[0], entry[1]] as const];
  });
}

function refuseDuplicates(query: { readonly columns: readonly Dimension[]; readonly metrics: readonly Metric[] | null }): void {
  const labels = [...query.columns.map(dimensionLabel), ...(query.metrics ?? []).map(metricLabel)];
  const twice = [...new Set(labels.filter((label, at) => labels.indexOf(label) !== at))];
  if (twice.length === 0) return;
  const names = twice.map((label) => `"${label}"`).join(', ');
  throw new HttpError(400, `Duplicate column/metric labels: ${names}. Please make sure all columns and metrics have a unique label.`);
}

/** Checks one query object; field problems are collected, rule violations thrown as HttpError 400. Unknown keys are dropped. */
export function validateQuery(value: unknown, contextType: ResultType, problems: Problems): ValidQuery {
  const query: JsonObject = isObject(value) ? value : {};
  if (!isObject(value)) problems['_schema'] = ['Invalid input type.'];
  const extras: JsonObject = isObject(query['extras']) ? query['extras'] : {};
  const unknownExtras = Object.keys(extras).filter((key) => !EXTRAS_KEYS.has(key));
  if (unknownExtras.length > 0) problems['extras'] = Object.fromEntries(unknownExtras.map((key) => [key, ['Unknown field.']]));
  const old = <T>(name: string, current: string): T => (query[name] ?? query[current]) as T;

  const rawColumns = list(old('groupby', 'columns'));
  const columns = rawColumns.filter(isDimension).filter((column) => dimensionLabel(column) !== '');
  if (columns.length < rawColumns.filter((column) => column !== '').length) problems['columns'] = ['Invalid input type.'];
  const rawMetrics = query['metrics'];
  const metrics = Array.isArray(rawMetrics) ? rawMetrics.map(savedMetric).filter(isMetric) : null;
  if (Array.isArray(rawMetrics) && metrics && metrics.length < rawMetrics.length) problems['metrics'] = ['Invalid input type.'];
  const seriesColumns = list(query['series_columns']).filter(isDimension);
  const seriesLimitMetric = old<unknown>('timeseries_limit_metric', 'series_limit_metric');
  const resultType = query['result_type'] === undefined || query['result_type'] === null ? contextType : RESULT_TYPES.find((type) => type === query['result_type']);
  if (resultType === undefined) problems['result_type'] = [`Must be one of: ${RESULT_TYPES.join(', ')}.`];

  const datasource = query['datasource'] === undefined || query['datasource'] === null ? undefined : validateDatasource(query['datasource'], problems);
  const labels = new Set(columns.map(dimensionLabel));
  const missing = seriesColumns.map(dimensionLabel).filter((label) => !labels.has(label));
  if (missing.length > 0) throw new HttpError(400, `The following entries in \`series_columns\` are missing in \`columns\`: ${missing.join(', ')}`);
  refuseDuplicates({ columns, metrics });

  return {
    resultType: resultType ?? contextType,
    columns,
    metrics,
    filters: validateFilters(query['filters'], problems),
    where: clause(extras, query, 'where'),
    having: clause(extras, query, 'having'),
    timeGrain: text(extras['time_grain_sqla']),
    relativeStart: text(extras['relative_start']) ?? undefined,
    relativeEnd: text(extras['relative_end']) ?? undefined,
    instantComparison: text(extras['instant_time_comparison_range']) ?? undefined,
    granularity: text(old('granularity_sqla', 'granularity')),
    timeRange: text(query['time_range']),
    timeShift: text(query['time_shift']),
    timeOffsets: list(query['time_offsets']).map(textOf),
    isTimeseries: typeof query['is_timeseries'] === 'boolean' ? query['is_timeseries'] : labels.has('__timestamp'),
    orderby: validateOrder(query['orderby'], problems),
    orderDesc: query['order_desc'] !== false,
    rowLimit: count(query['row_limit'], 'row_limit', problems),
    rowOffset: count(query['row_offset'], 'row_offset', problems) ?? 0,
    seriesColumns,
    seriesLimit: count(old('timeseries_limit', 'series_limit'), 'series_limit', problems) ?? 0,
    seriesLimitMetric: isMetric(seriesLimitMetric) ? seriesLimitMetric : null,
    groupOthers: query['group_others_when_limit_reached'] === true,
    isRowcount: query['is_rowcount'] === true,
    applyFetchValuesPredicate: query['apply_fetch_values_predicate'] === true,
    postProcessing: list(query['post_processing']).filter((step): step is PostProcessingStep & JsonObject => isObject(step) && typeof step['operation'] === 'string'),
    urlParams: isObject(query['url_params']) ? query['url_params'] : {},
    ...(datasource && { datasource }),
    appliedTimeExtras: isObject(query['applied_time_extras']) ? (query['applied_time_extras'] as Record<string, string>) : {},
  };
}
