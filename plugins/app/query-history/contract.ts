import { createToken } from '@orrery/sdk';
import type { Disposable, JsonObject } from '@orrery/sdk';

/** `pending → running → success | failed | stopped | timed_out`; also `scheduled`, `fetching` (contract §10.4). */
export type QueryStatus = 'scheduled' | 'pending' | 'running' | 'fetching' | 'success' | 'failed' | 'stopped' | 'timed_out';

/** How the row limit came about (contract §10.2). */
export type LimitingFactor = 'UNKNOWN' | 'NOT_LIMITED' | 'QUERY' | 'DROPDOWN' | 'QUERY_AND_DROPDOWN';

/** A row of the table `query`. Times are epoch ms, flags 0/1. */
export interface QueryRecord {
  readonly id: number;
  readonly uuid: string;
  readonly client_id: string;
  readonly database_id: number;
  readonly user_id: number | null;
  readonly status: QueryStatus;
  readonly tab_name: string | null;
  readonly sql_editor_id: string | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  /** The SELECT that reads what a CTAS wrote. */
  readonly select_sql: string | null;
  readonly executed_sql: string | null;
  /** JSON text of `[{catalog, schema, table}]`. */
  readonly sql_tables: string | null;
  readonly limit: number | null;
  readonly limiting_factor: LimitingFactor;
  readonly select_as_cta: number;
  readonly select_as_cta_used: number;
  readonly ctas_method: 'TABLE' | 'VIEW' | null;
  readonly tmp_table_name: string | null;
  readonly tmp_schema_name: string | null;
  /** 0–100. */
  readonly progress: number;
  readonly rows: number | null;
  readonly error_message: string | null;
  readonly results_key: string | null;
  readonly start_time: number;
  readonly start_running_time: number | null;
  readonly end_time: number | null;
  readonly end_result_backend_time: number | null;
  readonly tracking_url: string | null;
  /** JSON text. */
  readonly extra_json: string | null;
  readonly changed_on: number;
}

/** Tables of the metadata database other plugins may join. */
export interface QueryTables {
  query: { -readonly [K in keyof QueryRecord]: QueryRecord[K] };
}

/** A query about to run. */
export type NewQuery = Pick<QueryRecord, 'client_id' | 'database_id' | 'user_id' | 'sql'> & Partial<Omit<QueryRecord, 'id' | 'uuid' | 'changed_on'>>;

/** What may change while it runs. */
export type QueryChange = Partial<Omit<QueryRecord, 'id' | 'uuid' | 'client_id' | 'user_id' | 'changed_on'>>;

/** A query as SQL Lab's calls answer it (contract §10.6). */
export interface QueryObject {
  readonly id: string;
  readonly queryId: number;
  readonly serverId: number;
  readonly state: QueryStatus;
  readonly extra: JsonObject;
  readonly [key: string]: unknown;
}

/** Server service: the record of queries. */
export interface QueryHistory {
  /** Stores a query, `pending` and started now unless said otherwise. */
  add(query: NewQuery): Promise<QueryRecord>;
  /**
   * Changes a query and answers it as it is then; undefined when it is gone. A change with `status` holds only while the query
   * has not ended: what a user stopped stays stopped.
   */
  change(id: number, change: QueryChange): Promise<QueryRecord | undefined>;
  get(id: number): Promise<QueryRecord | undefined>;
  /** A user's newest query of a client id. */
  find(clientId: string, userId: number | null): Promise<QueryRecord | undefined>;
  describe(records: readonly QueryRecord[]): Promise<readonly QueryObject[]>;
  /** Hears of queries to stop, in every process. Answers true when it ran here and is cancelled; throws when it cannot be. */
  onStop(stop: (query: QueryRecord) => boolean | Promise<boolean>): Disposable;
}
export const QueryHistory = createToken<QueryHistory>('query-history', 'QueryHistory', 1);
