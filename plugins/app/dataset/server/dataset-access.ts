import type { User } from '@orrery/sdk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const BY_ID = /\(id:(\d+)\)$/;
const PARTS = /\[([^\]]*)\]/g;

/**
 * Condition over `alias`, a name of table `tables`, for the datasets a user may read (contract §0.3); undefined means all.
 * Database, catalog and schema grants are compared by id or name, so the condition stays one SQL expression.
 */
export function accessCondition(user: User, alias: string): RawBuilder<unknown> | undefined {
  if (user.isAdmin) return undefined;
  const pairs = Object.values(user.roles).flat();
  if (pairs.some(([action]) => action === 'all_datasource_access' || action === 'all_database_access')) return undefined;

  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const datasets: number[] = [];
  const databases: number[] = [];
  const conditions: RawBuilder<unknown>[] = [];
  const inDatabase = (name: string) => sql`${column('database_id')} in (select d.id from dbs as d where d.database_name = ${name})`;

  for (const [action, view] of pairs) {
    const id = Number(BY_ID.exec(view)?.[1] ?? Number.NaN);
    const parts = [...view.matchAll(PARTS)].map(([, part = '']) => part);
    if (action === 'datasource_access' && Number.isInteger(id)) datasets.push(id);
    else if (action === 'database_access' && Number.isInteger(id)) databases.push(id);
    else if (action === 'catalog_access' && parts.length === 2) conditions.push(sql`(${inDatabase(parts[0]!)} and ${column('catalog')} = ${parts[1]!})`);
    else if (action === 'schema_access' && parts.length === 2) conditions.push(sql`(${inDatabase(parts[0]!)} and ${column('schema')} = ${parts[1]!})`);
    else if (action === 'schema_access' && parts.length === 3) {
      conditions.push(sql`(${inDatabase(parts[0]!)} and ${column('catalog')} = ${parts[1]!} and ${column('schema')} = ${parts[2]!})`);
    }
  }
  if (datasets.length > 0) conditions.push(sql`${column('id')} in (${sql.join(datasets)})`);
  if (databases.length > 0) conditions.push(sql`${column('database_id')} in (${sql.join(databases)})`);
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`1 = 0`;
}
