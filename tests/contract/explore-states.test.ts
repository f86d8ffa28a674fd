import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let dataset: number;
let chart: number;

beforeAll(async () => {
  app = await startApp();
  dataset = await addDataset(app, await addSalesDatabase(app), 'sales');
  chart = await addChart(app, dataset, 'Sales');
}, 60_000);
afterAll(() => app.close());

it('[contract §8.5] form data of a chart that is not there is refused', async () => {
  const body = (chart_id: number) => ({ json: { datasource_id: dataset, datasource_type: 'table', chart_id, form_data: '{}' } });
  expect(await app.admin.request('POST', '/api/v1/explore/form_data', body(999))).toMatchObject({ status: 404, json: { message: 'Chart not found' } });
  const { key } = (await app.admin.request('POST', '/api/v1/explore/form_data', body(chart))).json as { key: string };
  expect((await app.admin.request('PUT', `/api/v1/explore/form_data/${key}`, body(999))).status).toBe(404);
});

it('[contract §8.5] two visitors without an account do not share a key', async () => {
  const db = app.kernel.metadata('test').db<{ ab_role: { id: number; name: string }; ab_permission_role: { role_id: number; action: string; subject: string } }>();
  const { id: role_id } = await db.selectFrom('ab_role').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
  for (const [action, subject] of [['can_read', 'ExploreFormDataRestApi'], ['can_write', 'ExploreFormDataRestApi'], ['all_datasource_access', 'all_datasource_access']] as const) {
    await db.insertInto('ab_permission_role').values({ role_id, action, subject }).onConflict((conflict) => conflict.doNothing()).execute();
  }
  await app.kernel.permissions.invalidate();
  const visit = async () => ((await app.client().request('POST', '/api/v1/explore/form_data?tab_id=1', { json: { datasource_id: dataset, datasource_type: 'table', form_data: '{}' } })).json as { key?: string }).key;
  const keys = [await visit(), await visit()];
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[0]).not.toBe(keys[1]);
});

describe('[contract §8.5] form data and links', () => {
  const at = '/api/v1/explore/form_data';
  const secret = (more: object = {}) => ({ json: { datasource_id: dataset, datasource_type: 'table', form_data: '{"secret":"yes"}', ...more } });
  let regions: number;
  let readable: number;
  let reader: TestClient;

  beforeAll(async () => {
    regions = await addDataset(app, 1, 'regions');
    readable = await addChart(app, regions, 'Of regions');
    const db = app.kernel.metadata('test').db<{ ab_role: { id: number; name: string }; ab_permission_role: { role_id: number; action: string; subject: string } }>();
    const { id: role_id } = await db.insertInto('ab_role').values({ name: 'regions-only' } as { id: number; name: string }).returning('id').executeTakeFirstOrThrow();
    const pairs = [['can_read', 'Explore'], ['can_read', 'ExploreFormDataRestApi'], ['can_write', 'ExploreFormDataRestApi'], ['can_read', 'ExplorePermalinkRestApi'], ['can_write', 'ExplorePermalinkRestApi'], ['datasource_access', `[Sales].[regions](id:${regions})`]] as const;
    for (const [action, subject] of pairs) await db.insertInto('ab_permission_role').values({ role_id, action, subject }).execute();
    await app.kernel.permissions.invalidate();
    reader = (await app.signedIn('regions-reader', 'regions-only')).client;
    expect((await reader.get(`/api/v1/explore/?datasource_id=${regions}&datasource_type=table&slice_id=${readable}`)).status).toBe(200);
  });

  it('are not read through the address of a dataset or chart one may read', async () => {
    const { key } = (await app.admin.request('POST', at, secret())).json as { key: string };
    const link = (await app.admin.request('POST', '/api/v1/explore/permalink', { json: { formData: { datasource: `${dataset}__table`, secret: 'yes' } } })).json as { key: string };
    const target = `datasource_id=${regions}&datasource_type=table&slice_id=${readable}`;
    for (const path of [`${at}/${key}`, `/api/v1/explore/?form_data_key=${key}&${target}`, `/api/v1/explore/permalink/${link.key}`, `/api/v1/explore/?permalink_key=${link.key}&${target}`, `/api/v1/explore/?slice_id=${chart}&datasource_id=${regions}&datasource_type=table`]) {
      const answer = await reader.get(path);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.text).not.toContain('"secret"');
      expect([path, (await app.admin.get(path)).status]).toEqual([path, 200]);
    }
  });

  it('about a chart need the right to it as well as to the dataset', async () => {
    const { key } = (await app.admin.request('POST', at, secret({ datasource_id: regions, chart_id: chart }))).json as { key: string };
    expect((await reader.get(`${at}/${key}`)).status).toBe(403);
    expect((await reader.request('POST', at, secret({ datasource_id: regions, chart_id: chart }))).status).toBe(403);
    expect((await reader.request('POST', '/api/v1/explore/permalink', { json: { formData: { datasource: `${regions}__table`, slice_id: chart } } })).status).toBe(403);
    const own = (await reader.request('POST', at, secret({ datasource_id: regions, chart_id: readable }))).json as { key: string };
    expect((await reader.get(`${at}/${own.key}`)).json).toEqual({ form_data: '{"secret":"yes"}' });
  });

  it('on a query are for their author alone', async () => {
    const { key } = (await app.admin.request('POST', at, secret({ datasource_id: regions, datasource_type: 'query' }))).json as { key: string };
    expect((await reader.get(`${at}/${key}`)).status).toBe(403);
    expect((await reader.get(`/api/v1/explore/?form_data_key=${key}&datasource_id=${regions}&datasource_type=table`)).status).toBe(403);
    expect((await app.admin.get(`${at}/${key}`)).status).toBe(200);
  });

  it('are JSON, and not nested beyond reason', async () => {
    const { key } = (await app.admin.request('POST', at, secret())).json as { key: string };
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const [form_data, reason] of [['{', 'Not valid JSON.'], [deep, 'Nested too deeply.'], [`{"a":${deep}}`, 'Nested too deeply.']]) {
      expect(await app.admin.request('POST', at, secret({ form_data }))).toMatchObject({ status: 400, json: { message: { form_data: [reason] } } });
      expect(await app.admin.request('PUT', `${at}/${key}`, secret({ form_data }))).toMatchObject({ status: 400, json: { message: { form_data: [reason] } } });
    }
    expect((await app.admin.get(`${at}/${key}`)).json).toEqual({ form_data: '{"secret":"yes"}' });
    expect(await app.admin.get(`/api/v1/explore/?slice_id=${chart}&form_data=${'['.repeat(600)}${']'.repeat(600)}`)).toMatchObject({ status: 400 });
    expect((await app.admin.get(`/api/v1/explore/?slice_id=${chart}&form_data={`)).status).toBe(200);
  });
});

