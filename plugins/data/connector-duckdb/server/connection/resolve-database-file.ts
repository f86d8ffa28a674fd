import { realpathSync } from 'node:fs';
import path from 'node:path';
import { ConnectorError } from '@orrery/sdk/server';

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*\.duckdb$/u;

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/**
 * Absolute path of a database file of the data directory. Throws ConnectorError for anything that is not a `.duckdb`
 * file inside it, links included.
 */
export function resolveDatabaseFile(dataDir: string, file: unknown): string {
  if (typeof file !== 'string' || file.length > 200 || !NAME.test(file) || file.includes('..')) {
    throw new ConnectorError('refused', 'The database file must be the name of a .duckdb file in the data directory, for example analytics.duckdb.', undefined, ['file']);
  }
  const root = realOf(path.resolve(dataDir));
  const real = realOf(path.join(root, file));
  if (!real.startsWith(root + path.sep)) throw new ConnectorError('refused', 'The database file must lie in the data directory.', undefined, ['file']);
  return real;
}
