import type { JsonObject, QueryContext, User } from '@orrery/sdk';
import { ConnectorError, HttpError, sip40 } from '@orrery/sdk/server';
import type { Cache } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../app/database/contract.ts';
import type { DatasetRecord } from '../../../app/dataset/contract.ts';
import type { QueryService } from '../contract.ts';
import { cacheKey } from './cache/cache-key.ts';
import { cacheTimeout } from './cache/cache-timeout.ts';
import { createResultCache } from './cache/result-cache.ts';
import type { DatasourceRef, ValidContext, ValidQuery } from './context/query-plan.ts';
import { validateContext } from './context/validate-context.ts';
import { QueryError } from './query-error.ts';
import type { RawItem } from './result/raw-item.ts';
import { listItem, parseItem } from './result/raw-item.ts';
import { shortenItem } from './result/shape-result.ts';
import type { Datasources } from './run/datasources.ts';
import type { LimitConfig } from './run/limits.ts';
import { effectiveLimits } from './run/limits.ts';
import type { PlanRequest, QueryPlanner } from './run/query-planner.ts';
import { reshapeQuery, withTooltipColumns } from './run/reshape-query.ts';
import type { QueryRun } from './run/run-query.ts';
import { prepareQuery, runQuery, statementText } from './run/run-query.ts';
import { rememberFor } from './run/remember-for.ts';
import { SharedFlights } from './run/shared-flight.ts';
import { withTotals } from './run/with-totals.ts';
import type { FrameThread } from './thread/frame-thread.ts';
import { TimeRangeError } from './time/time-range-error.ts';
import { grainName } from './time/grain-names.ts';

/** What the query engine works with. */
export interface QueryEngineDeps {
  /** Finds what queries read, for those who may read it. */
  readonly datasources: Datasources;
  /** Puts row-level security and templates in place. */
  readonly planner: QueryPlanner;
  readonly databases: Pick<DatabaseService, 'connect'>;
  /** Where results are post-processed. */
  readonly thread: FrameThread;
  readonly cache: Cache;
  readonly config: LimitConfig;
  /** `cache_timeout` of a saved chart, seconds. */
  readonly chartCacheTimeout?: (chartId: number) => Promise<number | null>;
  /** Changes when results of a dataset must no longer be used (`/cachekey/invalidate`). */
  readonly cacheGeneration?: (datasetId: number) => Promise<number>;
  /** What of the user decides about the rows of a database besides rules; undefined for all the same. */
  readonly userKey?: (user: User, databaseId: number) => Promise<string | undefined>;
  /** Told when a result could not be stored; the answer is not affected. */
  readonly onCacheFailure?: (error: unknown) => void;
  readonly now?: () => number;
}

/** Connections are shared and cheap to keep; looking one up costs as much as a small query. */
const CONNECTION_MS = 5000;

type Opened = Awaited<ReturnType<DatabaseService['connect']>>;

/** What clients make of a 504 themselves (contract §0.4). Not 408: browsers send such a request again, and with it the slow query. */
function timeoutError(error: ConnectorError): HttpError {
  const { status, body } = sip40(504, 'BACKEND_TIMEOUT_ERROR', error.message, {
    issueCodes: [
      { code: 1000, message: 'Issue 1000 - The datasource is too large to query.' },
      { code: 1001, message: 'Issue 1001 - The database is under an unusual load.' },
    ],
  });
  return new HttpError(status, body as { readonly errors: readonly unknown[] }, error);
}

/** Turns failures into the contract's bodies; texts are for the user, details stay here. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof QueryError || error instanceof TimeRangeError) return new HttpError(400, `Error: ${error.message}`, error);
  if (error instanceof ConnectorError && error.code === 'timeout') return timeoutError(error);
  if (error instanceof ConnectorError) return new HttpError(error.code === 'unavailable' ? 503 : 400, `Error: ${error.message}`, error);
  throw error;
}

/** The engine behind `/api/v1/chart/data`; routes take its items as bytes, other plugins as objects ({@link toQueryService}). */
export interface QueryEngine {
  /** Throws HttpError with the contract's body. */
  run(context: unknown, user: User, signal: AbortSignal, urlQuery?: UrlQuery): Promise<readonly RawItem[]>;
  /** The answer when all of it is cached; never runs a query. */
  cached(context: unknown, user: User, signal: AbortSignal, urlQuery?: UrlQuery): Promise<readonly RawItem[] | undefined>;
  /** The queries of a context checked, secured and ready to run, for those who read their rows another way; undefined for an item without rows. */
  plan(context: unknown, user: User, signal: AbortSignal, urlQuery?: UrlQuery): Promise<readonly (QueryRun | undefined)[]>;
}

