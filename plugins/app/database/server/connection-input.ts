import { X509Certificate } from 'node:crypto';
import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ConnectorContribution } from '@orrery/sdk/server';
import { keepMasked, maskParameters, openParameters, parseUri } from './connection-parameters.ts';
import { withSettings } from './connection-settings.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { checkExtra, checkJsonText } from './database-extra.ts';
import type { Databases } from './database-service.ts';
import { openExtra, unmaskExtra } from './encrypted-extra.ts';
import type { DatabaseTables } from '../contract.ts';
import type { Secrets } from '@orrery/sdk/server';

/** Yes-or-no columns of a database. */
export const FLAGS = ['expose_in_sqllab', 'allow_dml', 'allow_file_upload', 'allow_run_async', 'allow_ctas', 'allow_cvas', 'impersonate_user', 'is_managed_externally'] as const;

export type Input = Readonly<Record<string, unknown>>;

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

/** What a body connects to. */
export interface WantedConnection {
  readonly connector: ConnectorContribution;
  readonly parameters: JsonObject;
}

/** The connector and parameters a body asks for; refuses what cannot be understood. Undefined when it names neither. */
export async function connectionOf(input: Input, databases: Databases): Promise<WantedConnection | undefined> {
  if (typeof input['engine'] !== 'string' && typeof input['sqlalchemy_uri'] === 'string') {
    const parsed = parseUri(input['sqlalchemy_uri'], await databases.connectors());
    if (!parsed) {
      throw new HttpError(400, { message: { sqlalchemy_uri: ['Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name, and its backend needs a connector plugin.'] } });
    }
    return parsed;
  }
  if (typeof input['engine'] !== 'string') {
    if (input['parameters'] === undefined) return undefined;
    throw new HttpError(400, { message: { _schema: ['An engine must be specified when passing individual parameters to a database.'] } });
  }
  const connector = await databases.connector(input['engine']);
  if (!connector) throw new HttpError(422, `Could not load database driver: ${input['engine']}`);
  return { connector, parameters: (input['parameters'] ?? {}) as JsonObject };
}

/** Refuses texts of a body that can be judged without a connection. */
export function checkTexts(input: Input): void {
  checkExtra((input['extra'] as string | null | undefined) ?? null);
  checkJsonText('masked_encrypted_extra', (input['masked_encrypted_extra'] as string | null | undefined) ?? null);
  const certificate = input['server_cert'];
  if (typeof certificate === 'string' && certificate !== '') {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw new HttpError(400, { message: { server_cert: ['Invalid certificate'] } }, error);
    }
  }
  // No connection goes through a tunnel here; storing one would only pretend it does.
  if (input['ssh_tunnel']) throw new HttpError(400, 'SSH Tunneling is not enabled');
}

/** What a body says beside the parameters; masked texts are those of `stored`. Without any word of secrets, `stored` holds. */
export function settingsOf(input: Input, stored: JsonObject = {}): ConnectionSettings {
  const text = (name: string): string | null => (typeof input[name] === 'string' ? input[name] : null);
  const secret = text('masked_encrypted_extra');
  return {
    server_cert: text('server_cert'),
    encrypted_extra: secret === null ? stored : unmaskExtra(checkJsonText('masked_encrypted_extra', secret), stored),
    extra: text('extra'),
  };
}

const shown = (parameters: JsonObject): string => JSON.stringify(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '').map(([name, value]) => JSON.stringify([name, name === 'port' ? String(value) : value])).sort((a, b) => (a < b ? -1 : 1)));

/**
 * Parameters to try: masked secrets are taken from the stored database only while everything else is as stored,
 * so that nobody can have a stored password sent to a host of their choice.
 */
export function withStoredSecrets({ connector, parameters }: WantedConnection, input: Input, row: Pick<DatabaseTables['dbs'], 'backend' | 'parameters' | 'uuid' | 'encrypted_extra'> | undefined, secrets: Secrets): JsonObject {
  const stored = row && row.backend === connector.engine ? (JSON.parse(row.parameters) as JsonObject) : undefined;
  if (!row || !stored || shown(maskParameters(stored, connector.parameters)) !== shown(parameters)) return withSettings(parameters, settingsOf(input));
  return withSettings(openParameters(keepMasked(parameters, stored), row.uuid, secrets), settingsOf(input, openExtra(row.encrypted_extra, row.uuid, secrets)));
}
