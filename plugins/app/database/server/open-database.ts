import type { User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { Connection, HttpRequest, ServerPluginContext, SqlDialect } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatabaseTables } from '../contract.ts';
import type { DatabaseGrants } from './database-access.ts';
import { grantsIn, opensSchema, visibleDatabases } from './database-access.ts';
import type { Databases } from './database-service.ts';

/** A stored database. */
export type DatabaseRow = DatabaseTables['dbs'];

/** A dataset as far as it opens or describes a table. */
export interface NamedTable {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table_name: string;
  readonly extra: string | null;
}

/** An open database with what the caller may read of it. */
export interface OpenedDatabase {
  readonly row: DatabaseRow;
  readonly connection: Connection;
  readonly dialect: SqlDialect;
  readonly grants: DatabaseGrants;
  /** Tables of single datasets the caller may read. */
  readonly granted: readonly NamedTable[];
}

/** Finds and opens databases for the look-up routes. */
export interface DatabaseDoor {
  /** The stored row when the user may see it; the contract's 404 otherwise. */
  row(user: User, pk: string | undefined): Promise<DatabaseRow>;
  /** Opens the database of the path; what the engine refuses is answered 422. */
  open<T>(request: HttpRequest, work: (opened: OpenedDatabase) => Promise<T>): Promise<T>;
  /** Datasets of a database; none when the dataset plugin never ran. */
  datasetsOf(databaseId: number, ids?: readonly number[]): Promise<readonly NamedTable[]>;
}

/** Creates the door. */
export function createDatabaseDoor(ctx: ServerPluginContext, databases: Databases): DatabaseDoor {
  async function row(user: User, pk: string | undefined): Promise<DatabaseRow> {
    const id = /^\d{1,9}$/.test(pk ?? '') ? Number(pk) : undefined;
    const condition = visibleDatabases(user);
    const found = id === undefined ? undefined : (await sql<DatabaseRow>`select t.* from dbs as t where t.id = ${id}${condition ? sql` and ${condition}` : sql``}`.execute(ctx.metadata.db<DatabaseTables>())).rows[0];
    if (!found) throw new HttpError(404, 'Not found');
    return found;
  }

  async function datasetsOf(databaseId: number, ids?: readonly number[]): Promise<readonly NamedTable[]> {
    if (ids?.length === 0) return [];
    const only = ids ? sql` and id in (${sql.join(ids)})` : sql``;
    const read = sql<NamedTable>`select catalog, ${sql.ref('schema')}, table_name, extra from ${sql.table('tables')} where database_id = ${databaseId}${only}`;
    return read.execute(ctx.metadata.db()).then(({ rows }) => rows, () => []);
  }

  return {
    row,
    datasetsOf,
    async open(request, work) {
      const found = await row(request.user, request.params['pk']);
      const grants = grantsIn(request.user, found);
      const granted = grants.everything ? [] : await datasetsOf(found.id, grants.datasets);
      try {
        const { connection, dialect } = await databases.connect(found.id, request.user);
        try {
          return await work({ row: found, connection, dialect, grants, granted });
        } finally {
          await connection.close();
        }
      } catch (error) {
        if (error instanceof ConnectorError) throw new HttpError(422, error.message, error);
        throw error;
      }
    },
  };
}

/** Schemas of a catalog a caller may look into. */
export function readableSchemas({ grants, granted }: Pick<OpenedDatabase, 'grants' | 'granted'>, schemas: readonly string[], catalog: string | null): readonly string[] {
  if (grants.everything) return schemas;
  return schemas.filter((schema) => opensSchema(grants, schema, catalog) || granted.some((table) => table.schema === schema && (catalog === null || table.catalog === null || table.catalog === catalog)));
}

/** Whether a caller may look at a table. */
export function mayReadTable({ grants, granted }: Pick<OpenedDatabase, 'grants' | 'granted'>, name: string, schema: string | null, catalog: string | null): boolean {
  if (grants.everything || (schema !== null && opensSchema(grants, schema, catalog))) return true;
  return granted.some((table) => table.table_name === name && (schema === null || table.schema === null || table.schema === schema) && (catalog === null || table.catalog === null || table.catalog === catalog));
}
