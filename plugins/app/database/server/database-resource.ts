import { randomUUID } from 'node:crypto';
import type { JsonObject, PermissionPair } from '@orrery/sdk';
import { auditFields, ConnectorError, HttpError } from '@orrery/sdk/server';
import type { ConnectorContribution, ResourceContext, ResourceDefinition, RouteDefinition, ServerPluginContext, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { WillDeleteDatabases } from '../contract.ts';
import { databasePair, schemaPairs, ungranted } from './access-pairs.ts';
import { checkTexts, connectionOf, databaseBody, FLAGS, settingsOf } from './connection-input.ts';
import { withSettings } from './connection-settings.ts';
import type { Input } from './connection-input.ts';
import { formatUri, keepMasked, keepUnsaid, maskParameters, openParameters, sealParameters, shownParameters } from './connection-parameters.ts';
import { visibleDatabases } from './database-access.ts';
import { checkJsonText, extraFlags, parseExtra } from './database-extra.ts';
import type { Databases, TriedConnection } from './database-service.ts';
import { openExtra, sealExtra } from './encrypted-extra.ts';
import { driverOf, engineInformation } from './engine-information.ts';
import { impersonationOf, requireImpersonation } from './impersonation.ts';
import { removePermissions } from './remove-permissions.ts';
import { renamePermissions } from './rename-permissions.ts';

const TEXTS = ['database_name', 'cache_timeout', 'force_ctas_schema', 'external_url', 'extra', 'server_cert', 'configuration_method'] as const;

function valuesOf(input: Input): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const flag of FLAGS) if (typeof input[flag] === 'boolean') values[flag] = input[flag] ? 1 : 0;
  for (const name of TEXTS) if (name in input) values[name] = input[name] as string | number | null;
  return values;
}

async function requireFreeName(name: unknown, ownId: number | null, { db }: ResourceContext): Promise<void> {
  if (typeof name !== 'string') return;
  const taken = await db.selectFrom('dbs').select('id').where('database_name', '=', name).executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { database_name: ['A database with the same name already exists.'] } });
}

const hasCatalogs = (extra: unknown): boolean => extraFlags(parseExtra(extra)).allow_multi_catalog;

/** A connection as it will be used: in the caller's name when the database is set to that. Refuses engines that cannot be. */
function triedAs(database: Input, connector: ConnectorContribution, parameters: JsonObject, { user }: ResourceContext): TriedConnection {
  const isOwn = database['impersonate_user'] === true || database['impersonate_user'] === 1;
  requireImpersonation(isOwn, connector);
  return { engine: connector.engine, parameters, ...(isOwn && { impersonate: impersonationOf(user, String(database['database_name']), connector) }) };
}

/** Refuses a connection that fails; answers the pairs of its schemas, none when the engine does not tell them. */
async function requireReachable(databases: Databases, tried: TriedConnection, name: string, extra: unknown): Promise<readonly PermissionPair[]> {
  let pairs: readonly PermissionPair[] = [];
  try {
    await databases.probe(tried, AbortSignal.timeout(15_000), async (connection) => {
      pairs = await schemaPairs(name, hasCatalogs(extra), connection).catch(() => []);
    });
    return pairs;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new HttpError(422, 'Connection failed, please check your connection settings', error);
  }
}

