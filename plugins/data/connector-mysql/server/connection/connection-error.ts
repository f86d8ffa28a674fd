import { ConnectorError } from '@orrery/sdk/server';
import type { ConnectionTarget } from './connection-config.ts';

interface Failure {
  readonly code?: string;
  readonly errno?: number;
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
  const { code = '', errno = 0, message = '' } = firstOf(error);
  const { host, port, user, database = '' } = target;
  const make = (kind: ConnectorError['code'], text: string, fields: readonly string[]): ConnectorError => new ConnectorError(kind, text, error, fields);
  if (NO_SUCH_HOST.test(code)) return make('invalid-hostname', `Unknown MySQL server host "${host}".`, ['host']);
  if (code === 'ECONNREFUSED') return make('port-closed', `Port ${port} on hostname "${host}" refused the connection.`, ['host', 'port']);
  if (DOWN.test(code)) return make('host-down', `The host "${host}" might be down, and can't be reached on port ${port}.`, ['host', 'port']);
  if (errno === 1045 || errno === 1698) return make('access-denied', `Either the username "${user}" or the password is incorrect.`, ['username', 'password']);
  if (errno === 1049) return make('unknown-database', `Unable to connect to database "${database}".`, ['database']);
  if (errno === 1044) return make('access-denied', `The user "${user}" may not use database "${database}".`, ['username', 'database']);
  if (errno === 1130) return make('access-denied', `The server refuses connections from this host: ${message}`, ['host']);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return make('unavailable', 'The server does not support encrypted connections. Switch encryption off, or TLS on at the server.', ['encryption']);
  if (errno === 3159 || /insecure transport/i.test(message)) return make('unavailable', 'The server asks for encrypted connections. Switch encryption on.', ['encryption']);
  if (code === 'HANDSHAKE_SSL_ERROR' || /certificate|self.signed|altnames/i.test(message)) return make('unavailable', `The server's certificate was not accepted: ${message}`, ['encryption']);
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return make('missing-driver', 'Could not load database driver: mysql2', []);
  if (/Unexpected packet|malformed|PROTOCOL_|ERR_OUT_OF_RANGE/i.test(`${code} ${message}`)) return make('host-down', `What answers on port ${port} of "${host}" is no MySQL server, or hung up: ${message}`, ['host', 'port']);
  return make('unavailable', message ? `The server did not accept the connection: ${message}` : 'The server did not accept the connection.', []);
}
