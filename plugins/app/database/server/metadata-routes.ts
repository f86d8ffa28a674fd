import type { User } from '@orrery/sdk';
import { ConnectorError, HttpError, sip40 } from '@orrery/sdk/server';
import type { Connection, HttpRequest, RouteDefinition, ServerPluginContext, SqlDialect } from '@orrery/sdk/server';
import type { DatabaseTables } from '../contract.ts';
import { visibleDatabases } from './database-access.ts';
import { connectionForm, connectionOf, databaseBody } from './database-resource.ts';
import type { Databases } from './database-service.ts';

interface Asked {
  readonly force?: boolean;
  readonly catalog?: string | null;
  readonly catalog_name?: string | null;
  readonly schema_name?: string | null;
}

/** Look-ups in the databases themselves (contract §1.5); paths under `/api/v1/database`. */
export function metadataRoutes(ctx: ServerPluginContext, databases: Databases): readonly RouteDefinition[] {
  const read = ['can_read', 'Database'] as const;
  const write = ['can_write', 'Database'] as const;

  /** The stored row when the user may see it; the contract's 404 otherwise. */
  async function visibleRow(user: User, pk: string | undefined) {
    let query = ctx.metadata.db<DatabaseTables & { t: DatabaseTables['dbs'] }>().selectFrom('dbs as t').selectAll('t').where('t.id', '=', Number(pk));
    const condition = visibleDatabases(user);
    if (condition) query = query.where(condition.$castTo<boolean>() as never);
    const row = Number.isInteger(Number(pk)) ? await query.executeTakeFirst() : undefined;
    if (!row) throw new HttpError(404, 'Not found');
    return row;
  }

  async function inDatabase<T>(request: HttpRequest, work: (connection: Connection, dialect: SqlDialect, asked: Asked) => Promise<T>): Promise<T> {
    const row = await visibleRow(request.user, request.params['pk']);
    try {
      const { connection, dialect } = await databases.connect(row.id);
      try {
        return await work(connection, dialect, (request.q ?? {}) as Asked);
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (error instanceof ConnectorError) throw new HttpError(422, error.message, error);
      throw error;
    }
  }

  async function columnsOf(connection: Connection, name: string, schema: string | null, catalog: string | null) {
    const tables = await connection.tables(schema, catalog);
    if (!tables.some((table) => table.name === name)) throw new HttpError(404, `Table ${name} was not found in this database.`);
    return connection.columns({ name, schema, catalog });
  }

  return [
    {
      method: 'GET',
      path: '/available/',
      permission: read,
      handler: async () => ({
        databases: (await databases.connectors())
          .map((connector) => ({
            name: connector.title,
            engine: connector.engine,
            available_drivers: [connector.engine],
            default_driver: connector.engine,
            preferred: connector.engine === 'duckdb',
            sqlalchemy_uri_placeholder: `${connector.uriSchemes[0] ?? connector.engine}://user:password@host:port/dbname[?key=value&key=value...]`,
            parameters: connector.parameters,
            engine_information: { supports_file_upload: false, disable_ssh_tunneling: true, supports_dynamic_catalog: false, supports_oauth2: false },
          }))
          .sort((a, b) => Number(b.preferred) - Number(a.preferred) || a.name.localeCompare(b.name)),
      }),
    },
    {
      method: 'POST',
      path: '/test_connection/',
      permission: write,
      body: databaseBody,
      async handler({ body, signal }) {
        const connection = await connectionOf(body as Readonly<Record<string, unknown>>, databases);
        if (!connection) throw new HttpError(400, { message: { sqlalchemy_uri: ['Missing data for required field.'] } });
        try {
          await databases.probe(connection.connector.engine, connection.parameters, signal);
        } catch (error) {
          if (!(error instanceof ConnectorError)) throw error;
          if (error.code === 'timeout') throw sip40(408, 'CONNECTION_DATABASE_TIMEOUT', 'The database did not answer in time.');
          throw sip40(400, 'GENERIC_DB_ENGINE_ERROR', error.message, { level: 'error', issueCodes: [{ code: 1002, message: 'Issue 1002 - The database answered with an unexpected error.' }] });
        }
        return { message: 'OK' };
      },
    },
    {
      method: 'GET',
      path: '/:pk/connection',
      permission: write,
      handler: async ({ user, params }) => ({ id: Number(params['pk']), result: await connectionForm(await visibleRow(user, params['pk']), databases) }),
    },
    {
      method: 'GET',
      path: '/:pk/catalogs/',
      permission: read,
      handler: (request) => inDatabase(request, async (connection) => ({ result: [...(await connection.catalogs())].sort() })),
    },
    {
      method: 'GET',
      path: '/:pk/schemas/',
      permission: read,
      handler: (request) => inDatabase(request, async (connection, _dialect, { catalog }) => ({ result: [...(await connection.schemas(catalog ?? null))].sort() })),
    },
    {
      method: 'GET',
      path: '/:pk/tables/',
      permission: read,
      handler: (request) =>
        inDatabase(request, async (connection, _dialect, { schema_name, catalog_name }) => {
          if (schema_name === undefined) throw new HttpError(400, 'Not a valid rison schema schema_name is required');
          const tables = await connection.tables(schema_name, catalog_name ?? null);
          const result = tables.map(({ name, kind }) => ({ value: name, type: kind, extra: null })).sort((a, b) => a.value.localeCompare(b.value));
          return { count: result.length, result };
        }),
    },
    {
      method: 'GET',
      path: '/:pk/table_metadata/',
      permission: read,
      handler: (request) =>
        inDatabase(request, async (connection, dialect) => {
          const { name, schema, catalog } = request.query;
          if (!name) throw new HttpError(422, { message: { name: ['Missing data for required field.'] } });
          const table = { name, schema: schema || null, catalog: catalog || null };
          const columns = await columnsOf(connection, name, table.schema, table.catalog);
          return {
            name,
            columns: columns.map((column) => ({ name: column.name, type: column.type.replace(/\(.*/, ''), longType: column.type, keys: [], comment: null })),
            selectStar: dialect.limit(`SELECT ${columns.map((column) => dialect.identifier(column.name)).join(', ')} FROM ${dialect.qualify(table)}`, 100, 0),
            primaryKey: null,
            foreignKeys: [],
            indexes: [],
            comment: null,
          };
        }),
    },
    {
      method: 'GET',
      path: '/:pk/table_metadata/extra/',
      permission: read,
      handler: async ({ user, params }) => {
        await visibleRow(user, params['pk']);
        return { metadata: {} };
      },
    },
  ];
}