it('[contract §1.1] a chart is found and ordered by the name of its dataset', async () => {
  const other = await addChart(app, await addDataset(app, 1, 'totals'), 'Totals');
  const found = (value: string) => app.admin.get(withQ('/api/v1/chart/', { filters: [{ col: 'datasource_name', opr: 'ct', value }] }));
  expect((await found('main.sal')).json).toMatchObject({ count: 1, ids: [chart] });
  expect((await app.admin.request('PUT', `/api/v1/chart/${other}`, { json: { datasource_id: dataset, datasource_type: 'table' } })).status).toBe(200);
  expect((await found('main.sal')).json).toMatchObject({ count: 2 });
  expect((await app.admin.get(`/api/v1/explore/?slice_id=${chart}`)).json).toMatchObject({ result: { slice: { datasource: 'main.sales' } } });
});

it('[contract §0.5] details carry what they say of themselves, cut by keys', async () => {
  for (const [path, title] of [[`chart/${chart}`, 'Show Chart'], [`dataset/${dataset}`, 'Show Dataset'], ['database/1', 'Show Database']] as const) {
    const { json } = await app.admin.get(`/api/v1/${path}`);
    const { result, ...blocks } = json as { result: object; show_columns: string[] };
    expect(blocks).toMatchObject({ id: expect.any(Number), show_title: title, description_columns: {}, label_columns: { id: 'Id', uuid: 'Uuid' } });
    expect(blocks.show_columns.toSorted()).toEqual(Object.keys(result).toSorted());
  }
  const cut = await app.admin.get(withQ(`/api/v1/dataset/${dataset}`, { columns: ['id', 'table_name'], keys: ['show_columns'] }));
  expect(cut.json).toEqual({ id: dataset, show_columns: ['id', 'table_name'], result: { id: dataset, table_name: 'sales' } });
  expect((await app.admin.get(withQ(`/api/v1/dataset/${dataset}`, { keys: ['none'] }))).json).toEqual({ id: dataset, result: expect.any(Object) });
});

it('[contract §2.7] offers the documented relations only', async () => {
  const status = async (resource: string, column: string) => (await app.admin.get(`/api/v1/${resource}/related/${column}`)).status;
  for (const column of ['owners', 'created_by', 'changed_by']) expect(await status('chart', column)).toBe(200);
  expect([await status('chart', 'dashboards'), await status('chart', 'table'), await status('dashboard', 'charts')]).toEqual([404, 404, 404]);
});

it('[contract §1.1, §1.4] pictures do not exist while nothing makes them', async () => {
  const dashboard = ((await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'D' } })).json as { id: number }).id;
  const gone = async (method: string, path: string) => expect(await app.admin.request(method, `/api/v1/${path}`)).toMatchObject({ status: 404, json: { message: 'Not found' } });
  for (const path of [`chart/${chart}/thumbnail/x/`, `chart/${chart}/screenshot/x/`, `chart/${chart}/cache_screenshot/`, `dashboard/${dashboard}/thumbnail/x/`, `dashboard/${dashboard}/screenshot/x/`]) await gone('GET', path);
  await gone('POST', `dashboard/${dashboard}/cache_dashboard_screenshot/`);
});

it('[contract §8.5] permalink keys are url-safe, at least 11 characters, the same for the same state', async () => {
  const dashboard = ((await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'E' } })).json as { id: number }).id;
  const link = async (path: string, json: unknown) => ((await app.admin.request('POST', `/api/v1/${path}`, { json })).json as { key: string }).key;
  const keys = [
    await link(`dashboard/${dashboard}/permalink`, { anchor: 'a', activeTabs: ['x'] }), await link(`dashboard/${dashboard}/permalink`, { activeTabs: ['x'], anchor: 'a' }), await link(`dashboard/${dashboard}/permalink`, { anchor: 'b' }),
    await link('explore/permalink', { formData: { datasource: `${dataset}__table` } }),
  ];
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{11,}$/);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});
