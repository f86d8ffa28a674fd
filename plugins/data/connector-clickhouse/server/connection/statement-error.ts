import type { ConnectorErrorCode } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';

interface ServerError {
  readonly code?: string;
  readonly message?: string;
}

/** Why we stopped a statement ourselves. */
export type StopReason = 'cancelled' | 'timeout' | 'memory';

const CODES: Readonly<Record<string, ConnectorErrorCode>> = {
  62: 'syntax', 26: 'syntax', 27: 'syntax',
  60: 'missing-table', 218: 'missing-table',
  16: 'missing-column', 47: 'missing-column', 8: 'missing-column', 10: 'missing-column',
  81: 'missing-schema',
  159: 'timeout', 160: 'timeout', 209: 'timeout',
  394: 'cancelled', 236: 'cancelled',
  241: 'memory', 173: 'memory',
  164: 'refused', 452: 'refused', 497: 'refused', 291: 'refused',
  192: 'unavailable', 193: 'unavailable', 202: 'unavailable', 210: 'unavailable', 279: 'unavailable', 516: 'unavailable',
};

const IN_TEXT = /^Code: (\d+)\. DB::Exception: ([\s\S]*)$/;

/** An error older servers write into the result itself; undefined when a line is none. */
export function errorInText(line: string): Error | undefined {
  const match = IN_TEXT.exec(line.trim());
  return match ? Object.assign(new Error(match[2]), { code: match[1] }) : undefined;
}

/** Translates what a running statement failed with into the contract's terms. */
export function toStatementError(error: unknown, stopped?: StopReason): ConnectorError {
  if (error instanceof ConnectorError && stopped === undefined) return error;
  const { code = '', message = String(error) } = error as ServerError;
  const kind = stopped ?? CODES[code];
  if (kind === 'cancelled') return new ConnectorError('cancelled', 'The query was cancelled.', error);
  if (kind === 'timeout') return new ConnectorError('timeout', 'The query took longer than allowed and was stopped. Ask for less data.', error);
  if (stopped === 'memory') return new ConnectorError('memory', 'The result is larger than 1 GB. Ask for fewer rows or columns.', error);
  if (kind === undefined && !/^\d+$/.test(code)) return new ConnectorError('unavailable', `The connection to the server was lost: ${message.slice(0, 500)}`, error);
  return new ConnectorError(kind ?? 'engine', message.trim(), error);
}
