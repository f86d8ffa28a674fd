import type { QueryContext, User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { Cache } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../app/database/contract.ts';
import type { DatasetRecord, DatasetService } from '../../../app/dataset/contract.ts';
import type { QueryService } from '../contract.ts';
import { cacheKey } from './cache/cache-key.ts';
import { cacheTimeout } from './cache/cache-timeout.ts';
import { createResultCache } from './cache/result-cache.ts';
import type { ValidContext, ValidQuery } from './context/query-plan.ts';
import { validateContext } from './context/validate-context.ts';
import { QueryError } from './query-error.ts';
import type { RawItem } from './result/raw-item.ts';
import { listItem, parseItem } from './result/raw-item.ts';
import { shortenItem } from './result/shape-result.ts';
import type { LimitConfig } from './run/limits.ts';
import { effectiveLimits } from './run/limits.ts';
import { reshapeQuery } from './run/reshape-query.ts';
import type { QueryRun } from './run/run-query.ts';
import { prepareQuery, runQuery, statementText } from './run/run-query.ts';
import { rememberFor } from './run/remember-for.ts';
import { SharedFlights } from './run/shared-flight.ts';
import { withTotals } from './run/with-totals.ts';
import { TimeRangeError } from './time/time-range-error.ts';
import { grainName } from './time/grain-names.ts';

/** What the query engine works with. */
export interface QueryEngineDeps {
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

/** The engine behind `/api/v1/chart/data`; routes take its items as bytes, other plugins as objects ({@link toQueryService}). */
export interface QueryEngine {
  /** Throws HttpError with the contract's body. */
  run(context: unknown, user: User, signal: AbortSignal): Promise<readonly RawItem[]>;
}

export function toQueryService(engine: QueryEngine): QueryService {
  return { run: async (context: QueryContext, user, signal) => (await engine.run(context, user, signal)).map(parseItem) };
}

export function createQueryEngine(deps: QueryEngineDeps): QueryEngine {
  const now = deps.now ?? Date.now;
  const results = createResultCache(deps.cache, deps.onCacheFailure ?? (() => undefined));
  const connect = rememberFor(CONNECTION_MS, deps.databases.connect, now);
  const flights = new SharedFlights();

  async function timeoutOf(context: ValidContext, dataset: DatasetRecord): Promise<number> {
    const chartId = context.formData['slice_id'];
    const chart = typeof chartId === 'number' && chartId > 0 ? ((await deps.chartCacheTimeout?.(chartId)) ?? null) : null;
    return cacheTimeout(context.customCacheTimeout, chart, dataset.cache_timeout, dataset.database.cache_timeout, deps.config.cacheTimeout);
  }

  function answerRows(context: ValidContext, run: QueryRun, signal: AbortSignal): Promise<RawItem> {
    const key = cacheKey(run.query, run.dataset, run.limits, [String(context.formData['x_axis'] ?? '')]);
    return flights.run(`${key}${context.force ? ':force' : ''}`, signal, async (shared) => {
      const cached = context.force ? undefined : await results.get(key);
      if (cached) return { data: cached.data, head: { ...cached.head, cache_key: key, is_cached: true } };
      const timeout = await timeoutOf(context, run.dataset);
      const { head, data } = await runQuery({ ...run, signal: shared });
      const kept = { ...head, cache_timeout: timeout };
      results.set(key, { data, head: { ...kept, cached_dttm: new Date(now()).toISOString().slice(0, 19) } }, timeout);
      return { data, head: { ...kept, cache_key: key, cached_dttm: null, is_cached: false } };
    });
  }

  async function answer(context: ValidContext, valid: ValidQuery, dataset: DatasetRecord, open: () => Promise<Opened>, signal: AbortSignal): Promise<RawItem> {
    if (valid.resultType === 'columns') {
      return listItem(dataset.columns.map((column) => ({ column_name: column.column_name, verbose_name: column.verbose_name ?? null, dtype: column.type_generic })));
    }
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
      const item = listItem([]);
      return { ...item, head: { ...item.head, language: 'sql', query: statementText([built.sql]) } };
    }
    const item = await answerRows(context, run, signal);
    return valid.resultType === 'results' ? shortenItem(item) : item;
  }

  return {
    async run(body, user, signal) {
      try {
        const context = validateContext(body);
        const { id, type } = context.datasource;
        const dataset = type === 'table' || type === 'dataset' ? await deps.datasets.get(id) : undefined;
        if (!dataset) throw new HttpError(404, 'Not found');
        deps.datasets.requireAccess(user, dataset);
        let opened: Promise<Opened> | undefined;
        const open = (): Promise<Opened> => (opened ??= connect(dataset.database.id));
        const runOne = (query: ValidQuery): Promise<RawItem> => answer(context, query, dataset, open, signal);
        const queries = await withTotals(context.queries, runOne);
        return await Promise.all(queries.map(runOne));
      } catch (error) {
        throw toHttpError(error);
      }
    },
  };
}
