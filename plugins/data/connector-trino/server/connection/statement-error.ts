import type { ConnectorErrorCode } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { TrinoFailure } from '../client/page.ts';

/** Why we stopped a statement ourselves. */
export type StopReason = 'cancelled' | 'timeout' | 'memory';

const CODES: Readonly<Record<string, ConnectorErrorCode>> = {
  SYNTAX_ERROR: 'syntax',
  TABLE_NOT_FOUND: 'missing-table', VIEW_NOT_FOUND: 'missing-table',
  COLUMN_NOT_FOUND: 'missing-column',
  SCHEMA_NOT_FOUND: 'missing-schema', CATALOG_NOT_FOUND: 'missing-schema', MISSING_SCHEMA_NAME: 'missing-schema', MISSING_CATALOG_NAME: 'missing-schema',
  EXCEEDED_TIME_LIMIT: 'timeout', EXCEEDED_CPU_LIMIT: 'timeout',
  USER_CANCELED: 'cancelled', ADMINISTRATIVELY_KILLED: 'cancelled', ADMINISTRATIVELY_PREEMPTED: 'cancelled', ABANDONED_QUERY: 'cancelled',
  EXCEEDED_LOCAL_MEMORY_LIMIT: 'memory', EXCEEDED_GLOBAL_MEMORY_LIMIT: 'memory', EXCEEDED_MEMORY_LIMIT: 'memory', EXCEEDED_NODE_MEMORY_LIMIT: 'memory', CLUSTER_OUT_OF_MEMORY: 'memory', GENERIC_INSUFFICIENT_RESOURCES: 'memory', EXCEEDED_SCAN_LIMIT: 'memory',
  PERMISSION_DENIED: 'refused',
  SERVER_SHUTTING_DOWN: 'unavailable', SERVER_STARTING_UP: 'unavailable', NO_NODES_AVAILABLE: 'unavailable', QUERY_QUEUE_FULL: 'unavailable',
};

/** What the coordinator says of a failed statement, in the contract's terms. */
export function toStatementError({ errorName = '', message = 'The statement failed for an unknown reason.' }: TrinoFailure): ConnectorError {
  const code = CODES[errorName];
  if (code === 'cancelled' || code === 'timeout') return stopError(code);
  // Older servers and Presto tell a missing table or column by the text alone.
  const guessed = errorName === 'SEMANTIC_ERROR' && /Table .* does not exist/.test(message) ? 'missing-table' : undefined;
  return new ConnectorError(code ?? guessed ?? 'engine', message, { errorName });
}

/** What to tell of a statement we stopped. */
export function stopError(reason: StopReason): ConnectorError {
  if (reason === 'cancelled') return new ConnectorError('cancelled', 'The query was cancelled.');
  if (reason === 'timeout') return new ConnectorError('timeout', 'The query took longer than allowed and was stopped. Ask for less data.');
  return new ConnectorError('memory', 'The result is larger than 1 GB. Ask for fewer rows or columns.');
}
