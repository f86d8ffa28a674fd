import type { GenericType, JsonObject, JsonSchema } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';

/** One column of a result. `type` is the engine's own name. @public */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
  readonly generic: GenericType;
}

/**
 * A batch of rows, by column; temporal values are epoch milliseconds UTC, others text. Numbers a JavaScript number cannot
 * hold (whole ones beyond 2^53, long decimals) are texts of their digits in a numeric column: answers write them as JSON numbers. @public
 */
export interface ResultBatch {
  readonly columns: readonly (readonly (string | number | boolean | null)[])[];
  readonly rowCount: number;
}

/** @public */
export interface QueryExecution {
  readonly columns: readonly ResultColumn[];
  readonly batches: AsyncIterable<ResultBatch>;
}

/** @public */
export interface ExecuteOptions {
  /** Cancels in the database, not only here. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Rows after which reading stops. */
  readonly maxRows: number;
  readonly catalog?: string | null;
  readonly schema?: string | null;
  /** `read` refuses anything but one SELECT. */
  readonly mode: 'read' | 'write';
}

/** @public */
export interface TableRef {
  readonly catalog?: string | null;
  readonly schema?: string | null;
  readonly name: string;
}

/** A key or index of a table. @public */
export interface TableKey {
  readonly kind: 'pk' | 'fk' | 'index';
  readonly name: string | null;
  readonly columns: readonly string[];
  /** Foreign keys: what they point at. */
  readonly references?: { readonly table: TableRef; readonly columns: readonly string[] };
}

/** What an engine tells of a table beside its columns. @public */
export interface TableDetails {
  readonly keys: readonly TableKey[];
  readonly comment?: string | null;
  /** Comments of columns by name. */
  readonly columnComments?: Readonly<Record<string, string>>;
}

/** An open database of an engine. @public */
export interface Connection {
  execute(sql: string, options: ExecuteOptions): Promise<QueryExecution>;
  catalogs(): Promise<readonly string[]>;
  schemas(catalog?: string | null): Promise<readonly string[]>;
  tables(schema?: string | null, catalog?: string | null): Promise<readonly { readonly name: string; readonly kind: 'table' | 'view' | 'materialized_view' }[]>;
  columns(table: TableRef): Promise<readonly ResultColumn[]>;
  /** Keys, indexes and comments of a table; absent when the engine has none to tell. */
  details?(table: TableRef): Promise<TableDetails>;
  /** Names of the functions the engine offers, sorted; absent when it cannot tell. */
  functionNames?(): Promise<readonly string[]>;
  /** Columns of a SELECT, without running it to the end. */
  describe(sql: string, options: ExecuteOptions): Promise<readonly ResultColumn[]>;
  close(): Promise<void>;
}

/** How an engine writes SQL. Pure. @public */
export interface SqlDialect {
  readonly name: string;
  identifier(name: string): string;
  literal(value: string | number | boolean | null): string;
  /** A timestamp literal from an instant (epoch ms, UTC) for a column of the given type. */
  timestamp(ms: number, columnType: string | null): string;
  /** ISO duration (`P1D`) → expression over a column expression; absent grains are not offered. */
  readonly timeGrains: Readonly<Record<string, (expression: string) => string>>;
  /** `epoch_s`, `epoch_ms` columns to timestamps. */
  fromEpoch(expression: string, unit: 's' | 'ms'): string;
  limit(sql: string, rows: number, offset: number): string;
  /** `column ILIKE pattern`, for engines without it lower() on both sides. */
  ilike(expression: string, pattern: string): string;
  qualify(table: TableRef): string;
  /** The expression as text, for LIKE on other types; default `CAST(x AS VARCHAR)`. */
  castText?(expression: string): string;
  /** A text expression as a timestamp; default `CAST(x AS TIMESTAMP)`. */
  castTimestamp?(expression: string): string;
  /** Longest name of a column of a result, in characters; longer labels are replaced by a hash inside the statement. */
  readonly maxIdentifierLength?: number;
  /** True for engines that keep unquoted names in upper case; `identifier` then leaves plain lower-case names unquoted. */
  readonly upperCaseNames?: boolean;
  /** `column IS TRUE`; default `x IS true`. */
  isBoolean?(expression: string, value: boolean): string;
  /** True when ORDER BY must repeat the expression of a selected item instead of its alias; `shadowed`: only when the alias is the name of another column, too. */
  readonly orderByExpression?: boolean | 'shadowed';
  /** True when GROUP BY must use the alias of a selected item, because the engine resolves aliases first (ClickHouse). */
  readonly groupByAlias?: boolean;
}

/** An error of an engine in the contract's terms. @public */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  /** Names of the connection parameters to look at, e.g. `['host']`. */
  readonly fields: readonly string[];
  /** `fields`: connection parameters at fault. Messages never hold secrets. */
  constructor(code: ConnectorErrorCode, message: string, cause?: unknown, fields: readonly string[] = []) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectorError';
    this.code = code;
    this.fields = fields;
  }
}

/** Statements: the first row; connections: the second (contract §0.4 has the answers for each). @public */
export type ConnectorErrorCode =
  | 'syntax' | 'missing-table' | 'missing-column' | 'missing-schema' | 'timeout' | 'cancelled' | 'memory' | 'refused' | 'unavailable' | 'engine'
  | 'missing-parameters' | 'invalid-hostname' | 'invalid-port' | 'port-closed' | 'host-down' | 'invalid-username' | 'invalid-password' | 'access-denied' | 'unknown-database' | 'missing-driver';

/** In whose name a database is asked: that of the caller, not of its stored account. @public */
export interface Impersonation {
  /** Never empty, without control characters. What else an engine's names cannot hold, its connector refuses. */
  readonly username: string;
}

/** @public */
export interface ConnectorContribution {
  /** The `backend` of a database, e.g. `duckdb`. */
  readonly engine: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  /** JSON Schema of the connection form. */
  readonly parameters: JsonSchema;
  /** Prefix of `sqlalchemy_uri`s this engine answers to, e.g. `duckdb`. */
  readonly uriSchemes: readonly string[];
  /** Name of the driver as the API shows it, e.g. `pg`. */
  readonly driver?: string;
  /** Files can be uploaded into tables of this engine. */
  readonly supportsUpload?: boolean;
  /** Catalogs (databases of one server) can be chosen per query. */
  readonly supportsCatalogs?: boolean;
  /** `open` heeds `impersonate`; databases of other engines cannot be set to be asked in the name of callers. */
  readonly supportsImpersonation?: boolean;
}

/** @public */
export interface ConnectorCode {
  readonly dialect: SqlDialect;
  /**
   * Opens (or shares) a connection for a database's decrypted parameters; with `impersonate` all it does is done in that name, and it
   * is shared with nobody else. Rejects with ConnectorError.
   */
  open(database: { readonly id: number; readonly uuid: string; readonly name: string; readonly parameters: JsonObject; readonly impersonate?: Impersonation }): Promise<Connection>;
}

/** Database engines; owned by the database plugin. @public */
export const Connectors = createExtensionPoint<ConnectorContribution, ConnectorCode>({ id: 'database.connectors', version: 1 });
