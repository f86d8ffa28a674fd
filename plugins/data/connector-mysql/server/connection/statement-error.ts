import type { ConnectorErrorCode } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';

interface ServerError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
  readonly sqlMessage?: string;
}

const CODES: Readonly<Record<number, ConnectorErrorCode>> = {
  1064: 'syntax', 1149: 'syntax',
  1146: 'missing-table', 1051: 'missing-table', 1109: 'missing-table',
  1054: 'missing-column',
  1049: 'missing-schema',
  1969: 'timeout', 3024: 'timeout',
  1317: 'cancelled', 1927: 'cancelled',
  1037: 'memory', 1038: 'memory', 1041: 'memory', 1114: 'memory', 1135: 'memory',
  1044: 'refused', 1142: 'refused', 1143: 'refused', 1227: 'refused', 1290: 'refused', 1370: 'refused', 1792: 'refused', 1836: 'refused',
  1040: 'unavailable', 1053: 'unavailable', 2006: 'unavailable', 2013: 'unavailable',
};

/** Translates what a running statement failed with into the contract's terms. */
export function toStatementError(error: unknown, stopped?: 'cancelled' | 'timeout' | 'memory'): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', errno = 0, message = String(error), sqlMessage } = error as ServerError;
  const kind = stopped ?? CODES[errno];
  if (kind === 'cancelled') return new ConnectorError('cancelled', 'The query was cancelled.', error);
  if (kind === 'timeout') return new ConnectorError('timeout', 'The query took longer than allowed and was stopped. Ask for less data.', error);
  if (stopped === 'memory') return new ConnectorError('memory', 'The result is larger than 1 GB. Ask for fewer rows or columns.', error);
  if (/^(?:PROTOCOL_CONNECTION_LOST|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) || /closed state/i.test(message)) {
    return new ConnectorError('unavailable', `The connection to the server was lost: ${message}`, error);
  }
  return new ConnectorError(kind ?? 'engine', sqlMessage ?? message, error);
}
