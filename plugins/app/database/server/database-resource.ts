import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { auditFields, auditTime, ConnectorError, HttpError } from '@orrery/sdk/server';
import type { ConnectorContribution, ResourceContext, ResourceDefinition, RouteDefinition, ServerPluginContext, StoredRow, WritePlan } from '@orrery/sdk/server';
import { WillDeleteDatabases } from '../contract.ts';
import { formatUri, keepMasked, maskParameters, openParameters, parseUri, sealParameters } from './connection-parameters.ts';
import { visibleDatabases } from './database-access.ts';
import type { Databases } from './database-service.ts';

const FLAGS = ['expose_in_sqllab', 'allow_dml', 'allow_file_upload', 'allow_run_async', 'allow_ctas', 'allow_cvas', 'impersonate_user', 'is_managed_externally'] as const;

const ENGINE_INFORMATION = { supports_file_upload: false, disable_ssh_tunneling: true, supports_dynamic_catalog: false, supports_oauth2: false };

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });

/** Body of POST and PUT, and of a connection test (contract §1.5). */
export const databaseBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    database_name: { type: 'string', minLength: 1, maxLength: 250 },
    sqlalchemy_uri: { type: 'string', minLength: 1, maxLength: 1024 },
    engine: nullable('string'),
    driver: nullable('string'),
    parameters: { type: 'object' },
    configuration_method: { enum: ['sqlalchemy_form', 'dynamic_form'] },
    cache_timeout: nullable('integer'),
    ...Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'boolean' }])),
    force_ctas_schema: nullable('string', { maxLength: 250 }),
    masked_encrypted_extra: nullable('string'),
    extra: nullable('string'),
    server_cert: nullable('string'),
    external_url: nullable('string'),
    uuid: { type: 'string', format: 'uuid' },
    ssh_tunnel: { type: ['object', 'null'] },
  },
};

type Input = Readonly<Record<string, unknown>>;

/** The connector and parameters a body asks for; refuses what cannot be understood. */
export async function connectionOf(input: Input, databases: Databases): Promise<{ connector: ConnectorContribution; parameters: JsonObject } | undefined> {
  if (typeof input['sqlalchemy_uri'] === 'string') {
    const parsed = parseUri(input['sqlalchemy_uri'], await databases.connectors());
    if (!parsed) {
      throw new HttpError(400, { message: { sqlalchemy_uri: ['Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name, and its backend needs a connector plugin.'] } });
    }
    return parsed;
  }
  if (typeof input['engine'] !== 'string') return undefined;
  const connector = await databases.connector(input['engine']);
  if (!connector) throw new HttpError(422, `Could not load database driver: ${input['engine']}`);
  return { connector, parameters: (input['parameters'] ?? {}) as JsonObject };
}

function storedFlags(input: Input): Record<string, number> {
  return Object.fromEntries(FLAGS.filter((flag) => typeof input[flag] === 'boolean').map((flag) => [flag, input[flag] ? 1 : 0]));
}

function extraText(input: Input): Record<string, string | null> {
  if (!('extra' in input)) return {};
  const extra = input['extra'] as string | null;
  if (extra) {
    try {
      JSON.parse(extra);
    } catch (error) {
      throw new HttpError(400, { message: { extra: [`Field cannot be decoded by JSON. ${(error as Error).message}`] } });
    }
  }
  return { extra };
}

function otherValues(input: Input): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = { ...storedFlags(input), ...extraText(input) };
  for (const name of ['database_name', 'cache_timeout', 'force_ctas_schema', 'external_url'] as const) {
    if (name in input) values[name] = input[name] as string | number | null;
  }
  return values;
}

async function requireFreeName(name: unknown, ownId: number | null, { db }: ResourceContext): Promise<void> {
  if (typeof name !== 'string') return;
  const taken = await db.selectFrom('dbs').select('id').where('database_name', '=', name).executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { database_name: ['A database with the same name already exists.'] } });
}

async function requireReachable(databases: Databases, engine: string, parameters: JsonObject): Promise<void> {
  try {
    await databases.probe(engine, parameters, AbortSignal.timeout(15_000));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new HttpError(422, 'Connection failed, please check your connection settings', error);
  }
}

