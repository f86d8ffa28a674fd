import { AsyncLocalStorage } from 'node:async_hooks';
import Database from 'libsql';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

const CACHED_STATEMENTS = 256;
/** How long a statement may wait for another process while nothing else runs here. */
const READ_BUSY_MS = 5000;
const WRITE_BUSY_MS = 20;
/** How long a write tries again in all, letting others run in between. */
const WRITE_PATIENCE_MS = 10_000;

type Bound = string | number | bigint | Buffer | null;

/** The driver aborts the whole process on any other type, so nothing else may reach it. */
function toBound(value: unknown): Bound {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'bigint' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') {
    // Bound as a float otherwise, which a text column would keep as '1.0'.
    if (Number.isSafeInteger(value)) return BigInt(value);
    if (Number.isFinite(value)) return value;
    return null;
  }
  if (value instanceof Uint8Array) return Buffer.from(value);
  throw new TypeError(`A ${typeof value} cannot be stored in the metadata database; store text, a number or null`);
}

/** One SQLite connection with its prepared statements. */
class Sqlite {
  private readonly statements = new Map<string, Database.Statement>();
  readonly raw: Database.Database;

  constructor(file: string, busyMs: number) {
    this.raw = new Database(file);
    this.raw.exec(`pragma busy_timeout = ${busyMs}`);
    this.raw.exec('pragma journal_mode = wal');
    // FULL: an acknowledged write survives a power cut, not only a killed process.
    this.raw.exec('pragma synchronous = full');
    this.raw.exec('pragma foreign_keys = on');
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    const parameters = query.parameters.map(toBound);
    const statement = this.prepare(query.sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    if (!/^\s*(?:insert|update|delete|replace|with)\b/i.test(query.sql)) this.statements.clear();
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  prepare(sql: string): Database.Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.raw.prepare(sql);
    if (this.statements.size >= CACHED_STATEMENTS) this.statements.delete(this.statements.keys().next().value as string);
    this.statements.set(sql, statement);
    return statement;
  }
}

/**
 * Two connections to one file: reads never wait for a transaction (WAL), writes queue behind it.
 * Outside a transaction each statement is routed by what it does.
 */
export class SqliteDriver implements Driver {
  private writer!: Sqlite;
  private reader!: Sqlite;
  private tail: Promise<void> = Promise.resolve();
  private version: string | undefined;
  /** Marks code running inside a transaction, which must not wait for the lock it holds itself. */
  private readonly holder = new AsyncLocalStorage<{ open: boolean }>();

  constructor(private readonly file: string) {}

  async init(): Promise<void> {
    this.reader = new Sqlite(this.file, READ_BUSY_MS);
    this.writer = new Sqlite(this.file, WRITE_BUSY_MS);
  }

  async acquireConnection(): Promise<RoutedConnection> {
    return new RoutedConnection(this);
  }

  async beginTransaction(connection: RoutedConnection): Promise<void> {
    connection.release = await this.lock();
    try {
      await patiently(() => this.writer.raw.exec('begin immediate'));
    } catch (error) {
      this.unlock(connection);
      throw error;
    }
  }

  async commitTransaction(connection: RoutedConnection): Promise<void> {
    this.writer.raw.exec('commit');
    this.version = undefined;
    this.unlock(connection);
  }

  async rollbackTransaction(connection: RoutedConnection): Promise<void> {
    try {
      if (this.writer.raw.inTransaction) this.writer.raw.exec('rollback');
    } finally {
      this.unlock(connection);
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.tail;
    this.writer.raw.exec('pragma wal_checkpoint(truncate)');
    this.writer.raw.close();
    this.reader.raw.close();
  }

  /** Runs `work` so that a write past its transaction is an error instead of a dead lock. */
  async hold<R>(work: () => Promise<R>): Promise<R> {
    const state = { open: true };
    try {
      return await this.holder.run(state, work);
    } finally {
      state.open = false;
    }
  }

  read<R>(query: CompiledQuery): QueryResult<R> {
    return this.reader.run(query);
  }

  write<R>(query: CompiledQuery): QueryResult<R> {
    return this.writer.run(query);
  }

  async lockedWrite<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.holder.getStore()?.open) throw new Error('Inside metadata.transaction() write through the database it hands in');
    const release = await this.lock();
    try {
      return await patiently(() => this.writer.run<R>(query));
    } finally {
      this.version = undefined;
      release();
    }
  }

  /** Changes whenever anybody committed to the file; asked once per turn of the event loop, and again after a write of ours. */
  dataVersion(): string {
    if (this.version === undefined) {
      this.version = String((this.reader.prepare('pragma data_version').get([]) as { data_version: number }).data_version);
      setImmediate(() => (this.version = undefined));
    }
    return this.version;
  }

  private async lock(): Promise<() => void> {
    const before = this.tail;
    let release!: () => void;
    this.tail = new Promise((resolve) => (release = resolve));
    await before;
    return release;
  }

  private unlock(connection: RoutedConnection): void {
    connection.release?.();
    connection.release = undefined;
  }
}

/** Another process may hold the write lock; waiting for it inside SQLite would stop this one. */
async function patiently<R>(work: () => R): Promise<R> {
  const until = Date.now() + WRITE_PATIENCE_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY') || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
    }
  }
}

class RoutedConnection implements DatabaseConnection {
  /** Set while a transaction holds the writer. */
  release: (() => void) | undefined;

  constructor(private readonly driver: SqliteDriver) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.release) return this.driver.write(query);
    const reads = query.query.kind === 'SelectQueryNode' || /^\s*select\b/i.test(query.sql);
    return reads ? this.driver.read(query) : this.driver.lockedWrite(query);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** Kysely dialect over {@link SqliteDriver}. */
export function createSqliteDialect(driver: SqliteDriver): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
