import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Makes every process read users, roles and row rules anew from the next request on. Runs in the transaction of the change, as its
 * last write: from there on one such transaction runs at a time, across processes.
 */
export async function touchSecurity<T>(db: Kysely<T>): Promise<void> {
  await sql`update security_version set version = version + 1 where id = 1`.execute(db);
}
