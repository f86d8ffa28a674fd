import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { HttpError } from '@orrery/sdk/server';

/** The ids without repetitions; 422 on the field when one is not in the table. */
export async function requireKnown<T>(db: Kysely<T>, table: string, field: string, ids: unknown): Promise<readonly number[]> {
  const wanted = [...new Set(ids as readonly number[])];
  if (wanted.length === 0) return wanted;
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where id in (${sql.join(wanted)})`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0) throw new HttpError(422, { message: { [field]: [`Unknown ids: ${missing.join(', ')}`] } });
  return wanted;
}
