import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let dataset: number;
let chart: number;
let other: number;
let id: number;
let embedded: string;

const url = (path = '') => `/api/v1/dashboard/${id}${path}`;
const send = (method: string, path: string, json?: unknown, client = app.admin) => client.request(method, url(path), json === undefined ? {} : { json });
const shown = async (key: number = id) => ((await app.admin.get(`/api/v1/dashboard/${key}`)).json as { result: Record<string, unknown> }).result;
const metadata = async () => JSON.parse(String((await shown())['json_metadata'])) as Record<string, unknown>;
const positionsOf = (ids: readonly number[]) => Object.fromEntries(ids.map((chartId) => [`CHART-${chartId}`, { id: `CHART-${chartId}`, type: 'CHART', children: [], meta: { chartId, width: 4, height: 20 } }]));
const filter = (name: string) => ({ id: `NATIVE_FILTER-${name}`, type: 'NATIVE_FILTER', name, filterType: 'filter_select', targets: [{ datasetId: dataset, column: { name: 'region' } }], controlValues: {}, scope: { rootPath: ['ROOT_ID'], excluded: [] } });
const contextOf = (metrics: unknown[], more: object = {}) => ({ datasource: { id: dataset, type: 'table' }, form_data: { slice_id: chart, dashboardId: id, ...more }, queries: [{ columns: ['region'], metrics }] });

async function allow(role: string, pairs: readonly (readonly [string, string])[]): Promise<number> {
  const db = app.kernel.metadata('test').db<{ ab_role: { id: number; name: string }; ab_permission_role: { role_id: number; action: string; subject: string } }>();
  await db.insertInto('ab_role').values({ name: role } as { id: number; name: string }).onConflict((conflict) => conflict.doNothing()).execute();
  const { id: role_id } = await db.selectFrom('ab_role').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  for (const [action, subject] of pairs) await db.insertInto('ab_permission_role').values({ role_id, action, subject }).onConflict((conflict) => conflict.doNothing()).execute();
  await app.kernel.permissions.invalidate();
  return role_id;
}

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'app/security', 'app/themes'], config: { featureFlags: { EMBEDDED_SUPERSET: true, DASHBOARD_RBAC: true } } });
  const database = await addSalesDatabase(app);
  dataset = await addDataset(app, database, 'sales');
  const params = JSON.stringify({ metrics: ['count'], groupby: ['region'] });
  chart = await addChart(app, dataset, 'By region', { params });
  other = await addChart(app, await addDataset(app, database, 'regions'), 'Other');
  const created = await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Board', published: true, json_metadata: JSON.stringify({ positions: positionsOf([chart]), native_filter_configuration: [filter('a')] }) } });
  id = (created.json as { id: number }).id;
}, 60_000);
afterAll(() => app.close());

