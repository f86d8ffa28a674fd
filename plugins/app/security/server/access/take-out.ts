import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What of a table is about to be deleted, with the column its rows are named by and the link tables that name them. */
export interface Leaving {
  readonly table: string;
  readonly name: string;
  readonly links: readonly (readonly [table: string, column: string])[];
}

/**
 * First step of a delete: takes the rows and all their links. Changes of security lock rows first and the version last
 * (`touchSecurity`); a delete that took its rows after the version would wait for a change that waits for it.
 * Renaming, as it changes a unique name, is a lock no new link to the row gets past.
 */
export async function takeOut<T>(db: Kysely<T>, { table, name, links }: Leaving, ids: readonly number[]): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(name)} = '~deleted~' || cast(id as varchar(20)) where id in (${sql.join(ids)})`.execute(db);
  for (const [link, column] of links) await sql`delete from ${sql.table(link)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(db);
}
