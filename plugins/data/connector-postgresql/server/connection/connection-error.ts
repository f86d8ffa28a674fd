import { ConnectorError } from '@orrery/sdk/server';
import type { ConnectionTarget } from './connection-config.ts';

interface Failure {
  readonly code?: string;
  readonly message?: string;
}

const NO_SUCH_HOST = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|EAI_FAIL|EINVAL)$/;
const DOWN = /^(?:ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ECONNRESET|EPIPE|ENETDOWN)$/;

/** Several addresses of one host fail with one error each; the first tells enough. */
function firstOf(error: unknown): Failure {
  return error instanceof AggregateError ? ((error.errors[0] ?? {}) as Failure) : (error as Failure);
}

/** What went wrong while connecting, with the parameters to look at. Messages name what the user typed, never the password. */
export function toConnectionError(error: unknown, target: ConnectionTarget): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', message = '' } = firstOf(error);
  const { host, port, user, database } = target;
  const make = (kind: ConnectorError['code'], text: string, fields: readonly string[]): ConnectorError => new ConnectorError(kind, text, error, fields);
  if (NO_SUCH_HOST.test(code)) return make('invalid-hostname', `The hostname "${host}" cannot be resolved.`, ['host']);
  if (code === 'ECONNREFUSED') return make('port-closed', `Port ${port} on hostname "${host}" refused the connection.`, ['host', 'port']);
  if (DOWN.test(code) || /timeout expired|connection timeout/i.test(message)) return make('host-down', `The host "${host}" might be down, and can't be reached on port ${port}.`, ['host', 'port']);
  if (code === '28P01') return make('invalid-password', `The password provided for username "${user}" is incorrect.`, ['username', 'password']);
  if (/client password must be a (?:non-empty )?string/i.test(message)) return make('missing-parameters', 'One or more parameters are missing: password', ['password']);
  if (code === '28000' && /role .* does not exist/i.test(message)) return make('invalid-username', `The username "${user}" does not exist.`, ['username']);
  if (code === '28000') return make('access-denied', `The server refuses connections of "${user}" to database "${database}" from here: ${message}`, ['host', 'username', 'database']);
  if (code === '3D000') return make('unknown-database', `Unable to connect to database "${database}".`, ['database']);
  if (code === '42501') return make('access-denied', `The user "${user}" may not connect to database "${database}".`, ['username', 'database']);
  if (/does not support SSL/i.test(message)) return make('unavailable', 'The server does not support encrypted connections. Switch encryption off, or TLS on at the server.', ['encryption']);
  if (/certificate|self.signed|altnames/i.test(message)) return make('unavailable', `The server's certificate was not accepted: ${message}`, ['encryption']);
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return make('missing-driver', 'Could not load database driver: pg', []);
  return make('unavailable', message ? `The server did not accept the connection: ${message}` : 'The server did not accept the connection.', []);
}
