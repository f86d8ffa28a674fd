import { expect, it } from 'vitest';
import type { ConnectorContribution, Secrets } from '@orrery/sdk/server';
import { formatUri, keepMasked, keepUnsaid, MASK, maskParameters, openParameters, parseUri, sealParameters, shownParameters } from './connection-parameters.ts';

const server: ConnectorContribution = {
  engine: 'postgresql',
  title: 'PostgreSQL',
  uriSchemes: ['postgresql', 'postgres'],
  parameters: { type: 'object', properties: { host: {}, port: {}, username: {}, password: { 'x-secret': true }, database: {}, token: { 'x-secret': true } } },
};
const file: ConnectorContribution = { engine: 'duckdb', title: 'DuckDB', uriSchemes: ['duckdb'], parameters: { type: 'object', properties: { path: {} } } };

/** Seals visibly, so that a test sees which context a value was bound to. */
const secrets: Secrets = {
  seal: (plain, context) => Buffer.from(JSON.stringify([plain, context])).toString('base64'),
  open: (sealed, context) => {
    const [plain, bound] = JSON.parse(Buffer.from(sealed, 'base64').toString()) as [string, string];
    if (bound !== context) throw new Error('moved');
    return plain;
  },
};

it('[contract §1.5] reads a URI with driver, credentials, port and query', () => {
  const parsed = parseUri('postgresql+psycopg2://ann:p%40ss@db.example:5433/sales?sslmode=require', [file, server]);
  expect(parsed?.connector.engine).toBe('postgresql');
  expect(parsed?.parameters).toEqual({ username: 'ann', password: 'p@ss', host: 'db.example', port: 5433, database: 'sales', query: { sslmode: 'require' } });
});

it('[contract §1.5] reads a file URI into the path parameter', () => {
  expect(parseUri('duckdb:////srv/a.duckdb', [file])?.parameters).toEqual({ path: '/srv/a.duckdb' });
});

it('[contract §1.5] refuses malformed URIs and unknown schemes', () => {
  expect(parseUri('nonsense', [server])).toBeUndefined();
  expect(parseUri('oracle://a/b', [server])).toBeUndefined();
});

it('[contract §1.5] secrets are sealed at rest, opened for the connection, masked for people', () => {
  const stored = sealParameters({ host: 'h', password: 'hunter2', token: 't0k' }, server.parameters, 'u1', secrets);
  expect(JSON.stringify(stored)).not.toContain('hunter2');
  expect(openParameters(stored, 'u1', secrets)).toEqual({ host: 'h', password: 'hunter2', token: 't0k' });
  expect(() => openParameters(stored, 'u2', secrets)).toThrow('moved');
  expect(maskParameters(stored, server.parameters)).toEqual({ host: 'h', password: MASK, token: MASK });
});

it('[contract §1.5] a masked password keeps the stored one', () => {
  const stored = sealParameters({ password: 'hunter2' }, server.parameters, 'u1', secrets);
  expect(keepMasked({ host: 'new', password: MASK }, stored)).toEqual({ host: 'new', password: stored['password'] });
});

it('[contract §1.5] the shown URI never holds the password', () => {
  const stored = sealParameters({ username: 'ann', password: 'hunter2', host: 'h', port: 5433, database: 'd' }, server.parameters, 'u1', secrets);
  expect(formatUri(server, stored)).toBe(`postgresql://ann:${MASK}@h:5433/d`);
});

it('[contract §1.2.1] readers see the fields of the form, and no secret in any of them', () => {
  const form = { ...server.parameters, properties: { ...(server.parameters['properties'] as object), query: {} } };
  const stored = sealParameters({ host: 'h', password: 'hunter2', token: 't0k', unknown: 'x', query: { sslmode: 'require', sslpassword: 'p', apiToken: 'q' } }, form, 'u1', secrets);
  expect(shownParameters(stored, form)).toEqual({ host: 'h', password: MASK, token: MASK, query: { sslmode: 'require', sslpassword: MASK, apiToken: MASK } });
  expect(shownParameters(stored, undefined)).toEqual({});
});

it('[contract §1.5] a URI keeps what it cannot say, for the same place only', () => {
  const stored = { host: 'h', username: 'ann', database: 'd', encryption: true, query: { a: 'b' } };
  expect(keepUnsaid({ host: 'h', username: 'ann', database: 'd' }, stored)).toEqual({ host: 'h', username: 'ann', database: 'd', encryption: true });
  expect(keepUnsaid({ host: 'evil', username: 'ann', database: 'd' }, stored)).toEqual({ host: 'evil', username: 'ann', database: 'd' });
});

it('[contract §1.5] names with a percent sign survive the way there and back', () => {
  const parsed = parseUri(formatUri(server, { username: 'ann', host: 'h', database: '100%/a b' }), [server]);
  expect(parsed?.parameters).toMatchObject({ username: 'ann', host: 'h', database: '100%/a b' });
  expect(parseUri('postgresql://h/100%', [server])).toBeUndefined();
});