describe('[contract §8.5] keys of filter states', () => {
  const at = (board: number, key = '') => `/api/v1/dashboard/${board}/filter_state${key && `/${key}`}`;

  it('open on the dashboard they were made for only, whoever asks', async () => {
    const second = ((await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Second', published: true, json_metadata: JSON.stringify({ positions: positionsOf([other]) }) } })).json as { id: number }).id;
    const { key } = (await app.admin.request('POST', at(id), { json: { value: '{"secret":1}' } })).json as { key: string };
    // May open the second dashboard, and not the first.
    await allow('second-only', [['can_read', 'Dashboard'], ['can_read', 'DashboardFilterStateRestApi'], ['can_write', 'DashboardFilterStateRestApi'], ['datasource_access', `[Sales].[regions](id:${dataset + 1})`]]);
    const { client } = await app.signedIn('second-reader', 'second-only');
    expect((await client.get(`/api/v1/dashboard/${second}`)).status).toBe(200);
    expect((await client.get(at(id, key))).status).toBe(403);
    for (const reader of [client, app.admin]) {
      expect(await reader.get(at(second, key))).toMatchObject({ status: 404, json: { message: 'Not found' } });
      expect((await reader.request('PUT', at(second, key), { json: { value: '{}' } })).status).toBe(404);
      expect((await reader.request('DELETE', at(second, key))).status).toBe(404);
    }
    expect((await app.admin.get(at(id, key))).json).toEqual({ value: '{"secret":1}' });
    await app.admin.request('DELETE', `/api/v1/dashboard/${second}`);
  });

  it('keep JSON only, and none nested beyond reason', async () => {
    const { key } = (await app.admin.request('POST', at(id), { json: { value: '{}' } })).json as { key: string };
    for (const [value, reason] of [['{', 'Not valid JSON.'], [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'Nested too deeply.']]) {
      expect(await app.admin.request('POST', at(id), { json: { value } })).toMatchObject({ status: 400, json: { message: { value: [reason] } } });
      expect(await app.admin.request('PUT', at(id, key), { json: { value } })).toMatchObject({ status: 400, json: { message: { value: [reason] } } });
    }
    expect((await app.admin.get(at(id, key))).json).toEqual({ value: '{}' });
  });
});

it('[contract §1.4] the bundle names the theme as the detail does', async () => {
  const theme = async () => [((await app.admin.get(url('/bundle'))).json as { dashboard: { theme: unknown } }).dashboard.theme, (await shown())['theme']];
  expect(await theme()).toEqual([null, null]);
  const created = await app.admin.request('POST', '/api/v1/theme/', { json: { theme_name: 'Sea', json_data: '{"token":{"colorPrimary":"#036"}}' } });
  const { id: theme_id } = created.json as { id: number };
  expect((await send('PUT', '', { theme_id })).status).toBe(200);
  const sea = { id: theme_id, theme_name: 'Sea', json_data: '{"token":{"colorPrimary":"#036"}}' };
  expect(await theme()).toEqual([sea, sea]);
  await send('PUT', '', { theme_id: null });
});

describe('[API-02] parts of a dashboard', () => {
  it('changes, deletes and orders filters one by one', async () => {
    const put = async (json: unknown) => ((await send('PUT', '/filters', json)).json as { result: { id: string; name: string }[] }).result.map(({ name }) => name);
    expect(await put({ modified: [filter('b'), { ...filter('a'), name: 'A' }] })).toEqual(['A', 'b']);
    expect(await put({ reordered: ['NATIVE_FILTER-b', 'NATIVE_FILTER-a'] })).toEqual(['b', 'A']);
    expect(await put({ deleted: ['NATIVE_FILTER-b'], modified: [filter('a')] })).toEqual(['a']);
    expect(await metadata()).toMatchObject({ native_filter_configuration: [{ name: 'a' }], cross_filters_enabled: true });
    expect(await send('PUT', '/filters', { nonsense: 1 })).toMatchObject({ status: 400, json: { message: { nonsense: ['Unknown field.'] } } });
  });

  it('changes colours without touching who changed it last', async () => {
    const before = (await shown())['changed_on'];
    expect(await send('PUT', '/colors?mark_updated=false', { color_scheme: 'lyftColors', shared_label_colors: { a: 'b' }, map_label_colors: { north: '#f00' } })).toMatchObject({ status: 200, json: {} });
    expect(await metadata()).toMatchObject({ color_scheme: 'lyftColors', shared_label_colors: [], map_label_colors: { north: '#f00' }, native_filter_configuration: [{ name: 'a' }] });
    expect((await shown())['changed_on']).toBe(before);
    await send('PUT', '/colors', { color_namespace: 'x' });
    expect((await shown())['changed_on']).not.toBe(before);
  });

  it('copies with the same charts, or with copies of them', async () => {
    const copy = async (more: object) => ((await send('POST', '/copy/', { dashboard_title: 'Copy', json_metadata: JSON.stringify({ positions: positionsOf([chart]), expanded_slices: { [chart]: true } }), ...more })).json as { result: { id: number } }).result;
    const same = await copy({});
    expect(same).toEqual({ id: expect.any(Number), last_modified_time: expect.any(Number) });
    expect(await shown(same.id)).toMatchObject({ dashboard_title: 'Copy', charts: ['By region'], published: false, owners: [{ id: app.adminId }] });
    const { id: cloned } = await copy({ duplicate_slices: true });
    const rows = ((await app.admin.get(`/api/v1/dashboard/${cloned}/charts`)).json as { result: { id: number }[] }).result;
    expect(rows[0]?.id).toBeGreaterThan(other);
    expect(JSON.parse(String((await shown(cloned))['json_metadata']))).toMatchObject({ expanded_slices: { [String(rows[0]?.id)]: true } });
    expect((await send('POST', '/copy/', {})).status).toBe(400);
  });

  it('[contract §1.4.1] refuses metadata of the wrong kind', async () => {
    expect(await send('PUT', '', { json_metadata: '{"refresh_frequency":"x","expanded_slices":[]}' })).toMatchObject({ status: 400, json: { message: { json_metadata: [{ refresh_frequency: ['Not a valid integer.'], expanded_slices: ['Not a valid mapping type.'] }] } } });
  });

  it('[COL-06] datasets hold what charts and filters use', async () => {
    const { result } = (await send('GET', '/datasets')).json as { result: { columns: { column_name: string }[]; metrics: unknown[]; column_names: string[] }[] };
    expect(result[0]?.columns.map(({ column_name }) => column_name)).toEqual(['region']);
    expect(result[0]?.column_names).toHaveLength(5);
  });
});

describe('[contract §1.4] embedding', () => {
  it('is kept per dashboard and found by uuid', async () => {
    expect((await send('GET', '/embedded')).status).toBe(404);
    const made = await send('POST', '/embedded', { allowed_domains: ['https://a.b'] });
    expect(made).toMatchObject({ status: 200, json: { result: { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), allowed_domains: ['https://a.b'], dashboard_id: String(id), changed_by: { first_name: 'root' } } } });
    embedded = (made.json as { result: { uuid: string } }).result.uuid;
    expect(await send('PUT', '/embedded', { allowed_domains: [] })).toMatchObject({ json: { result: { uuid: embedded, allowed_domains: [] } } });
    expect((await app.admin.get(`/api/v1/embedded_dashboard/${embedded}`)).json).toMatchObject({ result: { uuid: embedded, dashboard_id: String(id) } });
    const { client } = await app.signedIn('gamma1', 'Gamma');
    expect((await send('POST', '/embedded', { allowed_domains: [] }, client)).status).toBe(403);
  });

  it('guests see the dashboards of their token, trimmed, and their charts as they are', async () => {
    await allow('Public', [['can_read', 'Dashboard'], ['can_read', 'Chart'], ['can_get_drill_info', 'Dataset']]);
    const token = await app.admin.request('POST', '/api/v1/security/guest_token/', { json: { user: { username: 'guest' }, resources: [{ type: 'dashboard', id: embedded }], rls: [] } });
    expect(token).toMatchObject({ status: 200 });
    const headers = { 'x-guesttoken': (token.json as { token: string }).token };
    const client = app.client();
    const get = (path: string) => client.get(`/api/v1/dashboard/${path}`, headers);
    const { result } = (await get(String(id))).json as { result: Record<string, unknown> };
    expect(result).toMatchObject({ id, dashboard_title: 'Board' });
    for (const name of ['owners', 'changed_by', 'changed_by_name']) expect(result).not.toHaveProperty(name);
    const [first] = ((await get(`${id}/datasets`)).json as { result: object[] }).result;
    expect(first).not.toHaveProperty('owners');
    expect(first).not.toHaveProperty('database');
    expect((await get('')).json).toMatchObject({ count: 1, ids: [id] });
    const hidden = (await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Empty', published: true } })).json as { id: number };
    expect((await get(String(hidden.id))).status).toBe(403);

    const data = (json: unknown) => client.request('POST', '/api/v1/chart/data', { json, headers });
    expect((await data(contextOf(['count']))).status).toBe(200);
    expect(await data(contextOf(['count', { expressionType: 'SQL', sqlExpression: 'max(amount)', label: 'x' }]))).toMatchObject({ status: 403, json: { errors: [{ message: 'Guest user cannot modify chart payload', error_type: 'DASHBOARD_SECURITY_ACCESS_ERROR' }] } });
    expect((await data(contextOf(['count'], { dashboardId: hidden.id }))).status).toBe(403);
    expect((await data({ ...contextOf(['count']), form_data: { dashboardId: id } })).status).toBe(403);
    expect((await data({ ...contextOf([]), form_data: { dashboardId: id, type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-a' } })).status).toBe(200);
    expect((await client.get(`/api/v1/dataset/${dataset}/drill_info/?q=(dashboard_id:${id})`, headers)).status).toBe(200);
  });
});

describe('[contract §1.4] DASHBOARD_RBAC', () => {
  it('roles of a dashboard open it and its charts, once it is published', async () => {
    const role = await allow('Viewers', [['can_read', 'Dashboard'], ['can_read', 'Chart']]);
    expect(await send('PUT', '', { roles: [999] })).toMatchObject({ status: 422, json: { message: { roles: ['Some roles do not exist'] } } });
    expect((await send('PUT', '', { roles: [role] })).status).toBe(200);
    expect(await shown()).toMatchObject({ roles: [{ id: role, name: 'Viewers' }] });
    const viewer = await app.signedIn('viewer', 'Viewers');
    const alpha = await app.signedIn('alpha', 'Alpha');
    expect((await viewer.client.get('/api/v1/dashboard/')).json).toMatchObject({ ids: [id] });
    expect((await viewer.client.get(url())).status).toBe(200);
    expect((await alpha.client.get(url())).status).toBe(403);
    const data = (client: typeof viewer.client, json: unknown) => client.request('POST', '/api/v1/chart/data', { json });
    expect((await data(viewer.client, contextOf(['count']))).status).toBe(200);
    expect((await data(viewer.client, { ...contextOf(['count']), form_data: { slice_id: chart } })).status).toBe(403);
    await send('PUT', '', { published: false });
    expect((await viewer.client.get(url())).status).toBe(403);
    expect((await data(viewer.client, contextOf(['count'], { x: 1 }))).status).toBe(403);
  });
});
