import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';

let app: TestApp;
let database: number;
let other: number;
let sales: number;
let editor: TestClient;

interface Tables {
  ab_role: { id: number; name: string };
  ab_permission_role: { role_id: number; action: string; subject: string };
}
const db = () => app.kernel.metadata('test').db<Tables>();

async function grant(role: string, pairs: readonly (readonly [string, string])[]): Promise<void> {
  const { id: role_id } = await db().selectFrom('ab_role').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  for (const [action, subject] of pairs) await db().insertInto('ab_permission_role').values({ role_id, action, subject }).onConflict((conflict) => conflict.doNothing()).execute();
  await app.kernel.permissions.invalidate();
}

const post = (json: unknown, client = editor) => client.request('POST', '/api/v1/dataset/', { json });
const REFUSED = { status: 403, json: { errors: [{ error_type: 'TABLE_SECURITY_ACCESS_ERROR' }] } };

beforeAll(async () => {
  app = await startApp({ more: ['data/sql'] });
  database = await addSalesDatabase(app);
  other = await addSalesDatabase(app, 'Secret');
  sales = await addDataset(app, database, 'sales');
  await db().insertInto('ab_role').values({ name: 'Editor' } as Tables['ab_role']).execute();
  await grant('Editor', [['can_read', 'Dataset'], ['can_write', 'Dataset'], ['can_get_or_create_dataset', 'Dataset'], ['can_save', 'Datasource'], ['schema_access', '[Sales].[main]']]);
  editor = (await app.signedIn('ed', 'Editor')).client;
}, 60_000);
afterAll(() => app.close());

describe('[contract §0.3] nobody puts a dataset over more than they may read', () => {
  it('when it is created', async () => {
    expect((await post({ database, schema: 'main', table_name: 'regions' })).status).toBe(201);
    expect(await post({ database: other, schema: 'main', table_name: 'regions' })).toMatchObject({ ...REFUSED, json: { errors: [{ extra: { tables: ['main.regions'] } }] } });
    // Whether there is such a table is not for them to learn.
    expect(await post({ database: other, schema: 'main', table_name: 'no_such_table' })).toMatchObject(REFUSED);
    expect(await editor.request('POST', '/api/v1/dataset/get_or_create/', { json: { database_id: other, schema: 'main', table_name: 'regions' } })).toMatchObject(REFUSED);
  });

  it('by a query over tables elsewhere', async () => {
    expect((await post({ database, schema: 'main', table_name: 'own', sql: 'SELECT * FROM sales' })).status).toBe(201);
    expect(await post({ database, schema: 'main', table_name: 'sly', sql: 'WITH x AS (SELECT * FROM information_schema.tables) SELECT * FROM x JOIN main.sales ON true' })).toMatchObject({
      ...REFUSED, json: { errors: [{ extra: { tables: ['information_schema.tables'] } }] },
    });
    expect((await post({ database, schema: 'main', table_name: 'broken', sql: 'SELECT FROM WHERE' })).status).toBe(422);
    expect((await post({ database: other, schema: 'main', table_name: 'v', sql: 'SELECT * FROM main.regions' }, app.admin)).status).toBe(201);
  });

  it('by changing a dataset they own', async () => {
    const { id } = (await post({ database, schema: 'main', table_name: 'mine', sql: 'SELECT 1 AS a' })).json as { id: number };
    const put = (json: unknown) => editor.request('PUT', `/api/v1/dataset/${id}`, { json });
    expect((await put({ description: 'x', table_name: 'ours', sql: 'SELECT 2 AS a' })).status).toBe(200);
    expect(await put({ sql: 'SELECT * FROM information_schema.tables' })).toMatchObject(REFUSED);
    expect(await put({ database_id: other })).toMatchObject(REFUSED);
    const save = await editor.request('POST', '/datasource/save/', { form: { data: JSON.stringify({ id, type: 'table', sql: 'SELECT * FROM information_schema.tables' }) } });
    expect(save.status).toBe(403);
    expect((await app.admin.get(`/api/v1/dataset/${id}`)).json).toMatchObject({ result: { sql: 'SELECT 2 AS a', database: { id: database } } });
  });
});

it('[contract §0.3] a dataset keeps its readers under another name, and leaves none behind', async () => {
  const reader = (await app.signedIn('reader', 'Gamma')).client;
  await grant('Gamma', [['datasource_access', `[Sales].[sales](id:${sales})`]]);
  const status = async () => (await reader.get(`/datasource/get/table/${sales}/`)).status;
  expect(await status()).toBe(200);
  expect((await app.admin.request('PUT', `/api/v1/dataset/${sales}`, { json: { table_name: 'turnover' } })).status).toBe(200);
  expect(await status()).toBe(200);
  const held = () => db().selectFrom('ab_permission_role').select('subject').where('action', '=', 'datasource_access').where('subject', 'like', `%(id:${sales})`).execute();
  expect(await held()).toEqual([{ subject: `[Sales].[turnover](id:${sales})` }]);
  const saved = await app.admin.request('POST', '/datasource/save/', { form: { data: JSON.stringify({ id: sales, type: 'table', table_name: 'sales' }) } });
  expect([saved.status, await status()]).toEqual([200, 200]);
  expect(await held()).toEqual([{ subject: `[Sales].[sales](id:${sales})` }]);
  expect((await app.admin.request('DELETE', `/api/v1/dataset/${sales}`)).status).toBe(200);
  expect(await held()).toEqual([]);
});
