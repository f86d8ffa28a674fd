import type { JsonObject } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { HttpTarget } from '../client/http-request.ts';

/** Where and as whom to connect. */
export interface ConnectionTarget extends HttpTarget {
  readonly user: string;
  readonly password: string;
  readonly catalog: string | undefined;
  readonly schema: string | undefined;
  /** Name of the client in the cluster's list of queries. */
  readonly source: string;
}

const CONNECT_TIMEOUT_MS = 10_000;

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim();
}

/** Reads the connection form. Throws ConnectorError naming what is missing or wrong. */
export function connectionTarget(parameters: JsonObject): ConnectionTarget {
  const missing = ['host', 'username'].filter((name) => text(parameters[name]) === '');
  if (missing.length > 0) throw new ConnectorError('missing-parameters', `One or more parameters are missing: ${missing.join(', ')}`, undefined, missing);
  const query = (parameters['query'] ?? {}) as JsonObject;
  const password = parameters['password'] ? String(parameters['password']) : '';
  const scheme = text(query['http_scheme'] ?? query['protocol']).toLowerCase();
  const isEncrypted = parameters['encryption'] === true || scheme === 'https' || (password !== '' && scheme !== 'http');
  if (password !== '' && !isEncrypted) throw new ConnectorError('unavailable', 'Passwords are sent over TLS only. Switch encryption on, or leave the password out.', undefined, ['encryption', 'password']);
  const port = text(parameters['port']) === '' ? (isEncrypted ? 443 : 8080) : Number(parameters['port']);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ConnectorError('invalid-port', 'The port must be a whole number between 1 and 65535.', undefined, ['port']);
  const [catalog, schema] = text(parameters['database']).split('/');
  const timeout = Number(text(query['connect_timeout']));
  return {
    host: text(parameters['host']).replace(/^\[(.*)\]$/, '$1'),
    port,
    user: text(parameters['username']),
    password,
    isEncrypted,
    isVerified: !/^(?:0|false|no)$/i.test(text(query['verify'])),
    certificate: text(parameters['server_cert']) || undefined,
    catalog: catalog || undefined,
    schema: schema || undefined,
    source: text(query['source']) || 'orrery',
    connectTimeoutMs: timeout > 0 && timeout <= 60 ? timeout * 1000 : CONNECT_TIMEOUT_MS,
  };
}
