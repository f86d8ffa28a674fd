import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { HttpError } from '@orrery/sdk/server';

/** Refuses a name another row of the table has, in whatever case: 422 on the field. */
export async function requireFree<T>(db: Kysely<T>, table: string, field: string, name: unknown, ownId?: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where lower(${sql.ref(field)}) = lower(${String(name)})`.execute(db);
  if (rows.some(({ id }) => id !== ownId)) throw new HttpError(422, { message: { [field]: ['Already exists.'] } });
}
