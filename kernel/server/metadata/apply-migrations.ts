import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration, MigrationHelpers } from '@orrery/sdk/server';

interface Tables {
  orrery_migration: { plugin: string; name: string; applied_on: number };
}

/** Any constant does; all Orrery processes must agree on it. */
const ADVISORY_LOCK = 7_204_519;

/** Applies outstanding migrations in order of name, each in a transaction of its own, once across processes. */
export async function applyMigrations(
  dialect: 'sqlite' | 'postgres',
  untyped: Kysely<unknown>,
  transaction: <R>(work: (db: Kysely<unknown>) => Promise<R>) => Promise<R>,
  plugin: string,
  migrations: readonly Migration[],
): Promise<void> {
  const names = migrations.map((migration) => migration.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`Plugin ${plugin} has two migrations named ${twice}`);

  const lock = async (trx: Kysely<unknown>): Promise<void> => {
    // On SQLite BEGIN IMMEDIATE is the lock already.
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
  };
  const applied = async (db: Kysely<unknown>): Promise<Set<string>> => {
    const rows = await (db as Kysely<Tables>).selectFrom('orrery_migration').select('name').where('plugin', '=', plugin).execute();
    return new Set(rows.map((row) => row.name));
  };

  const known = await applied(untyped).catch(async () => {
    await transaction(async (trx) => {
      await lock(trx);
      await trx.schema
        .createTable('orrery_migration')
        .ifNotExists()
        .addColumn('plugin', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('applied_on', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('orrery_migration_pk', ['plugin', 'name'])
        .execute();
    });
    return applied(untyped);
  });

  for (const migration of [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (known.has(migration.name)) continue;
    await transaction(async (trx) => {
      await lock(trx);
      if ((await applied(trx)).has(migration.name)) return;
      await migration.up(trx, helpers(dialect));
      await (trx as Kysely<Tables>).insertInto('orrery_migration').values({ plugin, name: migration.name, applied_on: Date.now() }).execute();
    });
  }
}

function helpers(dialect: 'sqlite' | 'postgres'): MigrationHelpers {
  return {
    dialect,
    withId: (table) =>
      // AUTOINCREMENT: the id of a deleted row is never given to another, as on PostgreSQL.
      dialect === 'sqlite'
        ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey()),
  };
}
