import type { ChartDataResult, QueryContext, User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { Cache } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../app/database/contract.ts';
import type { DatasetRecord, DatasetService } from '../../../app/dataset/contract.ts';
import type { QueryService } from '../contract.ts';
import { cacheKey } from './cache/cache-key.ts';
import { cacheTimeout, createResultCache } from './cache/result-cache.ts';
import type { ValidContext, ValidQuery } from './context/query-plan.ts';
import { metricLabel } from './context/query-plan.ts';
import { validateContext } from './context/validate-context.ts';
import { QueryError } from './query-error.ts';
import { shortenResult } from './result/shape-result.ts';
import type { LimitConfig } from './run/limits.ts';
import { effectiveLimits } from './run/limits.ts';
import { reshapeQuery } from './run/reshape-query.ts';
import type { QueryRun } from './run/run-query.ts';
import { prepareQuery, runQuery, statementText } from './run/run-query.ts';
import { rememberFor } from './run/remember-for.ts';
import { SharedFlights } from './run/shared-flight.ts';
import { TimeRangeError } from './time/time-range-error.ts';
import { grainName } from './time/grain-names.ts';

/** What the query engine works with. */
export interface QueryServiceDeps {
  readonly datasets: Pick<DatasetService, 'get' | 'requireAccess'>;
  readonly databases: Pick<DatabaseService, 'connect'>;
  readonly cache: Cache;
  readonly config: LimitConfig;
  /** `cache_timeout` of a saved chart, seconds. */
  readonly chartCacheTimeout?: (chartId: number) => Promise<number | null>;
  /** Told when a result could not be stored; the answer is not affected. */
  readonly onCacheFailure?: (error: unknown) => void;
  readonly now?: () => number;
}

/** Connections are shared and cheap to keep; looking one up costs as much as a small query. */
const CONNECTION_MS = 5000;

type Opened = Awaited<ReturnType<DatabaseService['connect']>>;

/** Turns failures into the contract's bodies; texts are for the user, details stay here. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof QueryError || error instanceof TimeRangeError) return new HttpError(400, `Error: ${error.message}`, error);
  if (error instanceof ConnectorError) return new HttpError(error.code === 'unavailable' ? 503 : 400, `Error: ${error.message}`, error);
  throw error;
}

/** The engine behind `/api/v1/chart/data`. */
export function createQueryService(deps: QueryServiceDeps): QueryService {
  const now = deps.now ?? Date.now;
  const results = createResultCache(deps.cache, deps.onCacheFailure ?? (() => undefined));
  const connect = rememberFor(CONNECTION_MS, deps.databases.connect, now);
  const flights = new SharedFlights();

  async function timeoutOf(context: ValidContext, dataset: DatasetRecord): Promise<number> {
    const chartId = context.formData['slice_id'];
    const chart = typeof chartId === 'number' && chartId > 0 ? ((await deps.chartCacheTimeout?.(chartId)) ?? null) : null;
    return cacheTimeout(context.customCacheTimeout, chart, dataset.cache_timeout, dataset.database.cache_timeout, deps.config.cacheTimeout);
  }

  function answerRows(context: ValidContext, run: QueryRun, force: boolean, signal: AbortSignal): Promise<ChartDataResult> {
    const key = cacheKey(run.query, run.dataset, run.limits, [String(context.formData['x_axis'] ?? '')]);
    return flights.run(`${key}${force ? ':force' : ''}`, signal, async (shared) => {
      const cached = force ? undefined : await results.get(key);
      if (cached) return { ...cached, cache_key: key, is_cached: true };
      const timeout = await timeoutOf(context, run.dataset);
      const item = { ...(await runQuery({ ...run, signal: shared })), cache_timeout: timeout };
      results.set(key, { ...item, cached_dttm: new Date(now()).toISOString().slice(0, 19) }, timeout);
      return { ...item, cache_key: key, cached_dttm: null, is_cached: false };
    });
  }

  async function answer(context: ValidContext, valid: ValidQuery, dataset: DatasetRecord, open: () => Promise<Opened>, signal: AbortSignal): Promise<ChartDataResult> {
    if (valid.resultType === 'columns') return listItem(dataset.columns.map((column) => ({ column_name: column.column_name, verbose_name: column.verbose_name ?? null, dtype: column.type_generic })));
    const { dialect } = await open();
    if (valid.resultType === 'timegrains') {
      return listItem(Object.entries(dialect.timeGrains).map(([duration, write]) => ({ name: grainName(duration), function: write('{col}'), duration })));
    }
    const query = reshapeQuery(valid, dataset);
    const run: QueryRun = {
      query,
      dataset,
      dialect,
      formData: context.formData,
      limits: effectiveLimits(query, context.formData, deps.config),
      config: deps.config,
      connect: async () => (await open()).connection,
      signal,
      now: now(),
    };
    if (valid.resultType === 'query') {
      const { built } = await prepareQuery(run);
      return { language: 'sql', query: statementText([built.sql]), data: [], colnames: [], coltypes: [], rowcount: 0 };
    }
    const item = await answerRows(context, run, context.force, signal);
    return valid.resultType === 'results' ? shortenResult(item) : item;
  }

  /** The totals query of percent metrics runs first; its row feeds every contribution step (contract §3.10). */
  async function withTotals(context: ValidContext, runOne: (query: ValidQuery) => Promise<ChartDataResult>): Promise<readonly ValidQuery[]> {
    const usesContribution = (query: ValidQuery): boolean => query.postProcessing.some(({ operation }) => operation === 'contribution');
    const totals = context.queries.find((query) => query.columns.length === 0 && (query.metrics?.length ?? 0) > 0 && query.postProcessing.length === 0 && !query.isRowcount);
    if (!totals || !context.queries.some(usesContribution)) return context.queries;
    const [row] = (await runOne({ ...totals, rowLimit: null, rowOffset: 0, resultType: 'full' })).data;
    const sums = Object.fromEntries((totals.metrics ?? []).map((metric) => [metricLabel(metric), row?.[metricLabel(metric)] ?? 0]));
    return context.queries.map((query) => ({
      ...query,
      postProcessing: query.postProcessing.map((step) => (step.operation === 'contribution' ? { ...step, options: { ...step.options, contribution_totals: sums } } : step)),
    }));
  }

  return {
    async run(context: QueryContext, user: User, signal: AbortSignal) {
      try {
        const valid = validateContext(context);
        const dataset = valid.datasource.type === 'table' || valid.datasource.type === 'dataset' ? await deps.datasets.get(valid.datasource.id) : undefined;
        if (!dataset) throw new HttpError(404, 'Not found');
        deps.datasets.requireAccess(user, dataset);
        let opened: Promise<Opened> | undefined;
        const open = (): Promise<Opened> => (opened ??= connect(dataset.database.id));
        const runOne = (query: ValidQuery): Promise<ChartDataResult> => answer(valid, query, dataset, open, signal);
        const queries = await withTotals(valid, runOne);
        return await Promise.all(queries.map(runOne));
      } catch (error) {
        throw toHttpError(error);
      }
    },
  };
}

/** Items that list something instead of rows. */
function listItem(data: readonly Readonly<Record<string, string | number | null>>[]): ChartDataResult {
  return { data, colnames: [], coltypes: [], rowcount: data.length };
}
