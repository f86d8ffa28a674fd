import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConnectorError } from '@orrery/sdk/server';

/** The one folder of the data directory whose files can be opened; the server's own databases lie outside it. */
export const DATABASE_FOLDER = 'sqlite';

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*\.(?:sqlite3?|db3?)$/u;

function realOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Absolute path of a database file. Throws ConnectorError for anything but an existing file in the folder, links out of it included. */
export function resolveDatabaseFile(dataDir: string, file: unknown): string {
  if (typeof file !== 'string' || file.length > 200 || !NAME.test(file) || file.includes('..')) {
    throw new ConnectorError('refused', `The database file must be the name of a .sqlite or .db file in the folder "${DATABASE_FOLDER}" of the data directory, for example sales.sqlite.`, undefined, ['file']);
  }
  const root = realOf(path.join(dataDir, DATABASE_FOLDER));
  const real = root === undefined ? undefined : realOf(path.join(root, file));
  if (root === undefined || real === undefined) {
    throw new ConnectorError('unavailable', `The database file ${file} does not exist in the folder "${DATABASE_FOLDER}" of the data directory.`, undefined, ['file']);
  }
  if (!real.startsWith(root + path.sep)) throw new ConnectorError('refused', `The database file must lie in the folder "${DATABASE_FOLDER}" of the data directory.`, undefined, ['file']);
  if (!statSync(real).isFile()) throw new ConnectorError('refused', 'The database file is not a file.', undefined, ['file']);
  return real;
}