/** REST resource `database` (contract §1.5). Secrets never leave it. */
export function databaseResource(ctx: ServerPluginContext, databases: Databases, routes: readonly RouteDefinition[]): ResourceDefinition {
  const flagOf = (name: keyof ReturnType<typeof extraFlags>) => ({ needs: ['extra'], compute: (row: Readonly<Record<string, unknown>>) => extraFlags(parseExtra(row['extra']))[name] });

  /** Pairs of schemas read while planning, outside the transaction, for the write that follows. */
  const planned = new WeakMap<object, readonly PermissionPair[]>();

  /** Pairs of the schemas of a database as it is stored; none when it cannot be reached now. */
  async function storedPairs(id: number, name: string, extra: unknown): Promise<readonly PermissionPair[]> {
    try {
      const { connection } = await databases.connect(id);
      try {
        return await schemaPairs(name, hasCatalogs(extra), connection);
      } finally {
        await connection.close();
      }
    } catch (error) {
      ctx.log.warn('The schemas of a database could not be read for its permissions', { database: id, error: error instanceof Error ? error.message : String(error) });
      return [];
    }
  }

  /** The accepted input without its secrets, with what the server made of it. */
  async function answered(id: number, input: Input, { db }: ResourceContext): Promise<{ result: JsonObject }> {
    const row = await db.selectFrom('dbs').select(['uuid', 'backend', 'parameters', 'expose_in_sqllab']).where('id', '=', id).executeTakeFirstOrThrow();
    const backend = String(row['backend']);
    const connector = databases.engine(backend);
    const stored = JSON.parse(String(row['parameters'])) as JsonObject;
    const result: Record<string, unknown> = { ...input, uuid: row['uuid'], backend, driver: driverOf(connector, backend), expose_in_sqllab: row['expose_in_sqllab'] === 1 };
    if ('parameters' in input) result['parameters'] = maskParameters(stored, connector?.parameters ?? {});
    if ('masked_encrypted_extra' in input) delete result['masked_encrypted_extra'];
    if (connector && ('parameters' in input || 'sqlalchemy_uri' in input)) result['sqlalchemy_uri'] = formatUri(connector, stored);
    return { result };
  }

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
      configuration_method: { kind: 'text' },
      ...Object.fromEntries(FLAGS.map((flag) => [flag, { kind: 'boolean' as const }])),
      ...auditFields(),
      driver: { needs: ['backend'], compute: (row) => driverOf(databases.engine(String(row['backend'])), String(row['backend'])) },
      allows_subquery: { needs: [], compute: () => true },
      allows_cost_estimate: { needs: [], compute: () => false },
      allows_virtual_table_explore: flagOf('allows_virtual_table_explore'),
      explore_database_id: { needs: ['id'], compute: (row) => row['id'] },
      disable_data_preview: flagOf('disable_data_preview'),
      disable_drill_to_detail: flagOf('disable_drill_to_detail'),
      allow_multi_catalog: flagOf('allow_multi_catalog'),
      engine_information: { needs: ['backend'], compute: (row) => engineInformation(databases.engine(String(row['backend']))) },
      parameters: { needs: ['backend', 'parameters'], compute: (row) => shownParameters(JSON.parse(String(row['parameters'])) as JsonObject, databases.engine(String(row['backend']))?.parameters) },
      parameters_schema: { needs: ['backend'], compute: (row) => databases.engine(String(row['backend']))?.parameters ?? {} },
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
      'parameters', 'parameters_schema', 'extra',
    ],
    orderColumns: {
      allow_file_upload: 'allow_file_upload',
      allow_dml: 'allow_dml',
      allow_run_async: 'allow_run_async',
      changed_on: 'changed_on',
      changed_on_delta_humanized: 'changed_on',
      'created_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.created_by_fk)`,
      database_name: 'database_name',
      expose_in_sqllab: 'expose_in_sqllab',
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['allow_file_upload', 'allow_dml', 'allow_run_async', 'created_by', 'changed_by', 'database_name', 'expose_in_sqllab', 'uuid', 'id'],
    operators: {
      allow_file_upload: {
        upload_is_enabled(value) {
          const enabled = sql`(t.allow_file_upload = 1 or t.extra like ${'%"schemas_allowed_for_file_upload"_%["%'})`;
          return value ? enabled : sql`not coalesce(${enabled}, 1 = 0)`;
        },
      },
    },
    visible: ({ user }) => visibleDatabases(user),
    // A database has no owners: who may write databases may write each of them.
    editable: (_row, { user }) => ctx.permissions.can(user, 'can_write', 'Database'),
    permissions: ['can_export', 'can_upload'],
    create: {
      body: { ...databaseBody, required: ['database_name'] },
      async plan(input, context): Promise<WritePlan> {
        checkTexts(input);
        await requireFreeName(input['database_name'], null, context);
        const connection = await connectionOf(input, databases);
        if (!connection) throw new HttpError(400, { message: { sqlalchemy_uri: ['Missing data for required field.'] } });
        const { connector, parameters } = connection;
        const tried = triedAs(input, connector, withSettings(parameters, settingsOf(input)), context);
        planned.set(input, await requireReachable(databases, tried, String(input['database_name']), input['extra']));
        const uuid = typeof input['uuid'] === 'string' ? input['uuid'] : randomUUID();
        const encrypted = sealExtra(checkJsonText('masked_encrypted_extra', (input['masked_encrypted_extra'] as string | null | undefined) ?? null), {}, uuid, ctx.secrets);
        return {
          values: {
            configuration_method: typeof input['engine'] === 'string' ? 'dynamic_form' : 'sqlalchemy_form',
            ...valuesOf(input),
            uuid,
            backend: connector.engine,
            parameters: JSON.stringify(sealParameters(parameters, connector.parameters, uuid, ctx.secrets)),
            ...(encrypted ? { encrypted_extra: encrypted } : {}),
          },
        };
      },
      after(id, input, context) {
        ctx.permissions.declare(ungranted([databasePair(id, String(input['database_name'])), ...(planned.get(input) ?? [])]));
        return answered(id, input, context);
      },
    },
    update: {
      body: databaseBody,
      async plan(input, row, context): Promise<WritePlan> {
        checkTexts(input);
        await requireFreeName(input['database_name'], Number(row['id']), context);
        const values = valuesOf(input);
        const uuid = String(row['uuid']);
        if (typeof input['masked_encrypted_extra'] === 'string') {
          const stored = openExtra(row['encrypted_extra'] as string | null, uuid, ctx.secrets);
          values['encrypted_extra'] = sealExtra(checkJsonText('masked_encrypted_extra', input['masked_encrypted_extra']), stored, uuid, ctx.secrets);
        }
        const connection = await connectionOf(input, databases);
        const merged = { ...row, ...values };
        if (!connection) {
          const engine = databases.engine(String(row['backend']));
          if (engine) requireImpersonation(input['impersonate_user'] === true, engine);
          // Other pairs name the schemas once catalogs count, or no longer do.
          if (hasCatalogs(merged['extra']) !== hasCatalogs(row['extra'])) planned.set(input, await storedPairs(Number(row['id']), String(merged['database_name']), merged['extra']));
          return { values };
        }
        const { connector } = connection;
        const stored = row['backend'] === connector.engine ? (JSON.parse(String(row['parameters'])) as JsonObject) : {};
        const given = typeof input['engine'] === 'string' ? connection.parameters : keepUnsaid(connection.parameters, stored);
        const parameters = keepMasked(given, stored);
        const settings = settingsOf({ ...row, ...input }, openExtra(row['encrypted_extra'] as string | null, uuid, ctx.secrets));
        const tried = triedAs(merged, connector, withSettings(openParameters(parameters, uuid, ctx.secrets), settings), context);
        planned.set(input, await requireReachable(databases, tried, String(merged['database_name']), merged['extra']));
        return { values: { ...values, backend: connector.engine, parameters: JSON.stringify(sealParameters(parameters, connector.parameters, uuid, ctx.secrets)) } };
      },
      async after(id, input, row, context) {
        const [before, now] = [String(row['database_name']), input['database_name']];
        if (typeof now === 'string' && now !== before) await renamePermissions(context.db, before, now);
        ctx.permissions.declare(ungranted(planned.get(input) ?? []));
        return answered(id, input, context);
      },
    },
    remove: {
      async before(ids, { db }) {
        const veto = await ctx.hooks.call(WillDeleteDatabases, ids);
        if (veto) throw new HttpError(422, veto.reason);
        const gone = await db.selectFrom('dbs').select('database_name').where('id', 'in', ids).execute();
        await removePermissions(db, gone.map((row) => String(row['database_name'])));
      },
    },
    routes,
  };
}
