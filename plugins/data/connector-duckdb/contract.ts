import { createToken } from '@orrery/sdk';
import type { Connection, QueryExecution } from '@orrery/sdk/server';

/** A table of a database file in the data directory. */
export interface DuckDbTable {
  /** File, relative to the data directory, e.g. `examples.duckdb`. */
  readonly file: string;
  readonly schema?: string | null;
  readonly name: string;
}

/** A file on disk to be loaded; the path comes from trusted code, never from a request. */
export interface DuckDbSource {
  /** Absolute path. */
  readonly path: string;
  readonly format: 'parquet' | 'csv' | 'json';
}

/**
 * Server service: writes into database files. SQL and paths given here are trusted.
 * Readers of the same file are paused while data is published, not while a source is read.
 */
export interface DuckDbLoader {
  /**
   * Replaces a table by the rows of a source, all or nothing.
   * `select` is a select list over the source (default `*`), e.g. `a, b::DATE AS day`, or a whole SELECT in which the file
   * is called `source`, e.g. `SELECT a, count(*) AS n FROM source WHERE a > 1 GROUP BY a`.
   * Rejects with ConnectorError.
   */
  load(table: DuckDbTable, source: DuckDbSource, options?: { readonly select?: string }): Promise<{ readonly rows: number }>;
  /** Runs trusted statements in one transaction. Rejects with ConnectorError and changes nothing. */
  execute(file: string, sql: string): Promise<void>;
  /** Gives `work` an empty scratch database that may read files, and removes it afterwards. Aborting stops its statements. */
  stage<T>(work: (stage: DuckDbStage) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A scratch database for data on its way. SQL given here is trusted. All reject with ConnectorError. */
export interface DuckDbStage {
  /** Runs statements in one transaction, on one connection; answers the rows the last of them changed. */
  run(statements: readonly string[]): Promise<number>;
  query(sql: string): Promise<QueryExecution>;
  /** As `run`, with a file of the data directory attached as `target`; its readers wait meanwhile. */
  publish(file: string, statements: readonly string[]): Promise<number>;
}
export const DuckDbLoader = createToken<DuckDbLoader>('connector-duckdb', 'DuckDbLoader', 1);

/** What DuckDB connections offer beyond {@link Connection}. */
export interface DuckDbConnection extends Connection {
  /** Relative to the data directory. */
  readonly file: string;
  /**
   * Rewrites a SELECT so that each reference to a named table reads from a subquery instead (row-level security).
   * Keys are `schema.table` or `table` in lower case; values are SELECTs.
   */
  rewriteTables(sql: string, replacements: Readonly<Record<string, string>>): Promise<string>;
}
