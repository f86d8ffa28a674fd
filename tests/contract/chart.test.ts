import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let dataset: number;
let id: number;
let dashboard: number;

interface List {
  readonly count: number;
  readonly ids: readonly number[];
  readonly result: readonly Record<string, unknown>[];
}

const list = async (q: unknown): Promise<List> => (await app.admin.get(withQ('/api/v1/chart/', q))).json as List;
const countBy = async (col: string, opr: string, value: unknown): Promise<number> => (await list({ filters: [{ col, opr, value }] })).count;
const put = (json: unknown, client = app.admin) => client.request('PUT', `/api/v1/chart/${id}`, { json });
const result = async (chart = id) => ((await app.admin.get(`/api/v1/chart/${chart}`)).json as { result: Record<string, unknown> }).result;

beforeAll(async () => {
  app = await startApp();
  dataset = await addDataset(app, await addSalesDatabase(app), 'sales');
  id = await addChart(app, dataset, 'Sales by region', { description: 'A **bold** <script>', cache_timeout: 60 });
  dashboard = ((await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Board' } })).json as { id: number }).id;
}, 60_000);
afterAll(() => app.close());

describe('[contract §1.1] chart', () => {
  it('shows the fixed object, by id and by uuid', async () => {
    const shown = await result();
    expect(shown).toMatchObject({
      id, slice_name: 'Sales by region', viz_type: 'table', url: `/explore/?slice_id=${id}`, cache_timeout: '60', owners: [{ id: app.adminId, first_name: 'root', last_name: 'Test' }],
      dashboards: [], tags: [], datasource_id: dataset, datasource_type: 'table', datasource_name_text: 'main.sales', params: '{"metrics":["count"]}', query_context: null,
    });
    expect((await app.admin.get(`/api/v1/chart/${String(shown['uuid'])}`)).json).toMatchObject({ result: { id } });
    expect(await app.admin.get('/api/v1/chart/9999')).toMatchObject({ status: 404, json: { message: 'Not found' } });
  });

  it('lists every field lists have, with HTML of Markdown and no HTML of people', async () => {
    const [row] = (await list({})).result;
    expect(row).toMatchObject({
      id, slice_name: 'Sales by region', datasource_name_text: 'main.sales', datasource_url: `/explore/?datasource_type=table&datasource_id=${dataset}`, url: `/explore/?slice_id=${id}`,
      table: { table_name: 'sales', default_endpoint: null }, form_data: { datasource: `${dataset}__table`, viz_type: 'table', slice_id: id, metrics: ['count'] },
      changed_by: { first_name: 'root' }, changed_by_name: 'root Test', created_by_name: 'root Test', owners: [{ first_name: 'root' }], dashboards: [], last_saved_by: { first_name: 'root' }, tags: [],
    });
    expect(row?.['changed_on_dttm']).toBeTypeOf('number');
    expect(row?.['description_markeddown']).toContain('<strong>bold</strong>');
    expect(row?.['description_markeddown']).not.toContain('<script>');
    for (const order_column of ['changed_by.first_name', 'datasource_name', 'last_saved_by.last_name', 'viz_type', 'slice_name']) expect((await list({ order_column, order_direction: 'asc' })).count).toBe(1);
  });

  it('refuses bad bodies and bad references', async () => {
    const post = (json: unknown) => app.admin.request('POST', '/api/v1/chart/', { json });
    const good = { slice_name: 'x', datasource_id: dataset, datasource_type: 'table' };
    expect(await post({ datasource_id: dataset, datasource_type: 'table' })).toMatchObject({ status: 400, json: { message: { slice_name: ['Missing data for required field.'] } } });
    expect(await post({ ...good, nonsense: 1 })).toMatchObject({ status: 400, json: { message: { nonsense: ['Unknown field.'] } } });
    expect(await post({ ...good, datasource_id: 999 })).toMatchObject({ status: 422, json: { message: { datasource: ['Datasource does not exist'] } } });
    expect(await post({ ...good, owners: [999] })).toMatchObject({ status: 422, json: { message: { owners: ['Owners are invalid'] } } });
    expect(await post({ ...good, dashboards: [999] })).toMatchObject({ status: 422, json: { message: { dashboards: ['Dashboards do not exist'] } } });
  });

  it('dashboards replaces the whole set', async () => {
    expect((await put({ dashboards: [dashboard] })).status).toBe(200);
    expect((await result())['dashboards']).toMatchObject([{ id: dashboard, dashboard_title: 'Board' }]);
    expect(await countBy('dashboards', 'rel_m_m', dashboard)).toBe(1);
    await put({ slice_name: 'Sales by region' });
    expect((await result())['dashboards']).toHaveLength(1);
    await put({ dashboards: [] });
    expect((await result())['dashboards']).toEqual([]);
  });

  it('only owners change it; the back-fill of the query context is open to all writers', async () => {
    const alpha = await app.signedIn('alpha', 'Alpha');
    expect(await put({ slice_name: 'Mine' }, alpha.client)).toMatchObject({ status: 403, json: { message: 'Changing this chart is forbidden' } });
    const before = (await list({})).result[0]?.['last_saved_at'];
    expect((await put({ query_context: '{"queries":[]}', query_context_generation: true }, alpha.client)).status).toBe(200);
    expect((await result())['query_context']).toBe('{"queries":[]}');
    expect((await list({})).result[0]?.['last_saved_at']).toBe(before);
    await put({ owners: [alpha.id, app.adminId] });
    expect((await put({ description: 'Both own it' }, alpha.client)).status).toBe(200);
    expect(await alpha.client.request('PUT', `/api/v1/chart/${id}`, { json: { dashboards: [dashboard] } })).toMatchObject({ status: 403, json: { message: 'Changing one or more of these dashboards is forbidden' } });
  });

  it('stars and unstars', async () => {
    const status = async () => ((await app.admin.get(withQ('/api/v1/chart/favorite_status/', [id]))).json as { result: unknown }).result;
    expect(await status()).toEqual([{ id, value: false }]);
    expect(await app.admin.request('POST', `/api/v1/chart/${id}/favorites/`)).toMatchObject({ status: 200, json: { result: 'OK' } });
    expect(await status()).toEqual([{ id, value: true }]);
    expect(await countBy('id', 'chart_is_favorite', true)).toBe(1);
    await app.admin.request('DELETE', `/api/v1/chart/${id}/favorites/`);
    expect(await countBy('id', 'chart_is_favorite', true)).toBe(0);
    expect(await countBy('id', 'chart_is_favorite', false)).toBe(1);
  });

  it('[contract §2.4] has its own operators', async () => {
    await addChart(app, dataset, '100% certified', { certified_by: 'Ann' });
    expect(await countBy('slice_name', 'chart_all_text', 'REGION')).toBe(1);
    expect(await countBy('slice_name', 'chart_all_text', 'sales')).toBe(2);
    expect(await countBy('slice_name', 'chart_all_text', '0%')).toBe(1);
    expect(await countBy('slice_name', 'chart_all_text', '_')).toBe(0);
    expect(await countBy('id', 'chart_is_certified', true)).toBe(1);
    expect(await countBy('id', 'chart_is_certified', false)).toBe(1);
    expect(await countBy('id', 'chart_owned_created_favored_by_me', true)).toBe(2);
    expect(await countBy('created_by', 'chart_has_created_by', true)).toBe(2);
    expect(await countBy('created_by', 'chart_created_by_me', 'me')).toBe(2);
  });

  it('[contract §0.3] is visible only with access to its dataset', async () => {
    const { client } = await app.signedIn('gamma', 'Gamma');
    expect((await client.get('/api/v1/chart/')).json).toMatchObject({ count: 0 });
    expect((await client.get(`/api/v1/chart/${id}`)).status).toBe(404);
  });

  it('[contract §2.7] relates owners', async () => {
    expect((await app.admin.get('/api/v1/chart/related/owners')).json).toMatchObject({ result: expect.arrayContaining([expect.objectContaining({ value: app.adminId, text: 'root Test' })]) });
  });

  it('is deleted, alone and in bulk', async () => {
    const more = [await addChart(app, dataset, 'a'), await addChart(app, dataset, 'b')];
    expect(await app.admin.request('DELETE', withQ('/api/v1/chart/', more))).toMatchObject({ status: 200, json: { message: 'Deleted 2 charts' } });
    expect(await app.admin.request('DELETE', `/api/v1/chart/${id}`)).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect((await app.admin.get(`/api/v1/chart/${id}`)).status).toBe(404);
  });
});
