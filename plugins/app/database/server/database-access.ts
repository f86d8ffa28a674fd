import type { User } from '@orrery/sdk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const DATABASE_VIEW = /^\[(.+)\]\.\(id:(\d+)\)$/;
const SCHEMA_VIEW = /^\[([^\]]+)\]\./;

/** Condition over alias `t` for the databases a user may see; undefined means all (contract §0.3). */
export function visibleDatabases(user: User): RawBuilder<unknown> | undefined {
  if (user.isAdmin) return undefined;
  const pairs = Object.values(user.roles).flat();
  if (pairs.some(([action]) => action === 'all_database_access' || action === 'all_datasource_access')) return undefined;
  const ids: number[] = [];
  const names: string[] = [];
  for (const [action, view] of pairs) {
    if (action === 'database_access') {
      const id = DATABASE_VIEW.exec(view)?.[2];
      if (id) ids.push(Number(id));
    } else if (action === 'schema_access' || action === 'catalog_access' || action === 'datasource_access') {
      const name = SCHEMA_VIEW.exec(view)?.[1];
      if (name) names.push(name);
    }
  }
  const conditions = [
    ...(ids.length > 0 ? [sql`t.id in (${sql.join(ids)})`] : []),
    ...(names.length > 0 ? [sql`t.database_name in (${sql.join(names)})`] : []),
  ];
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`1 = 0`;
}
