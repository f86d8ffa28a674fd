import type { ConnectionOptions } from 'node:tls';
import type { JsonObject } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { Impersonation } from '@orrery/sdk/server';

/** Where and as whom to connect. */
export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  readonly ssl: ConnectionOptions | false;
  readonly connectTimeoutMs: number;
  readonly applicationName: string;
}

const DEFAULT_PORT = 5432;
const CONNECT_TIMEOUT_MS = 10_000;

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim();
}

/** `sslmode` means what it means to every PostgreSQL client; without one, `encryption` asks for TLS with any certificate. */
function sslOf(parameters: JsonObject, mode: string, host: string): ConnectionOptions | false {
  const certificate = text(parameters['server_cert']);
  if (mode === 'disable' || mode === 'allow' || mode === 'prefer') return false;
  if (!mode && parameters['encryption'] !== true && !certificate) return false;
  const isVerified = mode.startsWith('verify-') || (!mode && certificate !== '');
  return {
    host,
    servername: host,
    rejectUnauthorized: isVerified,
    ...(certificate && { ca: certificate }),
    // verify-ca trusts the authority, whatever the name.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

/** Reads the connection form. Throws ConnectorError naming what is missing or wrong. */
export function connectionTarget(parameters: JsonObject): ConnectionTarget {
  const missing = ['host', 'username'].filter((name) => text(parameters[name]) === '');
  if (missing.length > 0) throw new ConnectorError('missing-parameters', `One or more parameters are missing: ${missing.join(', ')}`, undefined, missing);
  const port = text(parameters['port']) === '' ? DEFAULT_PORT : Number(parameters['port']);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ConnectorError('invalid-port', 'The port must be a whole number between 1 and 65535.', undefined, ['port']);
  const query = (parameters['query'] ?? {}) as JsonObject;
  const host = text(parameters['host']).replace(/^\[(.*)\]$/, '$1');
  const user = text(parameters['username']);
  const timeout = Number(text(query['connect_timeout']));
  return {
    host,
    port,
    user,
    database: text(parameters['database']) || user,
    password: parameters['password'] ? String(parameters['password']) : undefined,
    ssl: sslOf(parameters, text(query['sslmode']), host),
    connectTimeoutMs: timeout > 0 && timeout <= 60 ? timeout * 1000 : CONNECT_TIMEOUT_MS,
    applicationName: text(query['application_name']) || 'orrery',
  };
}

/** Longer names are cut by the server, and would then be somebody else's. */
const MAX_NAME_BYTES = 63;

/** The same place, as the account that is called like the caller. Throws ConnectorError for a name no account can have. */
export function asCaller(target: ConnectionTarget, { username }: Impersonation): ConnectionTarget {
  if (Buffer.byteLength(username) > MAX_NAME_BYTES) throw new ConnectorError('access-denied', `Accounts of PostgreSQL have names of at most ${MAX_NAME_BYTES} bytes, so "${username}" has none.`, undefined, ['username']);
  return { ...target, user: username };
}
