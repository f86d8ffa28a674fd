import { generateKeyPairSync } from 'node:crypto';
import type { JsonObject } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import type { Connection, ConnectorCode, ResultColumn, SqlDialect } from '@orrery/sdk/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const MASK = 'XXXXXXXXXX';
/** What the connector was opened with, in order. */
let opened: JsonObject[] = [];
let schemas: readonly string[] = ['PUBLIC'];

const dialect = {
  name: 'shout',
  identifier: (name: string) => name,
  qualify: ({ schema, name }: { schema?: string | null; name: string }) => (schema ? `${schema}.${name}` : name),
  limit: (sql: string, rows: number) => `${sql} LIMIT ${rows}`,
  timeGrains: {},
  upperCaseNames: true,
} as unknown as SqlDialect;

const columns: readonly ResultColumn[] = [
  { name: 'ID', type: 'INTEGER', generic: GenericType.Numeric },
  { name: 'Mixed', type: 'VARCHAR', generic: GenericType.String },
];

/** An engine that keeps names in upper case, answers one row to everything, and remembers what it was given. */
const connector: ConnectorCode = {
  dialect,
  open({ parameters }) {
    opened.push(parameters);
    const batch = { columns: [[1]], rowCount: 1 };
    const connection: Connection = {
      execute: () => Promise.resolve({ columns: columns.slice(0, 1), batches: (async function* () { yield batch; })() }),
      catalogs: () => Promise.resolve(['lake']),
      schemas: () => (schemas.length > 0 ? Promise.resolve(schemas) : Promise.reject(new Error('no schemas'))),
      tables: () => Promise.resolve([{ name: 'ORDERS', kind: 'table' as const }, { name: 'DAILY', kind: 'materialized_view' as const }]),
      columns: () => Promise.resolve(columns),
      describe: () => Promise.resolve(columns),
      close: () => Promise.resolve(),
    };
    return Promise.resolve(connection);
  },
};

const parameters = {
  type: 'object',
  properties: { host: { type: 'string' }, username: { type: 'string' }, password: { type: 'string', 'x-secret': true }, database: { type: 'string' }, token: { type: 'string', 'x-secret': true }, encryption: { type: 'boolean' }, query: { type: 'object' } },
};
const plugin = fakePlugin(
  {
    id: 'connector-shout', points: { 'database.connectors': 1 }, dependencies: { database: '^0.1.0' },
    contributes: { 'database.connectors': [{ engine: 'shout', title: 'Shout', uriSchemes: ['shout'], parameters }] },
  },
  defineServerPlugin({ activate: (ctx) => void ctx.contribute(Connectors, 'shout', connector) }),
);

let app: TestApp;
let id: number;
const put = (json: unknown) => app.admin.request('PUT', `/api/v1/database/${id}`, { json });
const pairs = async (name: string) =>
  (await app.kernel.metadata('test').db<{ ab_permission: { action: string; subject: string } }>().selectFrom('ab_permission').selectAll().where('subject', 'like', `[${name}]%`).orderBy('subject').execute()).map(({ action, subject }) => [action, subject]);

beforeAll(async () => {
  app = await startApp({ extra: [plugin] });
  const created = await app.admin.request('POST', '/api/v1/database/', {
    json: { database_name: 'Loud', sqlalchemy_uri: 'shout://ann:hunter2@db.example:1234/sales?role=r&api_token=t0p', masked_encrypted_extra: '{"key":"deep-secret"}', extra: '{"engine_params":{"connect_args":{"role":"other","timeout":5}}}' },
  });
  if (created.status !== 201) throw new Error(created.text);
  id = (created.json as { id: number }).id;
}, 60_000);
beforeEach(() => {
  opened = [];
});
afterAll(() => app.close());

