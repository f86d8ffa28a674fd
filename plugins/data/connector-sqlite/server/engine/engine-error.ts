import { ConnectorError } from '@orrery/sdk/server';

/** Translates what SQLite throws into the contract's terms. Paths never leave the server. */
export function toEngineError(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_INTERRUPT' || /^interrupted/.test(message)) return new ConnectorError('cancelled', 'The query was cancelled.');
  // At the heap's limit the driver may find no error to report.
  if (code === 'SQLITE_NOMEM' || message === 'not an error' || code === 'SQLITE_TOOBIG' || /out of memory|too big/.test(message)) {
    return new ConnectorError('memory', 'The query needs more memory than the engine may use. Ask for fewer rows, columns or groups.');
  }
  if (/no such table/.test(message)) return new ConnectorError('missing-table', message);
  if (/no such column|has no column named/.test(message)) return new ConnectorError('missing-column', message);
  if (/syntax error|incomplete input|unrecognized token/.test(message)) return new ConnectorError('syntax', message);
  if (/readonly|not authorized|prohibited/.test(message)) return new ConnectorError('refused', 'The database file is opened for reading only.');
  if (code === 'SQLITE_NOTADB' || /not a database|file is encrypted/.test(message)) return new ConnectorError('unavailable', 'The file is not an SQLite database.', undefined, ['file']);
  if (/ConnectionFailed|unable to open/i.test(message)) return new ConnectorError('unavailable', 'The database file cannot be opened.', undefined, ['file']);
  if (code === 'SQLITE_BUSY' || /database is locked/.test(message)) return new ConnectorError('unavailable', 'The database file is locked by another program. Try again in a moment.');
  return new ConnectorError('engine', message);
}
