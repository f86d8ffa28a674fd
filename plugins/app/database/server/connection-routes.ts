import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { ConnectorError, HttpError, sip40 } from '@orrery/sdk/server';
import type { ConnectorContribution, HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseTables } from '../contract.ts';
import { connectionError, issues, missingParameters } from './connection-error.ts';
import { connectionForm } from './connection-form.ts';
import { checkTexts, connectionOf, databaseBody, withStoredSecrets } from './connection-input.ts';
import type { Input } from './connection-input.ts';
import type { Databases } from './database-service.ts';
import { driverOf, engineInformation } from './engine-information.ts';
import { impersonationOf, requireImpersonation } from './impersonation.ts';
import type { DatabaseDoor } from './open-database.ts';

const read = ['can_read', 'Database'] as const;
const write = ['can_write', 'Database'] as const;

const validateBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['engine', 'configuration_method'],
  properties: { ...(databaseBody['properties'] as object), id: { type: ['integer', 'null'] }, engine: { type: 'string', minLength: 1 }, catalog: { type: ['object', 'null'] } },
};

/** Engines people are most likely to look for. */
const PREFERRED = ['duckdb', 'postgresql', 'mysql'];

function placeholder({ engine, uriSchemes, parameters }: ConnectorContribution): string {
  const names = Object.keys((parameters['properties'] ?? {}) as object);
  const scheme = uriSchemes[0] ?? engine;
  return names.includes('host') || names.length === 0 ? `${scheme}://user:password@host:port/dbname[?key=value&key=value...]` : `${scheme}:///path`;
}

function requireValid(connector: ConnectorContribution, parameters: JsonObject): void {
  const required = (connector.parameters['required'] ?? []) as readonly string[];
  const missing = required.filter((name) => parameters[name] === undefined || parameters[name] === null || parameters[name] === '');
  if (missing.length > 0) throw missingParameters(missing);
  const port = parameters['port'];
  if (port === undefined || port === null || port === '') return;
  const refuse = (message: string): HttpError => sip40(422, 'CONNECTION_INVALID_PORT_ERROR', message, { level: 'error', extra: { invalid: ['port'] }, issueCodes: issues(1034) });
  if (!/^-?\d+$/.test(String(port))) throw refuse('Port must be a valid integer.');
  if (Number(port) < 0 || Number(port) > 65_535) throw refuse('The port must be an integer between 0 and 65535 (inclusive).');
}

/** Connection forms and tests (contract §1.5); paths under `/api/v1/database`. */
export function connectionRoutes(ctx: ServerPluginContext, databases: Databases, door: DatabaseDoor): readonly RouteDefinition[] {
  const stored = (column: 'id' | 'database_name', value: unknown) =>
    typeof value === 'string' || typeof value === 'number'
      ? ctx.metadata.db<DatabaseTables>().selectFrom('dbs').select(['backend', 'parameters', 'uuid', 'encrypted_extra']).where(column, '=', value as never).executeTakeFirst()
      : undefined;

  /** Tries a connection the way it will be used: in the caller's name when the body asks for that. */
  async function probe(connector: ConnectorContribution, parameters: JsonObject, { body, user, signal }: HttpRequest, status: 400 | 422): Promise<void> {
    const input = body as Input;
    const isOwn = input['impersonate_user'] === true;
    requireImpersonation(isOwn, connector);
    try {
      const tried = { engine: connector.engine, parameters, ...(isOwn && { impersonate: impersonationOf(user, String(input['database_name'] ?? connector.title), connector) }) };
      await databases.probe(tried, signal);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      throw connectionError(error, { title: connector.title, driver: driverOf(connector, connector.engine) }, status);
    }
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
            available_drivers: [driverOf(connector, connector.engine)],
            default_driver: driverOf(connector, connector.engine),
            preferred: PREFERRED.includes(connector.engine),
            sqlalchemy_uri_placeholder: placeholder(connector),
            parameters: connector.parameters,
            engine_information: engineInformation(connector),
          }))
          .sort((a, b) => Number(b.preferred) - Number(a.preferred) || a.name.localeCompare(b.name)),
      }),
    },
    {
      method: 'POST',
      path: '/test_connection/',
      permission: write,
      body: databaseBody,
      async handler(request) {
        const input = request.body as Input;
        checkTexts(input);
        const wanted = await connectionOf(input, databases);
        if (!wanted) throw new HttpError(400, { message: { sqlalchemy_uri: ['Missing data for required field.'] } });
        await probe(wanted.connector, withStoredSecrets(wanted, input, await stored('database_name', input['database_name']), ctx.secrets), request, 400);
        return { message: 'OK' };
      },
    },
    {
      method: 'POST',
      path: '/validate_parameters/',
      permission: write,
      body: validateBody,
      async handler(request: HttpRequest) {
        const input = request.body as Input;
        const engine = String(input['engine']);
        const connector = await databases.connector(engine);
        if (!connector) {
          const allowed = (await databases.connectors()).map((one) => one.engine).sort();
          throw sip40(422, 'GENERIC_DB_ENGINE_ERROR', `Engine "${engine}" is not a valid engine.`, { level: 'error', extra: { allowed, provided: engine }, issueCodes: issues(1002) });
        }
        checkTexts(input);
        const parameters = (input['parameters'] ?? {}) as JsonObject;
        requireValid(connector, parameters);
        await probe(connector, withStoredSecrets({ connector, parameters }, input, await stored('id', input['id']), ctx.secrets), request, 422);
        return { message: 'OK' };
      },
    },
    {
      method: 'GET',
      path: '/:pk/connection',
      permission: write,
      handler: async ({ user, params }) => {
        const row = await door.row(user, params['pk']);
        return { id: row.id, result: connectionForm(row, databases.engine(row.backend), ctx.secrets) };
      },
    },
    {
      method: 'DELETE',
      path: '/:pk/ssh_tunnel/',
      permission: write,
      async handler({ user, params }) {
        if (!ctx.config.featureFlags['SSH_TUNNELING']) throw new HttpError(400, 'SSH Tunneling is not enabled');
        await door.row(user, params['pk']);
        throw new HttpError(404, 'SSH Tunnel not found.');
      },
    },
  ];
}