/** REST resource `database` (contract §1.5). Secrets never leave it. */
export function databaseResource(ctx: ServerPluginContext, databases: Databases, routes: readonly RouteDefinition[]): ResourceDefinition {
  return {
    name: 'database',
    view: 'Database',
    noun: ['database', 'databases'],
    table: 'dbs',
    alternateKeys: ['uuid'],
    maxPageSize: Number.POSITIVE_INFINITY,
    fields: {
      id: { kind: 'integer' },
      uuid: { kind: 'uuid' },
      database_name: { kind: 'text' },
      backend: { kind: 'text' },
      cache_timeout: { kind: 'integer' },
      extra: { kind: 'json-text' },
      force_ctas_schema: { kind: 'text' },
      ...Object.fromEntries(FLAGS.map((flag) => [flag, { kind: 'boolean' as const }])),
      ...auditFields(),
      driver: { needs: ['backend'], compute: (row) => row['backend'] },
      configuration_method: { needs: [], compute: () => 'dynamic_form' },
      allows_subquery: { needs: [], compute: () => true },
      allows_cost_estimate: { needs: [], compute: () => false },
      allows_virtual_table_explore: { needs: [], compute: () => true },
      explore_database_id: { needs: ['id'], compute: (row) => row['id'] },
      disable_data_preview: { needs: [], compute: () => false },
      disable_drill_to_detail: { needs: [], compute: () => false },
      allow_multi_catalog: { needs: [], compute: () => false },
      engine_information: { needs: [], compute: () => ENGINE_INFORMATION },
    },
    listColumns: [
      'allow_file_upload', 'allow_ctas', 'allow_cvas', 'allow_dml', 'allow_run_async', 'allows_cost_estimate', 'allows_subquery',
      'allows_virtual_table_explore', 'backend', 'changed_on', 'changed_on_delta_humanized', 'changed_by.first_name', 'changed_by.last_name',
      'created_by.first_name', 'created_by.last_name', 'database_name', 'explore_database_id', 'expose_in_sqllab', 'extra', 'force_ctas_schema',
      'id', 'uuid', 'disable_data_preview', 'disable_drill_to_detail', 'allow_multi_catalog', 'engine_information',
    ],
    showColumns: [
      'id', 'uuid', 'database_name', 'cache_timeout', 'expose_in_sqllab', 'allow_run_async', 'allow_file_upload', 'configuration_method',
      'allow_ctas', 'allow_cvas', 'allow_dml', 'backend', 'driver', 'force_ctas_schema', 'impersonate_user', 'is_managed_externally', 'engine_information',
    ],
    orderColumns: {
      allow_file_upload: 'allow_file_upload',
      allow_dml: 'allow_dml',
      allow_run_async: 'allow_run_async',
      changed_on: 'changed_on',
      changed_on_delta_humanized: 'changed_on',
      'created_by.first_name': 'created_by_fk',
      database_name: 'database_name',
      expose_in_sqllab: 'expose_in_sqllab',
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['allow_file_upload', 'allow_dml', 'allow_run_async', 'created_by', 'changed_by', 'database_name', 'expose_in_sqllab', 'uuid', 'id'],
    visible: ({ user }) => visibleDatabases(user),
    // A database has no owners: who may write databases may write each of them.
    editable: (_row, { user }) => ctx.permissions.can(user, 'can_write', 'Database'),
    create: {
      body: { ...databaseBody, required: ['database_name'] },
      async plan(input, context): Promise<WritePlan> {
        await requireFreeName(input['database_name'], null, context);
        const values = otherValues(input);
        const connection = await connectionOf(input, databases);
        if (!connection) throw new HttpError(400, { message: { sqlalchemy_uri: ['Missing data for required field.'] } });
        const { connector, parameters } = connection;
        await requireReachable(databases, connector.engine, parameters);
        const uuid = typeof input['uuid'] === 'string' ? input['uuid'] : randomUUID();
        return { values: { ...values, uuid, backend: connector.engine, parameters: JSON.stringify(sealParameters(parameters, connector.parameters, uuid, ctx.secrets)) } };
      },
      after: (_id, input) => answered(input),
    },
    update: {
      body: databaseBody,
      async plan(input, row, context): Promise<WritePlan> {
        await requireFreeName(input['database_name'], Number(row['id']), context);
        const values = otherValues(input);
        const connection = await connectionOf(input, databases);
        if (!connection) return { values };
        const { connector } = connection;
        const uuid = String(row['uuid']);
        const parameters = keepMasked(connection.parameters, JSON.parse(String(row['parameters'])) as JsonObject);
        await requireReachable(databases, connector.engine, openParameters(parameters, uuid, ctx.secrets));
        return { values: { ...values, backend: connector.engine, parameters: JSON.stringify(sealParameters(parameters, connector.parameters, uuid, ctx.secrets)) } };
      },
      after: (_id, input) => answered(input),
    },
    remove: {
      async before(ids) {
        const veto = await ctx.hooks.call(WillDeleteDatabases, ids);
        if (veto) throw new HttpError(422, veto.reason);
      },
    },
    routes,
  };

  /** The accepted input without its secrets. */
  async function answered(input: Input): Promise<{ result: JsonObject }> {
    const connection = await connectionOf(input, databases);
    const result: Record<string, unknown> = { ...input };
    if (connection) {
      result['backend'] = connection.connector.engine;
      result['driver'] = connection.connector.engine;
      if ('parameters' in input) result['parameters'] = maskParameters(connection.parameters, connection.connector.parameters);
      if ('sqlalchemy_uri' in input) result['sqlalchemy_uri'] = formatUri(connection.connector, connection.parameters);
    }
    return { result };
  }
}

/** The edit form of one database: everything but secrets (contract §1.5, `/connection`). */
export async function connectionForm(row: StoredRow, databases: Databases): Promise<JsonObject> {
  const connector = await databases.connector(String(row['backend']));
  const stored = JSON.parse(String(row['parameters'])) as JsonObject;
  return {
    ...Object.fromEntries(FLAGS.map((flag) => [flag, row[flag] === 1])),
    id: row['id'],
    uuid: row['uuid'],
    database_name: row['database_name'],
    backend: row['backend'],
    driver: row['backend'],
    cache_timeout: row['cache_timeout'],
    configuration_method: 'dynamic_form',
    extra: row['extra'],
    force_ctas_schema: row['force_ctas_schema'],
    engine_information: ENGINE_INFORMATION,
    server_cert: null,
    ssh_tunnel: null,
    masked_encrypted_extra: null,
    changed_on: auditTime(Number(row['changed_on'])),
    parameters: maskParameters(stored, connector?.parameters ?? {}),
    parameters_schema: connector?.parameters ?? {},
    sqlalchemy_uri: connector ? formatUri(connector, stored) : '',
  };
}
