import type { SslOptions } from 'mysql2';
import type { JsonObject } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { Impersonation } from '@orrery/sdk/server';

/** Where and as whom to connect. */
export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly user: string;
  readonly password: string;
  readonly ssl: SslOptions | undefined;
  readonly connectTimeoutMs: number;
}

const DEFAULT_PORT = 3306;
const CONNECT_TIMEOUT_MS = 10_000;

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim();
}

/** `ssl_mode` means what it means to MySQL's own clients; without one, `encryption` asks for TLS with any certificate. */
function sslOf(parameters: JsonObject, mode: string): SslOptions | undefined {
  const certificate = text(parameters['server_cert']);
  if (/^(?:disabled|preferred)$/i.test(mode)) return undefined;
  if (!mode && parameters['encryption'] !== true && !certificate) return undefined;
  const isVerified = /^verify_/i.test(mode) || (!mode && certificate !== '');
  return { rejectUnauthorized: isVerified, verifyIdentity: /^verify_identity$/i.test(mode), ...(certificate && { ca: certificate }) };
}

/** Reads the connection form. Throws ConnectorError naming what is missing or wrong. */
export function connectionTarget(parameters: JsonObject): ConnectionTarget {
  const missing = ['host', 'username'].filter((name) => text(parameters[name]) === '');
  if (missing.length > 0) throw new ConnectorError('missing-parameters', `One or more parameters are missing: ${missing.join(', ')}`, undefined, missing);
  const port = text(parameters['port']) === '' ? DEFAULT_PORT : Number(parameters['port']);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ConnectorError('invalid-port', 'The port must be a whole number between 1 and 65535.', undefined, ['port']);
  const query = (parameters['query'] ?? {}) as JsonObject;
  const timeout = Number(text(query['connect_timeout']));
  return {
    host: text(parameters['host']).replace(/^\[(.*)\]$/, '$1'),
    port,
    user: text(parameters['username']),
    database: text(parameters['database']) || undefined,
    password: parameters['password'] ? String(parameters['password']) : '',
    ssl: sslOf(parameters, text(query['ssl_mode'])),
    connectTimeoutMs: timeout > 0 && timeout <= 60 ? timeout * 1000 : CONNECT_TIMEOUT_MS,
  };
}

/** MySQL cuts longer names, and they would then be somebody else's. */
const MAX_NAME_LENGTH = 32;

/** The same place, as the account that is called like the caller. Throws ConnectorError for a name no account can have. */
export function asCaller(target: ConnectionTarget, { username }: Impersonation): ConnectionTarget {
  if (username.length > MAX_NAME_LENGTH || username.trim() !== username) {
    throw new ConnectorError('access-denied', `Accounts of MySQL have names of at most ${MAX_NAME_LENGTH} characters, without blanks around them, so "${username}" has none.`, undefined, ['username']);
  }
  return { ...target, user: username };
}
