import { expect, it } from 'vitest';
import { formatUri, isSameTarget, MASK } from '../connection-parameters.ts';
import { isMasked, readConnection, unknownConnector } from './file-connection.ts';
import { tunnelProblems } from './ssh-tunnel.ts';

it.each([
  ['sqlite:////app/superset_home/examples.db', 'sqlite'],
  ['trino://ann@host.invalid:8080/hive/default', 'trino'],
  ['snowflake://u@account/db?warehouse=w&role=r', 'snowflake'],
  ['bigquery://my-project', 'bigquery'],
])('[contract §13] keeps %s of an engine nobody here knows', (uri, backend) => {
  const connection = readConnection(uri, []);
  expect(connection).toMatchObject({ backend, isSupported: false });
  expect(formatUri(unknownConnector(backend), connection?.parameters ?? {}).replace(/\/$/, '')).toBe(uri);
});

it('reads drivers, passwords and their mask', () => {
  expect(readConnection('postgresql+psycopg2://ann:p%40ss@h/db', [])?.parameters).toEqual({ username: 'ann', password: 'p@ss', host: 'h', database: 'db' });
  const masked = readConnection(`mysql://ann:${MASK}@h/db`, []);
  expect(masked && isMasked(masked)).toBe(true);
  expect(readConnection('no uri', [])).toBeUndefined();
  expect(readConnection('postgresql://a:%zz@h/db', [])).toBeUndefined();
});

it('the same place and account are all that keep a stored password', () => {
  const stored = { host: 'h', port: 5432, username: 'ann', database: 'db', password: { sealed: 'x' } };
  expect(isSameTarget(stored, { host: 'h', port: 5432, username: 'ann', database: 'db', password: MASK })).toBe(true);
  for (const other of [{ host: 'evil' }, { port: 1 }, { username: 'bob' }, { database: 'other' }]) expect(isSameTarget(stored, { ...stored, ...other })).toBe(false);
});

it('[IMEX-12] asks for what a tunnel lacks in the phrases of the dialog', () => {
  expect(tunnelProblems({ password: MASK }, {})).toEqual(['Must provide a password for the ssh tunnel']);
  expect(tunnelProblems({ password: MASK }, { sshTunnelPassword: 'x' })).toEqual([]);
  expect(tunnelProblems({ private_key: MASK, private_key_password: MASK }, {})).toEqual(['Must provide a private key for the ssh tunnel', 'Must provide a private key password for the ssh tunnel']);
});
