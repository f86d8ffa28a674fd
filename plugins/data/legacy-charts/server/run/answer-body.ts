import type { ChartDataResult, JsonObject, QueryObject } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import type { LegacyForm } from '../form/form-values.ts';
import { isObject } from '../form/form-values.ts';
import { TIME } from '../query/time-series-query.ts';
import { ChartError } from '../chart-error.ts';
import type { ChartRun } from './run-chart.ts';

/** One problem of a chart (contract §0.4). */
interface ChartProblem {
  readonly message: string;
  readonly error_type: string;
  readonly level: 'error' | 'warning' | 'info';
  readonly extra: JsonObject;
}

const EMPTY = {
  cache_key: null,
  cached_dttm: null,
  cache_timeout: null,
  is_cached: false,
  query: '',
  from_dttm: null,
  to_dttm: null,
  rowcount: 0,
  sql_rowcount: 0,
  colnames: [],
  coltypes: [],
  applied_filters: [],
  rejected_filters: [],
  annotation_data: {},
} as const;

/** Columns of the rows before they were pivoted. */
function columnsBefore(query: QueryObject, types: (column: string) => GenericType): Pick<ChartDataResult, 'colnames' | 'coltypes'> {
  const dimensions = (query.columns ?? []).map(getColumnLabel);
  const metrics = (query.metrics ?? []).map(getMetricLabel);
  return {
    colnames: [...dimensions, TIME, ...metrics],
    coltypes: [...dimensions.map(types), GenericType.Temporal, ...metrics.map(() => GenericType.Numeric)],
  };
}

/** The answer of a chart that ran (contract §1.10). */
export function answerBody(form: LegacyForm, { data, results }: ChartRun, query: QueryObject | undefined, types: (column: string) => GenericType): JsonObject {
  const [main] = results;
  const isPivoted = (query?.post_processing?.length ?? 0) > 0;
  return {
    ...EMPTY,
    ...(main && {
      cache_key: main.cache_key ?? null,
      cached_dttm: main.cached_dttm ?? null,
      cache_timeout: main['cache_timeout'] ?? null,
      is_cached: results.every((result) => result.is_cached === true),
      from_dttm: main.from_dttm ?? null,
      to_dttm: main.to_dttm ?? null,
      rowcount: isPivoted ? (main.sql_rowcount ?? main.rowcount) : main.rowcount,
      sql_rowcount: main.sql_rowcount ?? main.rowcount,
      ...(isPivoted && query ? columnsBefore(query, types) : { colnames: main.colnames, coltypes: main.coltypes }),
      applied_filters: main.applied_filters ?? [],
      rejected_filters: main.rejected_filters ?? [],
      annotation_data: main.annotation_data ?? {},
    }),
    query: results.map((result) => result.query ?? '').join(''),
    status: 'success',
    stacktrace: null,
    errors: [],
    form_data: form,
    data,
  };
}

/** What is wrong, when it is the chart or its query; anything else is rethrown. */
function problemsOf(error: unknown): readonly ChartProblem[] {
  const problem = (message: string): ChartProblem => ({ message, error_type: 'VIZ_GET_DF_ERROR', level: 'error', extra: {} });
  if (error instanceof ChartError) return [problem(error.message)];
  if (!(error instanceof HttpError) || error.status === 401 || error.status === 403 || error.status === 404 || error.status === 500) throw error;
  const body = isObject(error.body) ? error.body : {};
  if (Array.isArray(body['errors'])) return body['errors'] as readonly ChartProblem[];
  return [problem((typeof body['message'] === 'string' ? body['message'] : error.message).replace(/^Error: /, ''))];
}

/** The answer of a chart that failed, in the same shape. Rethrows refusals and what nobody expected. */
export function failedBody(form: LegacyForm, error: unknown): JsonObject {
  return { ...EMPTY, status: 'failed', stacktrace: null, errors: problemsOf(error), form_data: form, data: null };
}