it('[contract §1.5] the connector gets the settings beside the form, in the clear, at every way in', async () => {
  const secrets = { password: 'hunter2', encrypted_extra: { key: 'deep-secret' }, query: { role: 'r', api_token: 't0p', timeout: '5' } };
  expect((await app.admin.get(`/api/v1/database/${id}/schemas/`)).status).toBe(200);
  expect(opened).toEqual([expect.objectContaining({ host: 'db.example', ...secrets, engine_params: { connect_args: { role: 'other', timeout: 5 } } })]);
  opened = [];
  // What is masked comes from the store; what the store said otherwise is not changed by it.
  expect((await put({ sqlalchemy_uri: `shout://ann:${MASK}@db.example:1234/sales?role=r&api_token=t0p`, masked_encrypted_extra: `{"key":"${MASK}"}` })).status).toBe(200);
  expect(opened).toEqual([expect.objectContaining(secrets)]);
  opened = [];
  const test = await app.admin.request('POST', '/api/v1/database/test_connection/', { json: { database_name: 'Loud', sqlalchemy_uri: `shout://ann:${MASK}@elsewhere/sales`, masked_encrypted_extra: `{"key":"${MASK}"}` } });
  expect(test.status).toBe(200);
  expect(JSON.stringify(opened)).not.toMatch(/hunter2|deep-secret/);
});

it('[contract §1.5] a certificate reaches the connector, and only while it is set', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  expect(await put({ server_cert: publicKey.export({ type: 'spki', format: 'pem' }) })).toMatchObject({ status: 400, json: { message: { server_cert: ['Invalid certificate'] } } });
  await app.kernel.metadata('test').db<{ dbs: { id: number; server_cert: string | null } }>().updateTable('dbs').set({ server_cert: 'PEM' }).where('id', '=', id).execute();
  await app.admin.get(`/api/v1/database/${id}/schemas/`);
  expect((await put({ server_cert: null })).status).toBe(200);
  await app.admin.get(`/api/v1/database/${id}/schemas/`);
  expect(opened.map((given) => given['server_cert'])).toEqual(['PEM', undefined]);
});

it('[contract §1.5] shows parameters with every secret masked, to readers and to editors', async () => {
  const shown = await app.admin.get(`/api/v1/database/${id}`);
  const result = (shown.json as { result: JsonObject }).result;
  expect(result).toMatchObject({ parameters: { host: 'db.example', username: 'ann', password: MASK, database: 'sales', query: { role: 'r', api_token: MASK } }, parameters_schema: { properties: { token: {} } } });
  expect(result['parameters']).not.toHaveProperty('port');
  const form = await app.admin.get(`/api/v1/database/${id}/connection`);
  expect(form.json).toMatchObject({ result: { masked_encrypted_extra: `{"key":"${MASK}"}`, sqlalchemy_uri: `shout://ann:${MASK}@db.example:1234/sales?role=r&api_token=t0p` } });
  expect(shown.text + form.text).not.toMatch(/hunter2|deep-secret/);
  expect(shown.text).not.toContain('t0p');
});

it('[contract §1.5] a URI leaves what it cannot say as it is stored, for the same place only', async () => {
  const uri = (host: string): string => `shout://ann:${MASK}@${host}/sales`;
  expect((await put({ engine: 'shout', configuration_method: 'dynamic_form', parameters: { host: 'h', username: 'ann', password: MASK, database: 'sales', encryption: true, token: 'tk' } })).status).toBe(200);
  await put({ sqlalchemy_uri: uri('h') });
  await put({ sqlalchemy_uri: uri('other') });
  expect(opened.map((given) => [given['host'], given['password'], given['encryption'], given['token']])).toEqual([['h', 'hunter2', true, 'tk'], ['h', 'hunter2', true, 'tk'], ['other', 'hunter2', undefined, undefined]]);
  expect(await put({ sqlalchemy_uri: 'shout://ann:%zz@h/sales' })).toMatchObject({ status: 400, json: { message: { sqlalchemy_uri: [expect.stringContaining('Invalid connection string')] } } });
});

