import type { ConnectorErrorCode } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import { placeOf } from '../admission/parse-sql.ts';

interface ServerError {
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
  readonly position?: string;
}

const CODES: Readonly<Record<string, ConnectorErrorCode>> = {
  '42601': 'syntax',
  '42P01': 'missing-table',
  '42703': 'missing-column',
  '3F000': 'missing-schema',
  '53200': 'memory',
  '53100': 'memory',
  '54001': 'memory',
  '25006': 'refused',
  '42501': 'refused',
};

/** Translates what a running statement failed with into the contract's terms. */
export function toStatementError(error: unknown, sql: string, stopped?: 'cancelled' | 'timeout'): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', message = String(error), hint, position } = error as ServerError;
  if (stopped === 'cancelled') return new ConnectorError('cancelled', 'The query was cancelled.', error);
  if (stopped === 'timeout' || (code === '57014' && /timeout/i.test(message))) return new ConnectorError('timeout', 'The query took longer than allowed and was stopped. Ask for less data.', error);
  if (code === '57014') return new ConnectorError('cancelled', 'The query was cancelled by the server.', error);
  if (/^(?:08|57P)/.test(code) || code === '53300' || code === 'ECONNRESET' || /connection terminated|not queryable/i.test(message)) {
    return new ConnectorError('unavailable', `The connection to the server was lost: ${message}`, error);
  }
  const place = position ? ` (line ${placeOf(sql, Number(position) - 1)})` : '';
  return new ConnectorError(CODES[code] ?? 'engine', `${message}${place}${hint ? `. ${hint}` : ''}`, error);
}
