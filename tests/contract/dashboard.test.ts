import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DashboardBundle } from '../../plugins/app/dashboard/contract.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let dataset: number;
let charts: number[];
let id: number;

const put = (json: unknown, client = app.admin) => client.request('PUT', `/api/v1/dashboard/${id}`, { json });
const get = async (path = '') => (await app.admin.get(`/api/v1/dashboard/${id}${path}`)).json as { result: Record<string, unknown> };
const layoutOf = (ids: readonly number[]) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ids.map((chartId) => `CHART-${chartId}`), parents: ['ROOT_ID'] },
  ...Object.fromEntries(ids.map((chartId) => [`CHART-${chartId}`, { id: `CHART-${chartId}`, type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID'], meta: { chartId, width: 4, height: 20, sliceName: 'x' } }])),
});

beforeAll(async () => {
  app = await startApp();
  const database = await addSalesDatabase(app);
  dataset = await addDataset(app, database, 'sales');
  const other = await addDataset(app, database, 'regions');
  charts = [await addChart(app, dataset, 'A'), await addChart(app, dataset, 'B'), await addChart(app, other, 'C')];
  const created = await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Board', slug: ' my board! ', published: true } });
  expect(created).toMatchObject({ status: 201, json: { result: { dashboard_title: 'Board' } } });
  id = (created.json as { id: number }).id;
}, 60_000);
afterAll(() => app.close());

describe('[contract §1.4] dashboard', () => {
  it('opens by id, cleaned slug and uuid', async () => {
    const { result } = await get();
    expect(result).toMatchObject({ id, slug: 'my-board', url: '/superset/dashboard/my-board/', dashboard_title: 'Board', published: true, charts: [], owners: [{ id: app.adminId, first_name: 'root', last_name: 'Test' }], changed_by_name: 'root Test', roles: [], tags: [], theme: null });
    for (const key of ['my-board', String(result['uuid'])]) expect((await app.admin.get(`/api/v1/dashboard/${key}`)).json).toMatchObject({ result: { id } });
    expect(await app.admin.get('/api/v1/dashboard/nowhere')).toMatchObject({ status: 404, json: { message: 'Not found' } });
  });

  it('[contract §1.4.1] positions set the charts, gain uuids and become position_json', async () => {
    const answer = await put({ json_metadata: JSON.stringify({ positions: layoutOf([charts[0]!, charts[2]!, 999]), color_scheme: 'supersetColors', refresh_frequency: 10 }) });
    expect(answer).toMatchObject({ status: 200, json: { id, last_modified_time: expect.any(Number) } });
    const { result } = await get();
    expect(result['charts']).toEqual(['A', 'C']);
    const position = JSON.parse(String(result['position_json'])) as Record<string, { meta: { uuid?: string } }>;
    expect(position[`CHART-${charts[0]}`]?.meta.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(String(result['json_metadata']))).toMatchObject({ color_scheme: 'supersetColors', refresh_frequency: 10, cross_filters_enabled: true, label_colors: {} });
    expect(String(result['json_metadata'])).not.toContain('positions');
  });

  it('[contract §1.4.1] position_json alone never changes the charts', async () => {
    await put({ position_json: JSON.stringify(layoutOf([charts[1]!])) });
    const { result } = await get();
    expect(result['charts']).toEqual(['A', 'C']);
    expect(String(result['position_json'])).toContain(`CHART-${charts[1]}`);
  });

  it('refuses unknown metadata keys, broken JSON and a taken slug', async () => {
    expect(await put({ json_metadata: '{"nonsense":1}' })).toMatchObject({ status: 400, json: { message: { json_metadata: [{ nonsense: ['Unknown field.'] }] } } });
    expect((await put({ json_metadata: '{' })).status).toBe(400);
    expect(await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Second', slug: 'my board' } })).toMatchObject({ status: 422, json: { message: { slug: ['Must be unique'] } } });
    expect((await put({ slug: 'my-board' })).status).toBe(200);
  });

  it('answers charts and datasets, and everything in one bundle', async () => {
    const listed = (await get('/charts')) as unknown as { result: Record<string, unknown>[] };
    expect(listed.result).toMatchObject([{ id: charts[0], slice_name: 'A', slice_url: `/explore/?slice_id=${charts[0]}`, form_data: { datasource: `${dataset}__table`, slice_id: charts[0] } }, { slice_name: 'C' }]);
    const sets = (await get('/datasets')) as unknown as { result: Record<string, unknown>[] };
    expect(sets.result).toHaveLength(2);
    expect(sets.result.find((one) => one['id'] === dataset)).toMatchObject({ column_types: expect.arrayContaining([0, 1, 2, 3]), column_names: ['day', 'region', 'amount', 'rate', 'is_new'] });
    const bundle = (await app.admin.get(`/api/v1/dashboard/${id}/bundle`)).json as DashboardBundle;
    expect(bundle).toMatchObject({ dashboard: { id, slug: 'my-board', published: true, owners: [{ id: app.adminId }] }, isFavourite: false, canEdit: true });
    expect(bundle.charts).toEqual(listed.result);
    // Our own bundle keeps all columns; the contract's list has those charts and filters use.
    expect(bundle.datasets.map(({ id: one }) => one)).toEqual(sets.result.map((one) => one['id']));
    expect(sets.result.find((one) => one['id'] === dataset)).toMatchObject({ columns: [], metrics: [{ metric_name: 'count' }], verbose_map: { __timestamp: 'Time', count: 'COUNT(*)' } });
    expect(bundle.datasets.find((one) => one.id === dataset)?.columns).toHaveLength(5);
  });

  it('stars, lists and filters', async () => {
    await app.admin.request('POST', `/api/v1/dashboard/${id}/favorites/`);
    expect((await app.admin.get(`/api/v1/dashboard/${id}/bundle`)).json).toMatchObject({ isFavourite: true });
    await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Draft', certified_by: 'Ann' } });
    const countBy = async (col: string, opr: string, value: unknown) => ((await app.admin.get(withQ('/api/v1/dashboard/', { filters: [{ col, opr, value }] }))).json as { count: number }).count;
    expect(await countBy('id', 'dashboard_is_favorite', true)).toBe(1);
    expect(await countBy('id', 'dashboard_is_certified', true)).toBe(1);
    expect(await countBy('dashboard_title', 'title_or_slug', 'MY-')).toBe(1);
    expect(await countBy('created_by', 'dashboard_created_by_me', 'me')).toBe(2);
    expect(await countBy('created_by', 'dashboard_has_created_by', false)).toBe(0);
    expect(await countBy('published', 'eq', true)).toBe(1);
    const { json } = await app.admin.get(withQ('/api/v1/dashboard/', { order_column: 'dashboard_title', order_direction: 'asc' }));
    expect((json as { result: unknown[] }).result[0]).toMatchObject({ dashboard_title: 'Board', status: 'published', url: '/superset/dashboard/my-board/', owners: [{ id: app.adminId }], roles: [], tags: [] });
    const selected = await app.admin.get(withQ('/api/v1/dashboard/', { select_columns: ['id', 'json_metadata'] }));
    expect(Object.keys((selected.json as { result: object[] }).result[0]!).sort()).toEqual(['id', 'json_metadata']);
  });

  it('drafts open by link but are not listed; without data access neither', async () => {
    const alpha = await app.signedIn('alpha', 'Alpha');
    await put({ published: false });
    expect((await alpha.client.get('/api/v1/dashboard/')).json).toMatchObject({ count: 0 });
    expect((await alpha.client.get(`/api/v1/dashboard/${id}/bundle`)).json).toMatchObject({ dashboard: { id }, canEdit: false });
    expect((await put({ css: 'x' }, alpha.client)).status).toBe(404);
    await put({ published: true });
    expect((await alpha.client.get('/api/v1/dashboard/')).json).toMatchObject({ count: 1 });
    expect((await put({ css: 'x' }, alpha.client)).status).toBe(403);
    const gamma = await app.signedIn('gamma', 'Gamma');
    expect((await gamma.client.get('/api/v1/dashboard/')).json).toMatchObject({ count: 0 });
    expect(await gamma.client.get(`/api/v1/dashboard/${id}`)).toMatchObject({ status: 403, json: { errors: [{ error_type: 'DASHBOARD_SECURITY_ACCESS_ERROR' }] } });
  });

  it('[contract §8.5] keeps filter states and permalinks', async () => {
    const created = await app.admin.request('POST', `/api/v1/dashboard/${id}/filter_state?tab_id=1`, { json: { value: '{"a":1}' } });
    expect(created.status).toBe(201);
    const { key } = created.json as { key: string };
    expect((await app.admin.request('POST', `/api/v1/dashboard/${id}/filter_state?tab_id=1`, { json: { value: '{"a":2}' } })).json).toEqual({ key });
    expect((await app.admin.get(`/api/v1/dashboard/${id}/filter_state/${key}`)).json).toEqual({ value: '{"a":2}' });
    expect((await app.admin.request('PUT', `/api/v1/dashboard/${id}/filter_state/${key}?tab_id=1`, { json: { value: '{"a":3}' } })).json).toEqual({ key });
    expect((await app.admin.get(`/api/v1/dashboard/${id}/filter_state/unknown`)).status).toBe(404);

    const state = { dataMask: { f: { id: 'f' } }, activeTabs: ['TAB-1'], anchor: 'TAB-1', urlParams: [['standalone', '1']] };
    const link = await app.admin.request('POST', `/api/v1/dashboard/${id}/permalink`, { json: state });
    expect(link.status).toBe(201);
    const { key: linkKey } = link.json as { key: string };
    expect((await app.admin.get(`/api/v1/dashboard/permalink/${linkKey}`)).json).toEqual({ dashboardId: String(id), state });
    expect((await app.admin.get(`/superset/dashboard/p/${linkKey}/`)).headers['location']).toBe(`/superset/dashboard/${id}/?permalink_key=${linkKey}&standalone=1#TAB-1`);
  });

  it('reads the metadata at most five times, whatever the number of charts', async () => {
    const more: number[] = [];
    for (let n = 0; n < 20; n += 1) more.push(await addChart(app, dataset, `Chart ${n}`));
    await put({ json_metadata: JSON.stringify({ positions: layoutOf([...charts, ...more]) }) });
    // All executors inherit the one method, also those of the sql tag.
    let owner = Object.getPrototypeOf(app.kernel.metadata('test').db().getExecutor()) as { executeQuery(query: { readonly sql: string }): unknown };
    while (!Object.hasOwn(owner, 'executeQuery')) owner = Object.getPrototypeOf(owner) as typeof owner;
    const spy = vi.spyOn(owner, 'executeQuery');
    const bundle = (await app.admin.get(`/api/v1/dashboard/${id}/bundle`)).json as DashboardBundle;
    const reads = spy.mock.calls.map(([query]) => query.sql).filter((sql) => /dashboards|slices|tables|table_columns|sql_metrics/.test(sql));
    spy.mockRestore();
    expect(bundle.charts).toHaveLength(23);
    expect(reads).toHaveLength(5);
  });

  it('is deleted without its charts', async () => {
    expect(await app.admin.request('DELETE', `/api/v1/dashboard/${id}`)).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect((await app.admin.get(`/api/v1/dashboard/${id}`)).status).toBe(404);
    expect((await app.admin.get(`/api/v1/chart/${charts[0]}`)).json).toMatchObject({ result: { dashboards: [] } });
  });
});
