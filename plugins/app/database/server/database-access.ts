import type { User } from '@orrery/sdk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const BY_ID = /\(id:(\d+)\)$/;
const PARTS = /\[([^\]]*)\]/g;
const SCHEMA_VIEW = /^\[([^\]]+)\]\./;

/** Condition over alias `t` for the databases a user may see; undefined means all (contract §0.3). */
export function visibleDatabases(user: User): RawBuilder<unknown> | undefined {
  if (user.isAdmin) return undefined;
  const pairs = Object.values(user.roles).flat();
  if (pairs.some(([action]) => action === 'all_database_access' || action === 'all_datasource_access')) return undefined;
  const ids: number[] = [];
  const names: string[] = [];
  const datasets: number[] = [];
  for (const [action, view] of pairs) {
    const id = BY_ID.exec(view)?.[1];
    if (action === 'database_access' && id) ids.push(Number(id));
    else if (action === 'datasource_access' && id) datasets.push(Number(id));
    else if (action === 'schema_access' || action === 'catalog_access') {
      const name = SCHEMA_VIEW.exec(view)?.[1];
      if (name) names.push(name);
    }
  }
  const conditions = [
    ...(ids.length > 0 ? [sql`t.id in (${sql.join(ids)})`] : []),
    ...(names.length > 0 ? [sql`t.database_name in (${sql.join(names)})`] : []),
    // A dataset is meant by its id, whatever its database was called when access was granted.
    ...(datasets.length > 0 ? [sql`t.id in (select d.database_id from ${sql.table('tables')} as d where d.id in (${sql.join(datasets)}))`] : []),
  ];
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`1 = 0`;
}

/** What of one database a user may read, as far as their pairs say (contract §0.3). */
export interface DatabaseGrants {
  readonly everything: boolean;
  readonly catalogs: ReadonlySet<string>;
  /** `catalog` is undefined when the pair names none. */
  readonly schemas: readonly { readonly catalog: string | undefined; readonly schema: string }[];
  /** Ids of single datasets, of any database. */
  readonly datasets: readonly number[];
}

/** Reads a user's grants for a database. Pure. */
export function grantsIn(user: User, database: { readonly id: number; readonly database_name: string }): DatabaseGrants {
  const pairs = Object.values(user.roles).flat();
  const catalogs = new Set<string>();
  const schemas: { catalog: string | undefined; schema: string }[] = [];
  const datasets: number[] = [];
  let everything = user.isAdmin;
  for (const [action, view] of pairs) {
    const id = Number(BY_ID.exec(view)?.[1] ?? Number.NaN);
    const [name, first, second] = [...view.matchAll(PARTS)].map(([, part = '']) => part);
    if (action === 'all_database_access' || action === 'all_datasource_access') everything = true;
    else if (action === 'database_access' && id === database.id) everything = true;
    else if (action === 'datasource_access' && Number.isInteger(id)) datasets.push(id);
    else if (name === database.database_name && first !== undefined) {
      if (action === 'catalog_access') catalogs.add(first);
      else if (action === 'schema_access') schemas.push(second === undefined ? { catalog: undefined, schema: first } : { catalog: first, schema: second });
    }
  }
  return { everything, catalogs, schemas, datasets };
}

/** Whether grants open a whole schema. */
export function opensSchema(grants: DatabaseGrants, schema: string, catalog: string | null): boolean {
  return grants.everything || (catalog !== null && grants.catalogs.has(catalog)) || grants.schemas.some((one) => one.schema === schema && (one.catalog === undefined || one.catalog === catalog));
}
