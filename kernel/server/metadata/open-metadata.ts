import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { MetadataStore } from '@orrery/sdk/server';
import { applyMigrations } from './apply-migrations.ts';
import { createSqliteDialect, SqliteDriver } from './sqlite-driver.ts';

/** The metadata database of a deployment. */
export interface Metadata {
  readonly dialect: 'sqlite' | 'postgres';
  /** The store as one plugin sees it; migrations are recorded under the plugin's id. */
  forPlugin(pluginId: string): MetadataStore;
  close(): Promise<void>;
}

/** Where the metadata is: a PostgreSQL URL, or a file for the embedded SQLite. */
export interface MetadataLocation {
  readonly url?: string;
  readonly file: string;
}

const INT8 = 20;
const NUMERIC = 1700;

/** Opens the metadata database. Rejects with a message that names the place and holds no password. */
export async function openMetadata(location: MetadataLocation): Promise<Metadata> {
  if (location.url) return openPostgres(location.url);
  mkdirSync(dirname(location.file), { recursive: true });
  const driver = new SqliteDriver(location.file);
  const db = new Kysely<unknown>({ dialect: createSqliteDialect(driver) });
  try {
    await db.connection().execute(async () => {});
  } catch (error) {
    throw new Error(`The metadata database ${location.file} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
  return createMetadata('sqlite', db, (work) => driver.hold(() => db.transaction().execute(work)), async () => driver.dataVersion());
}

async function openPostgres(url: string): Promise<Metadata> {
  // int8 (times) and numeric (counts) as numbers: all ours fit into 2^53.
  const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')) };
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types: types as pg.CustomTypesConfig });
  // An idle connection the server closed must not end the process; the pool opens another.
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    const { host, pathname } = new URL(url);
    throw new Error(`The metadata database ${host}${pathname} cannot be reached: ${(error as Error).message}`, { cause: error });
  }
  return createMetadata('postgres', db, (work) => db.transaction().execute(work), async () => {
    const { rows } = await sql<{ version: string }>`select pg_current_snapshot()::text as version`.execute(db);
    return rows[0]?.version ?? '';
  });
}

function createMetadata(
  dialect: 'sqlite' | 'postgres',
  db: Kysely<unknown>,
  transaction: <R>(work: (db: Kysely<unknown>) => Promise<R>) => Promise<R>,
  dataVersion: () => Promise<string>,
): Metadata {
  return {
    dialect,
    forPlugin: (pluginId) => ({
      dialect,
      db: <T>() => db as unknown as Kysely<T>,
      transaction: <T, R>(work: (db: Kysely<T>) => Promise<R>) => transaction((trx) => work(trx as unknown as Kysely<T>)),
      dataVersion,
      migrate: (migrations) => applyMigrations(dialect, db, transaction, pluginId, migrations),
    }),
    close: () => db.destroy(),
  };
}
