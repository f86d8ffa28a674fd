import type { User } from '@orrery/sdk';
import { HttpError, sip40 } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import { SqlError } from '../../../data/sql/contract.ts';
import type { SqlAnalysis, SqlTable } from '../../../data/sql/contract.ts';
import type { DatabaseRecord, DatabaseService } from '../../database/contract.ts';
import { renderedSource } from './rendered-source.ts';
import type { DatasetSource } from './source-columns.ts';

/**
 * Refuses a dataset over what the caller may not read: a dataset's data is open to whoever may read the dataset, so nobody may put it
 * over more than they see themselves. Asks for the table's schema, catalog or database (contract §0.3); 403 TABLE_SECURITY_ACCESS_ERROR.
 * An unknown database is the caller's affair.
 */
export type SourceGuard = (user: User, source: DatasetSource) => Promise<void>;

const refusal = (tables: readonly string[]): HttpError =>
  sip40(403, 'TABLE_SECURITY_ACCESS_ERROR', `You need access to the following tables: ${tables.join(', ')}, or to their schema, \`all_database_access\` or \`all_datasource_access\``, { extra: { tables, link: '' } });

/** Creates the guard. Without an analysis of SQL, a query needs access to its whole database. */
export function createSourceGuard(ctx: Pick<ServerPluginContext, 'permissions' | 'points'>, databases: Pick<DatabaseService, 'get'>, analysis: SqlAnalysis | undefined): SourceGuard {
  /** Nobody holds a pair for a dataset that does not exist yet: id 0 leaves the schema's, the catalog's, the database's. */
  const mayRead = (user: User, database: DatabaseRecord, { schema, catalog, name }: SqlTable): boolean =>
    ctx.permissions.canAccessDatasource(user, { id: 0, table_name: name, schema, catalog, database });

  async function tablesOf(backend: string, source: DatasetSource): Promise<readonly SqlTable[] | undefined> {
    if (!analysis || !source.sql) return undefined;
    try {
      const statements = await analysis.statements(backend, source.sql);
      return statements.flatMap(({ tables }) => tables).map(({ catalog, schema, name }) => ({ catalog: catalog ?? source.catalog, schema: schema ?? source.schema, name }));
    } catch (error) {
      if (error instanceof SqlError) throw new HttpError(422, { message: { sql: [error.message] } }, error);
      throw error;
    }
  }

  return async (user, source) => {
    const database = await databases.get(source.database_id);
    if (!database || mayRead(user, database, { catalog: null, schema: null, name: source.table_name })) return;
    const text = ({ schema, name }: SqlTable): string => (schema ? `${schema}.${name}` : name);
    const own: SqlTable = { catalog: source.catalog, schema: source.schema, name: source.table_name };
    const tables = source.sql ? await tablesOf(database.backend, await renderedSource(ctx, databases, source, user)) : [own];
    if (!tables) throw refusal([database.database_name]);
    // A query without tables still runs somewhere.
    const closed = (tables.length > 0 ? tables : [own]).filter((table) => !mayRead(user, database, table));
    if (closed.length > 0) throw refusal([...new Set(closed.map(text))].sort());
  };
}