it('[contract §0.3] a new database and a changed connection bring the pairs of their schemas; a removed one leaves none', async () => {
  schemas = ['A', 'B'];
  const created = await app.admin.request('POST', '/api/v1/database/', { json: { database_name: 'Quiet', sqlalchemy_uri: 'shout://ann@h/x' } });
  const quiet = (created.json as { id: number }).id;
  await app.kernel.permissions.settled();
  expect(await pairs('Quiet')).toEqual([['database_access', `[Quiet].(id:${quiet})`], ['schema_access', '[Quiet].[A]'], ['schema_access', '[Quiet].[B]']]);
  schemas = ['A', 'B', 'C'];
  await app.admin.request('PUT', `/api/v1/database/${quiet}`, { json: { database_name: 'Hush', sqlalchemy_uri: 'shout://ann@h/y' } });
  await app.kernel.permissions.settled();
  expect((await pairs('Hush')).map(([, subject]) => subject)).toEqual([`[Hush].(id:${quiet})`, '[Hush].[A]', '[Hush].[B]', '[Hush].[C]']);
  await app.admin.request('PUT', `/api/v1/database/${quiet}`, { json: { extra: '{"allow_multi_catalog":true}' } });
  await app.kernel.permissions.settled();
  expect(await pairs('Hush')).toEqual(expect.arrayContaining([['catalog_access', '[Hush].[lake]'], ['schema_access', '[Hush].[lake].[A]']]));
  // An engine that cannot tell its schemas is no reason to refuse it.
  schemas = [];
  expect((await app.admin.request('PUT', `/api/v1/database/${quiet}`, { json: { sqlalchemy_uri: 'shout://ann@h/x' } })).status).toBe(200);
  schemas = ['PUBLIC'];
  expect((await app.admin.request('DELETE', `/api/v1/database/${quiet}`)).status).toBe(200);
  expect(await pairs('Hush')).toEqual([]);
});

it('[contract §1.5] tells tables, views and materialized views apart, and engines by their names', async () => {
  expect((await app.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:PUBLIC)`)).json).toEqual({ count: 2, result: [{ value: 'DAILY', type: 'materialized_view', extra: null }, { value: 'ORDERS', type: 'table', extra: null }] });
  const { databases } = (await app.admin.get('/api/v1/database/available/')).json as { databases: { name: string }[] };
  expect(databases.map(({ name }) => name)).toEqual(['DuckDB', 'Shout']);
});

it('[contract §1.3] normalize_columns lowers the plain names of engines that keep them in upper case', async () => {
  const create = async (table_name: string, more: object) => ((await app.admin.request('POST', '/api/v1/dataset/', { json: { database: id, schema: 'PUBLIC', table_name, ...more } })).json as { id: number }).id;
  const names = async (dataset: number) => ((await app.admin.get(`/api/v1/dataset/${dataset}`)).json as { result: { columns: { column_name: string }[] } }).result.columns.map(({ column_name }) => column_name).sort();
  const plain = await create('ORDERS', {});
  const lowered = await create('DAILY', { normalize_columns: true });
  expect([await names(plain), await names(lowered)]).toEqual([['ID', 'Mixed'], ['Mixed', 'id']]);
  expect((await app.admin.request('PUT', `/api/v1/dataset/${lowered}/refresh`)).status).toBe(200);
  expect(await names(lowered)).toEqual(['Mixed', 'id']);
  await app.admin.request('PUT', `/api/v1/dataset/${plain}?override_columns=true`, { json: { normalize_columns: true } });
  expect(await names(plain)).toEqual(['Mixed', 'id']);
  const asked = await app.admin.get(`/datasource/external_metadata_by_name/?q=(datasource_type:table,database_name:Loud,schema_name:PUBLIC,table_name:ORDERS,normalize_columns:!t)`);
  expect((asked.json as { name: string }[]).map(({ name }) => name)).toEqual(['id', 'Mixed']);
  const described = await app.admin.get(`/datasource/get/table/${plain}/`);
  expect(described.json).toMatchObject({ database: { parameters: { password: MASK }, parameters_schema: { type: 'object' } } });
  expect(described.text).not.toMatch(/hunter2|sealed/);
});
