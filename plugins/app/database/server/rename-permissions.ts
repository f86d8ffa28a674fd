import { sql } from 'kysely';
import type { ResourceContext } from '@orrery/sdk/server';

/**
 * Renames a database in the data access pairs that name it, `[old].[schema]`, so that nobody loses or gains access (contract §1.5).
 * Runs in the transaction of the rename; the security version moves with it, so that the next request sees the new names.
 */
export async function renamePermissions(db: ResourceContext['db'], from: string, to: string): Promise<void> {
  const before = `[${from}].`;
  const after = `[${to}].`;
  const named = sql`substr(subject, 1, ${before.length}) = ${before} and action in ('database_access', 'catalog_access', 'schema_access', 'datasource_access')`;
  const renamed = sql`${after} || substr(subject, ${before.length + 1})`;
  for (const [table, keys] of [['ab_permission', sql`action`], ['ab_permission_role', sql`role_id, action`]] as const) {
    await sql`insert into ${sql.table(table)} (${keys}, subject) select ${keys}, ${renamed} from ${sql.table(table)} where ${named} on conflict do nothing`.execute(db);
    await sql`delete from ${sql.table(table)} where ${named}`.execute(db);
  }
  await sql`update security_version set version = version + 1 where id = 1`.execute(db);
}
