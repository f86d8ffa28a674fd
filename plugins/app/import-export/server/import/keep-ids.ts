import type { MetadataStore } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

type Dialect = MetadataStore['dialect'];

/**
 * Whether a table never had a row. Only then are ids taken over from a bundle: an id that was in use once may still be named
 * in grants and links.
 */
export async function isUntouched(db: Kysely<unknown>, dialect: Dialect, table: string): Promise<boolean> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
    return !rows.some(({ seq }) => Number(seq) > 0);
  }
  const { rows } = await sql<{ sequence: string | null }>`select pg_get_serial_sequence(${table}, 'id') as sequence`.execute(db);
  const sequence = rows[0]?.sequence;
  if (!sequence) return false;
  const state = await sql<{ is_called: boolean }>`select is_called from ${sql.raw(sequence)}`.execute(db);
  return state.rows[0]?.is_called === false;
}

/** After ids were given by hand: the next id the database gives follows them. SQLite sees to that itself. */
export async function skipIds(db: Kysely<unknown>, dialect: Dialect, table: string): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(db);
}
