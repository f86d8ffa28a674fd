import type { ConnectorError, ConnectorErrorCode, HttpError } from '@orrery/sdk/server';
import { HttpError as Refusal, sip40 } from '@orrery/sdk/server';

interface Issue {
  readonly code: number;
  readonly message: string;
}

const TEXTS: Readonly<Record<number, string>> = {
  1001: 'The database is under an unusual load.',
  1002: 'The database answered with an unexpected error.',
  1007: 'The hostname cannot be resolved.',
  1008: 'The port is closed.',
  1009: 'The host might be down, or cannot be reached on this port.',
  1010: 'The server could not run the command.',
  1011: 'Something unexpected happened on the server.',
  1012: 'The username does not exist in the database.',
  1013: 'The password is not right for this user.',
  1014: 'Either the username or the password is wrong.',
  1015: 'The name of the database is misspelt, or there is no such database.',
  1017: 'The user lacks the permission to connect.',
  1018: 'One or more connection parameters are missing.',
  1019: 'The submitted payload has the wrong format.',
  1020: 'The submitted payload has the wrong schema.',
  1034: 'The port is not a number between 0 and 65535.',
};

/** Issues as SIP-40 bodies name them (contract §0.4). */
export function issues(...codes: readonly number[]): readonly Issue[] {
  return codes.map((code) => ({ code, message: `Issue ${code} - ${TEXTS[code] ?? ''}` }));
}

const KINDS: Partial<Readonly<Record<ConnectorErrorCode, readonly [errorType: string, codes: readonly number[]]>>> = {
  'invalid-hostname': ['CONNECTION_INVALID_HOSTNAME_ERROR', [1007]],
  'invalid-port': ['CONNECTION_INVALID_PORT_ERROR', [1034]],
  'port-closed': ['CONNECTION_PORT_CLOSED_ERROR', [1008]],
  'host-down': ['CONNECTION_HOST_DOWN_ERROR', [1009]],
  'invalid-username': ['CONNECTION_INVALID_USERNAME_ERROR', [1012]],
  'invalid-password': ['CONNECTION_INVALID_PASSWORD_ERROR', [1013]],
  'access-denied': ['CONNECTION_ACCESS_DENIED_ERROR', [1014, 1015]],
  'unknown-database': ['CONNECTION_UNKNOWN_DATABASE_ERROR', [1015]],
};

/** Refuses parameters that are not there, by name (contract §1.5). */
export function missingParameters(names: readonly string[]): HttpError {
  const missing = [...names].sort();
  return sip40(422, 'CONNECTION_MISSING_PARAMETERS_ERROR', `One or more parameters are missing: ${missing.join(', ')}`, { level: 'warning', extra: { missing }, issueCodes: issues(1018) });
}

/** Refuses a body of a database form whose shape is wrong. */
export function invalidPayload(messages: Readonly<Record<string, readonly string[]>>): HttpError {
  return sip40(422, 'INVALID_PAYLOAD_SCHEMA_ERROR', 'An error happened when validating the request', { level: 'error', extra: { messages }, issueCodes: issues(1020) });
}

/** A failed connection in the contract's terms. `status` is what parameters at fault are answered with. */
export function connectionError(error: ConnectorError, engine: { readonly title: string; readonly driver: string }, status: 400 | 422 = 400): HttpError {
  if (error.code === 'missing-parameters') return missingParameters(error.fields);
  if (error.code === 'missing-driver') return new Refusal(422, `Could not load database driver: ${engine.driver}`, error);
  const extra = { engine_name: engine.title, ...(error.fields.length > 0 ? { invalid: error.fields } : {}) };
  if (error.code === 'timeout') return sip40(408, 'CONNECTION_DATABASE_TIMEOUT', 'The database did not answer in time.', { level: 'error', extra, issueCodes: issues(1001, 1009) });
  const [errorType, codes] = KINDS[error.code] ?? ['GENERIC_DB_ENGINE_ERROR', [1002]];
  const isStatic = error.code === 'invalid-hostname' || error.code === 'invalid-port' || error.code === 'port-closed' || error.code === 'host-down';
  return sip40(isStatic ? status : 400, errorType, error.message, { level: 'error', extra, issueCodes: issues(...codes) });
}