/** Query string of a request, for `url_param()`. */
export type UrlQuery = Readonly<Record<string, unknown>>;

/** Who asks, and how. */
interface Asked {
  readonly context: ValidContext;
  readonly user: User;
  readonly urlQuery: UrlQuery;
  readonly signal: AbortSignal;
  readonly rows: AnswerRows;
}

/** How the rows of one query are answered. */
type AnswerRows = (context: ValidContext, run: QueryRun & Asker, signal: AbortSignal) => Promise<RawItem>;

interface Asker {
  readonly user: User;
  /** In whose name the database is asked; undefined for its stored account. */
  readonly inNameOf: string | undefined;
}

/** Ends an answer that was only wanted from the cache. */
class NotCached extends Error {}

export function toQueryService(engine: QueryEngine): Omit<QueryService, 'download'> {
  return {
    run: async (context: QueryContext, user, signal) => (await engine.run(context, user, signal)).map(parseItem),
    cached: async (context: QueryContext, user, signal) => (await engine.cached(context, user, signal))?.map(parseItem),
  };
}

export function createQueryEngine(deps: QueryEngineDeps): QueryEngine {
  const now = deps.now ?? Date.now;
  const results = createResultCache(deps.cache, deps.onCacheFailure ?? (() => undefined));
  /** By database and caller, as text: one may be asked in the caller's name. */
  const connect = rememberFor(
    CONNECTION_MS,
    (key: string) => {
      const [id, caller] = JSON.parse(key) as [number, Pick<User, 'username' | 'isAnonymous'>];
      return deps.databases.connect(id, caller);
    },
    now,
  );
  const flights = new SharedFlights();

  async function timeoutOf(context: ValidContext, dataset: DatasetRecord): Promise<number> {
    const chartId = context.formData['slice_id'];
    const chart = typeof chartId === 'number' && chartId > 0 ? ((await deps.chartCacheTimeout?.(chartId)) ?? null) : null;
    return cacheTimeout(context.customCacheTimeout, chart, dataset.cache_timeout, dataset.database.cache_timeout, deps.config.cacheTimeout);
  }

  async function keyOf(run: QueryRun & Asker): Promise<string> {
    const generation = (await deps.cacheGeneration?.(run.dataset.id)) ?? 0;
    const own = await deps.userKey?.(run.user, run.dataset.database.id);
    // Beside the settings of the database, which may have changed meanwhile, what the open connection really does.
    const inName = run.inNameOf === undefined ? [] : [`in the name of ${run.inNameOf}`];
    return cacheKey(run.plan, run.limits, own === undefined ? [String(generation), ...inName] : [String(generation), own, ...inName]);
  }

  const readCached: AnswerRows = async (context, run) => {
    const key = await keyOf(run);
    const found = context.force ? undefined : await results.get(key);
    if (!found) throw new NotCached();
    return { data: found.data, head: { ...found.head, cache_key: key, is_cached: true } };
  };

  const answerRows: AnswerRows = async (context, run, signal) => {
    const key = await keyOf(run);
    return flights.run(`${key}${context.force ? ':force' : ''}`, signal, async (shared) => {
      const cached = context.force ? undefined : await results.get(key);
      if (cached) return { data: cached.data, head: { ...cached.head, cache_key: key, is_cached: true } };
      const timeout = await timeoutOf(context, run.dataset);
      const { head, data } = await runQuery({ ...run, signal: shared });
      const kept = { ...head, cache_timeout: timeout };
      results.set(key, { data, head: { ...kept, cached_dttm: new Date(now()).toISOString().slice(0, 19) } }, timeout);
      return { data, head: { ...kept, cache_key: key, cached_dttm: null, is_cached: false } };
    });
  };

  async function answer({ context, user, urlQuery, signal, rows }: Asked, valid: ValidQuery, dataset: DatasetRecord, open: () => Promise<Opened>): Promise<RawItem> {
    if (valid.resultType === 'columns') {
      return listItem(dataset.columns.map((column) => ({ column_name: column.column_name, verbose_name: column.verbose_name ?? null, dtype: column.type_generic })));
    }
    const { dialect, connection, inNameOf } = await open();
    if (valid.resultType === 'timegrains') {
      return listItem(Object.entries(dialect.timeGrains).map(([duration, write]) => ({ name: grainName(duration), function: write('{col}'), duration })));
    }
    const known = deps.config.hasInstantComparison ? valid : { ...valid, instantComparison: undefined };
    const query = reshapeQuery(withTooltipColumns(known, context.formData['tooltip_contents'], dataset), dataset);
    const request: PlanRequest = { user, dataset, dialect, formData: context.formData, urlQuery, now: now() };
    const run: QueryRun & Asker = {
      user,
      inNameOf,
      query,
      dataset,
      dialect,
      plan: await deps.planner.plan(query, request),
      planShifted: (temporal) => deps.planner.planTemporal(temporal, request),
      limits: effectiveLimits(query, context.formData, deps.config),
      config: deps.config,
      thread: deps.thread,
      connect: () => Promise.resolve(connection),
      signal,
      now: request.now,
    };
    if (valid.resultType === 'query') {
      const { built } = await prepareQuery(run);
      const item = listItem([]);
      return { ...item, head: { ...item.head, language: 'sql', query: statementText([built.sql]) } };
    }
    const item = await rows(context, run, signal);
    return valid.resultType === 'results' ? shortenItem(item) : item;
  }

  /** The dataset of a query, when the user may read it there. */
  function readableDataset(ref: DatasourceRef, user: User, formData: JsonObject, body: unknown): Promise<DatasetRecord> {
    const [dashboardId, chartId] = [formData['dashboardId'], formData['slice_id']];
    return deps.datasources.readable(ref, user, { ...(typeof dashboardId === 'number' && { dashboardId }), ...(typeof chartId === 'number' && { chartId }), context: body });
  }

  async function answerAll(body: unknown, user: User, signal: AbortSignal, rows: AnswerRows, urlQuery: UrlQuery = {}): Promise<readonly RawItem[]> {
    try {
      const context = validateContext(body);
      const main = await readableDataset(context.datasource, user, context.formData, body);
      const asked: Asked = { context, user, urlQuery, signal, rows };
      const runOne = async (query: ValidQuery): Promise<RawItem> => {
        const dataset = query.datasource ? await readableDataset(query.datasource, user, context.formData, body) : main;
        return answer(asked, query, dataset, () => connect(JSON.stringify([dataset.database.id, { username: user.username, isAnonymous: user.isAnonymous }])));
      };
      const queries = await withTotals(context.queries, runOne);
      return await Promise.all(queries.map(runOne));
    } catch (error) {
      if (error instanceof NotCached) throw error;
      throw toHttpError(error);
    }
  }

  return {
    run: (body, user, signal, urlQuery) => answerAll(body, user, signal, answerRows, urlQuery),
    async cached(body, user, signal, urlQuery) {
      try {
        return await answerAll(body, user, signal, readCached, urlQuery);
      } catch (error) {
        if (error instanceof NotCached) return undefined;
        throw error;
      }
    },
    async plan(body, user, signal, urlQuery) {
      // By the bytes: a shortened item is another object around the same ones.
      const runs = new Map<Buffer, QueryRun>();
      const items = await answerAll(body, user, signal, (_context, run) => {
        const item = listItem([]);
        runs.set(item.data, run);
        return Promise.resolve(item);
      }, urlQuery);
      return items.map(({ data }) => runs.get(data));
    },
  };
}
