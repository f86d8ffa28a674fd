import { sql } from 'kysely';
import type { ResourceContext } from '@orrery/sdk/server';

/**
 * Removes the data access pairs of databases that go, and who holds them: a later database of the same name must not be open to those
 * who could read the old one. Runs in the transaction of the removal.
 */
export async function removePermissions(db: ResourceContext['db'], databaseNames: readonly string[]): Promise<void> {
  for (const name of databaseNames) {
    const prefix = `[${name}].`;
    for (const table of ['ab_permission_role', 'ab_permission']) {
      await sql`delete from ${sql.table(table)} where substr(subject, 1, ${prefix.length}) = ${prefix} and action in ('database_access', 'catalog_access', 'schema_access', 'datasource_access')`.execute(db);
    }
  }
  await sql`update security_version set version = version + 1 where id = 1`.execute(db);
}
