import { ConnectorError } from '@orrery/sdk/server';
import type { ConnectionTarget } from './connection-config.ts';

interface Failure {
  readonly code?: string;
  readonly name?: string;
  readonly message?: string;
}

const NO_SUCH_HOST = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|EAI_FAIL|EINVAL|ERR_INVALID_URL)$/;
const DOWN = /^(?:ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ECONNRESET|EPIPE|ENETDOWN|ABORT_ERR)$/;

/** What went wrong while connecting, with the parameters to look at. Messages name what the user typed, never the password. */
export function toConnectionError(error: unknown, { host, port }: ConnectionTarget): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', name = '', message = '' } = (error instanceof AggregateError ? (error.errors[0] ?? {}) : error) as Failure;
  const make = (kind: ConnectorError['code'], text: string, fields: readonly string[]): ConnectorError => new ConnectorError(kind, text, error, fields);
  if (NO_SUCH_HOST.test(code)) return make('invalid-hostname', `The hostname "${host}" cannot be resolved.`, ['host']);
  if (code === 'ECONNREFUSED') return make('port-closed', `Port ${port} on hostname "${host}" refused the connection.`, ['host', 'port']);
  if (/certificate|self.signed|altnames/i.test(`${code} ${message}`)) return make('unavailable', `The coordinator's certificate was not accepted: ${message}`, ['encryption']);
  if (/EPROTO|wrong version number/i.test(`${code} ${message}`)) return make('unavailable', 'The coordinator does not speak TLS on this port. Switch encryption off, or give the port of its HTTPS interface.', ['encryption', 'port']);
  if (DOWN.test(code) || name === 'TimeoutError' || /socket hang up/i.test(message)) return make('host-down', `The host "${host}" might be down, and can't be reached on port ${port}.`, ['host', 'port']);
  if (/^HPE_/.test(code)) return make('host-down', `What answers on port ${port} of "${host}" is no Trino coordinator.`, ['host', 'port']);
  return make('unavailable', `The coordinator did not accept the connection: ${message.slice(0, 300)}`, []);
}
