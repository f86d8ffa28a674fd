import { ConnectorError } from '@orrery/sdk/server';
import type { ConnectionTarget } from './connection-config.ts';

interface Failure {
  readonly code?: string;
  readonly message?: string;
}

const NO_SUCH_HOST = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|EAI_FAIL|EINVAL)$/;
const DOWN = /^(?:ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ECONNRESET|EPIPE|ENETDOWN|ECONNABORTED)$/;
/** Codes of the server for a wrong user or password: it does not tell which. */
const DENIED = /^(?:192|193|194|516|519)$/;

/** Several addresses of one host fail with one error each; the first tells enough. */
function firstOf(error: unknown): Failure {
  return error instanceof AggregateError ? ((error.errors[0] ?? {}) as Failure) : (error as Failure);
}

/** What went wrong while connecting, with the parameters to look at. Messages name what the user typed, never the password. */
export function toConnectionError(error: unknown, target: ConnectionTarget): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', message = '' } = firstOf(error);
  const { host, port, user, database = '' } = target;
  const make = (kind: ConnectorError['code'], text: string, fields: readonly string[]): ConnectorError => new ConnectorError(kind, text, error, fields);
  if (NO_SUCH_HOST.test(code)) return make('invalid-hostname', `The hostname "${host}" cannot be resolved.`, ['host']);
  if (code === 'ECONNREFUSED') return make('port-closed', `Port ${port} on hostname "${host}" refused the connection.`, ['host', 'port']);
  if (DENIED.test(code)) return make('access-denied', `Either the username "${user}" or the password is incorrect.`, ['username', 'password']);
  if (code === '81') return make('unknown-database', `Unable to connect to database "${database}".`, ['database']);
  if (code === '497') return make('access-denied', `The user "${user}" may not use database "${database || 'default'}".`, ['username', 'database']);
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return make('missing-driver', 'Could not load database driver: @clickhouse/client', []);
  if (/certificate|self.signed|altnames/i.test(`${code} ${message}`)) return make('unavailable', `The server's certificate was not accepted: ${message}`, ['encryption']);
  if (/EPROTO|SSL|TLS|wrong version number/i.test(`${code} ${message}`)) return make('unavailable', 'The server does not speak TLS on this port. Switch encryption off, or give the port of its HTTPS interface.', ['encryption', 'port']);
  if (DOWN.test(code) || /socket hang up|timeout|aborted/i.test(message)) return make('host-down', `The host "${host}" might be down, and can't be reached on port ${port}.`, ['host', 'port']);
  if (/Parse Error|HPE_/i.test(`${code} ${message}`)) return make('host-down', `What answers on port ${port} of "${host}" is not the HTTP interface of ClickHouse.`, ['host', 'port']);
  return make('unavailable', `The server did not accept the connection: ${message.slice(0, 500)}`, []);
}
