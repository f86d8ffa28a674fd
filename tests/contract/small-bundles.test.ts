import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, upload, valueOf, zip } from './bundles.ts';
import { addSalesDatabase } from './sales-database.ts';
import type { TestApp } from './start-app.ts';
import { startApp, withQ } from './start-app.ts';

const UUID = '0f1e2d3c-4b5a-4678-9abc-def012345678';
let app: TestApp;
let databaseId: number;

beforeAll(async () => {
  app = await startApp({ more: ['app/import-export', 'app/saved-queries', 'app/themes'], config: { conf: { THEME_DARK: { algorithm: 'dark' } } } });
  databaseId = await addSalesDatabase(app);
}, 60_000);
afterAll(() => app.close());

const created = async (path: string, json: unknown): Promise<number> => {
  const answer = await app.admin.request('POST', path, { json });
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { id: number }).id;
};

describe('bundles of saved queries and themes (contract §13)', () => {
  it('[IMEX-08] exports a saved query with its database, and imports it again', async () => {
    const id = await created('/api/v1/saved_query/', { label: 'Top sales', description: 'd', sql: 'select 1', schema: 'main', db_id: databaseId });
    const exported = await download(app, 'saved_query', [id]);
    expect(Object.keys(exported.texts).sort()).toEqual(['databases/Sales.yaml', 'metadata.yaml', 'queries/Sales/main/Top_sales.yaml']);
    expect(valueOf(exported, 'metadata')).toMatchObject({ type: 'SavedQuery', version: '1.0.0' });
    const file = valueOf(exported, 'queries/');
    expect(file).toEqual({ label: 'Top sales', schema: 'main', catalog: null, description: 'd', sql: 'select 1', uuid: expect.any(String), version: '1.0.0', database_uuid: expect.any(String) });

    await app.admin.request('DELETE', `/api/v1/saved_query/${id}`);
    expect(await upload(app, 'saved_query', exported.bytes)).toMatchObject({ status: 200, json: { message: 'OK' } });
    const { result } = (await app.admin.get('/api/v1/saved_query/')).json as { result: Record<string, unknown>[] };
    expect(result).toMatchObject([{ label: 'Top sales', sql: 'select 1', database: { id: databaseId }, created_by: { first_name: 'root' } }]);
    expect(valueOf(await download(app, 'saved_query', [Number(result[0]?.['id'])]), 'queries/')).toEqual(file);
  });

  it('gives nobody a query of somebody else', async () => {
    await app.signedIn('sly', 'sql_lab');
    const [id] = ((await app.admin.get('/api/v1/saved_query/')).json as { ids: number[] }).ids;
    expect((await download(app, 'saved_query', [id as number], { user: 'sly' })).status).toBe(404);
  });

  it('[IMEX-08] exports themes and imports them; overwriting asks, system themes refuse', async () => {
    const id = await created('/api/v1/theme/', { theme_name: 'Green', json_data: '{"token":{"colorPrimary":"#0a0"}}', uuid: UUID });
    const exported = await download(app, 'theme', [id]);
    expect(Object.keys(exported.texts).sort()).toEqual(['metadata.yaml', 'themes/Green.yaml']);
    expect(valueOf(exported, 'themes/')).toEqual({ theme_name: 'Green', json_data: { token: { colorPrimary: '#0a0' } }, uuid: expect.any(String), version: '1.0.0' });
    const again = await upload(app, 'theme', exported.bytes);
    expect(again.status).toBe(422);
    expect(JSON.stringify(again.json)).toContain('already exists and `overwrite=true` was not passed');

    const file = { ...valueOf(exported, 'themes/'), theme_name: 'Greener', json_data: { algorithm: 'dark' } };
    const changed = await zip({ 'metadata.yaml': { version: '1.0.0', type: 'Theme', timestamp: '2026-01-01T00:00:00' }, 'themes/x.yaml': file });
    expect((await upload(app, 'theme', changed, { fields: { overwrite: 'true' } })).status).toBe(200);
    expect((await app.admin.get(`/api/v1/theme/${id}`)).json).toMatchObject({ result: { theme_name: 'Greener', json_data: '{"algorithm":"dark"}', is_system: false } });

    const system = ((await app.admin.get(withQ('/api/v1/theme/', { filters: [{ col: 'is_system', opr: 'eq', value: true }] }))).json as { result: { uuid: string }[] }).result[0]?.uuid;
    const attack = await zip({ 'metadata.yaml': { version: '1.0.0', type: 'Theme', timestamp: '2026-01-01T00:00:00' }, 'themes/x.yaml': { ...file, uuid: system } });
    expect((await upload(app, 'theme', attack, { fields: { overwrite: 'true' } })).status).not.toBe(200);
    const broken = await zip({ 'metadata.yaml': { version: '1.0.0', type: 'Theme', timestamp: '2026-01-01T00:00:00' }, 'themes/x.yaml': { ...file, uuid: '1f1e2d3c-4b5a-4678-9abc-def012345678', json_data: '{' } });
    expect((await upload(app, 'theme', broken)).status).toBe(422);
  });

  it('takes both along in a bundle of everything', async () => {
    const all = await download(app, 'assets');
    expect(Object.keys(all.texts)).toEqual(expect.arrayContaining(['queries/Sales/main/Top_sales.yaml', 'themes/Greener.yaml']));
  });
});
