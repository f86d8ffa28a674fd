import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryTables } from '../../plugins/app/query-history/contract.ts';
import type { TestAnswer, TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import type { TestApp } from './start-app.ts';
import { startApp, withQ } from './start-app.ts';

const ROOMS = ['app/saved-queries', 'app/query-history', 'app/tags', 'app/css-templates', 'app/themes', 'app/annotations', 'data/advanced-types', 'app/activity-log', 'app/site-info'];

type Listed = { count: number; ids: number[]; result: Record<string, unknown>[] } & Record<string, unknown>;

let app: TestApp;
let alpha: TestClient;
let gamma: TestClient;
let lab: TestClient;
let other: TestClient;
let databaseId: number;

const list = async (client: TestClient, path: string, q: unknown = {}): Promise<Listed> => {
  const answer = await client.get(withQ(path, q));
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Listed;
};
const post = (client: TestClient, path: string, json: unknown): Promise<TestAnswer> => client.request('POST', path, { json });
const put = (client: TestClient, path: string, json: unknown = {}): Promise<TestAnswer> => client.request('PUT', path, { json });
const remove = (client: TestClient, path: string): Promise<TestAnswer> => client.request('DELETE', path);
const created = async (client: TestClient, path: string, json: unknown): Promise<number> => {
  const answer = await post(client, path, json);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { id: number }).id;
};
const statuses = async (path: string, clients: readonly TestClient[]): Promise<number[]> => Promise.all(clients.map(async (client) => (await client.get(path)).status));

beforeAll(async () => {
  app = await startApp({ more: ROOMS, config: { featureFlags: { TAGGING_SYSTEM: true, ENABLE_EXTENSIONS: true }, conf: { ENABLE_UI_THEME_ADMINISTRATION: true, THEME_DEFAULT: { token: { colorPrimary: '#123456' } }, SUPERSET_WEBSERVER_DOMAINS: ['a.example', 'b.example'] } } });
  alpha = (await app.signedIn('alf', 'Alpha')).client;
  gamma = (await app.signedIn('gam', 'Gamma')).client;
  lab = (await app.signedIn('lab', 'sql_lab')).client;
  other = (await app.signedIn('oth', 'sql_lab')).client;
  databaseId = await addSalesDatabase(app, 'Small');
}, 60_000);
afterAll(() => app.close());

describe('css_template (contract §1.9)', () => {
  const base = '/api/v1/css_template/';

  it('[COL-16] keeps templates, lists them with their columns, finds them by text', async () => {
    const id = await created(alpha, base, { template_name: 'Night', css: '.header { color: white }' });
    await created(alpha, base, { template_name: 'Plain', css: 'body {}' });
    const all = await list(alpha, base, { order_column: 'template_name', order_direction: 'asc' });
    expect(all.count).toBe(2);
    expect(all['list_title']).toBe('List Css Templates');
    expect(all['order_columns']).toEqual(['changed_by.first_name', 'changed_on_delta_humanized', 'created_on', 'template_name']);
    expect(Object.keys(all.result[0] ?? {}).sort()).toEqual(['changed_by', 'changed_on_delta_humanized', 'created_by', 'created_on', 'css', 'id', 'template_name']);
    expect((await list(alpha, base, { filters: [{ col: 'template_name', opr: 'css_template_all_text', value: 'HEADER' }] })).ids).toEqual([id]);
    expect((await put(alpha, `${base}${id}`, { css: 'a {}' })).json).toEqual({ id, result: { css: 'a {}' } });
    expect((await alpha.get(`${base}${id}`)).json).toMatchObject({ id, result: { template_name: 'Night', css: 'a {}', changed_by: { first_name: 'alf' } }, show_title: 'Show Css Template' });
    expect((await remove(alpha, withQ(base, all.ids))).json).toEqual({ message: 'Deleted 2 css templates' });
    expect((await alpha.get(`${base}${id}`)).json).toEqual({ message: 'Not found' });
  });

  it('refuses unknown fields with 422, as plain resources do, and everybody but Alpha and Admin', async () => {
    expect(await post(alpha, base, { name: 'x' })).toMatchObject({ status: 422, json: { message: { name: ['Unknown field.'] } } });
    expect(await put(alpha, `${base}1`, { css: 5 })).toMatchObject({ status: 422, json: { message: { css: ['Not a valid string.'] } } });
    expect(await statuses(base, [app.admin, alpha, gamma, lab, app.client()])).toEqual([200, 200, 403, 403, 401]);
    expect((await post(gamma, base, { css: '' })).json).toEqual({ message: 'Forbidden' });
  });
});

describe('theme (contract §1.9)', () => {
  const base = '/api/v1/theme/';
  const json_data = JSON.stringify({ token: { colorPrimary: '#0a0' }, algorithm: 'dark' });

  it('[UI-02] keeps themes; those of the settings belong to the system', async () => {
    const id = await created(alpha, base, { theme_name: 'Green', json_data });
    const all = await list(gamma, base, { order_column: 'theme_name', order_direction: 'asc' });
    expect(all.result).toMatchObject([{ theme_name: 'Green', is_system: false, is_system_default: false, json_data }, { theme_name: 'THEME_DEFAULT', is_system: true }]);
    expect((await list(gamma, base, { filters: [{ col: 'theme_name', opr: 'theme_all_text', value: '#0A0' }] })).ids).toEqual([id]);
    const system = all.ids[1] ?? 0;
    expect(await put(app.admin, `${base}${system}`, { theme_name: 'Mine' })).toMatchObject({ status: 403, json: { message: expect.stringContaining('system theme') } });
    expect((await remove(app.admin, `${base}${system}`)).status).toBe(403);
    expect((await remove(app.admin, withQ(base, [id, system]))).status).toBe(403);
    expect((await put(alpha, `${base}${id}`, { theme_name: 'Greener' })).json).toEqual({ id, result: { theme_name: 'Greener' } });
    expect(await post(alpha, base, { theme_name: 'Broken', json_data: '{' })).toMatchObject({ status: 400, json: { message: { json_data: [expect.stringContaining('Invalid JSON')] } } });
    expect(await post(alpha, base, { theme_name: 'x' })).toMatchObject({ status: 400, json: { message: { json_data: ['Missing data for required field.'] } } });
    expect((await post(gamma, base, { theme_name: 'x', json_data })).status).toBe(403);
    expect((await remove(alpha, `${base}${id}`)).json).toEqual({ message: 'OK' });
  });

  it('[UI-02] lets Admin set one theme for the system, light and dark', async () => {
    const [a, b] = [await created(alpha, base, { theme_name: 'A', json_data }), await created(alpha, base, { theme_name: 'B', json_data })];
    expect((await put(alpha, `${base}${a}/set_system_default`)).status).toBe(403);
    expect(await put(app.admin, `${base}${a}/set_system_default`)).toMatchObject({ status: 200, json: { id: a } });
    await put(app.admin, `${base}${b}/set_system_default`);
    await put(app.admin, `${base}${a}/set_system_dark`);
    const flags = async () => (await list(app.admin, base, { filters: [{ col: 'is_system', opr: 'eq', value: false }], order_column: 'theme_name', order_direction: 'asc' })).result.map((row) => [row['is_system_default'], row['is_system_dark']]);
    expect(await flags()).toEqual([[false, true], [true, false]]);
    expect(await remove(app.admin, `${base}${b}`)).toMatchObject({ status: 422, json: { message: expect.stringContaining('B') } });
    expect((await remove(app.admin, `${base}unset_system_default`)).status).toBe(200);
    expect((await remove(app.admin, `${base}unset_system_dark`)).status).toBe(200);
    expect(await flags()).toEqual([[false, false], [false, false]]);
    expect((await put(app.admin, `${base}99999/set_system_dark`)).status).toBe(404);
    expect((await remove(alpha, withQ(base, [a, b]))).json).toEqual({ message: 'Deleted 2 themes' });
  });
});

describe('annotation_layer (contract §1.9)', () => {
  const base = '/api/v1/annotation_layer/';

  it('[COL-16] keeps layers with unique names', async () => {
    const id = await created(alpha, base, { name: 'Releases', descr: 'what we shipped' });
    expect(await post(alpha, base, { name: 'Releases' })).toMatchObject({ status: 422, json: { message: { name: ['Name must be unique'] } } });
    expect(await post(alpha, base, { descr: '' })).toMatchObject({ status: 400, json: { message: { name: ['Missing data for required field.'] } } });
    expect(await post(alpha, base, { name: '' })).toMatchObject({ status: 400 });
    expect((await put(alpha, `${base}${id}`, { name: 'Releases', descr: 'shipped' })).json).toEqual({ id, result: { name: 'Releases', descr: 'shipped' } });
    expect((await alpha.get(`${base}${id}`)).json).toMatchObject({ id, result: { id, name: 'Releases', descr: 'shipped' } });
    const all = await list(alpha, base, { filters: [{ col: 'name', opr: 'annotation_layer_all_text', value: 'SHIP' }] });
    expect(all.ids).toEqual([id]);
    expect(Object.keys(all.result[0] ?? {}).sort()).toEqual(['changed_by', 'changed_on', 'changed_on_delta_humanized', 'created_by', 'created_on', 'descr', 'id', 'name']);
    expect(await statuses(base, [app.admin, gamma, lab, app.client()])).toEqual([200, 403, 403, 401]);
    await remove(alpha, `${base}${id}`);
  });

  it('keeps annotations below their layer, and only there', async () => {
    const [layer, second] = [await created(alpha, base, { name: 'L1' }), await created(alpha, base, { name: 'L2' })];
    const below = `${base}${layer}/annotation/`;
    const span = { start_dttm: '2024-05-01T10:00:00', end_dttm: '2024-05-02T10:00:00' };
    const id = await created(alpha, below, { short_descr: 'Outage', long_descr: 'the switch', ...span, json_metadata: '{"a":1}' });
    const twin = await created(alpha, `${base}${second}/annotation/`, { short_descr: 'Outage', ...span });
    expect(await post(alpha, below, { short_descr: 'Outage', ...span })).toMatchObject({ status: 422, json: { message: { short_descr: ['Short description must be unique for this layer'] } } });
    expect(await post(alpha, below, { short_descr: 'Back', start_dttm: span.end_dttm, end_dttm: span.start_dttm })).toMatchObject({ status: 422, json: { message: { start_dttm: ['End date must be after start date'] } } });
    expect(await put(alpha, `${below}${id}`, { end_dttm: '2020-01-01T00:00:00' })).toMatchObject({ status: 422 });
    expect(await post(alpha, below, { short_descr: 'X', start_dttm: 'soon', end_dttm: span.end_dttm, json_metadata: '{' })).toMatchObject({ status: 400, json: { message: { start_dttm: ['Not a valid datetime.'], json_metadata: ['JSON not valid'] } } });
    expect(await post(alpha, `${base}9999/annotation/`, { short_descr: 'X', ...span })).toMatchObject({ status: 404 });

    const all = await list(alpha, below, {});
    expect(all.ids).toEqual([id]);
    expect(Object.keys(all.result[0] ?? {}).sort()).toEqual(['changed_by', 'changed_on_delta_humanized', 'created_by', 'end_dttm', 'id', 'long_descr', 'short_descr', 'start_dttm']);
    expect((await list(alpha, below, { filters: [{ col: 'short_descr', opr: 'annotation_all_text', value: 'SWITCH' }] })).count).toBe(1);
    expect((await alpha.get(`${below}${id}`)).json).toMatchObject({ id, result: { start_dttm: expect.stringMatching(/^2024-05-01T10:00:00/), json_metadata: '{"a":1}', layer: { id: layer, name: 'L1' } } });
    expect((await put(alpha, `${below}${id}`, { long_descr: 'fixed' })).status).toBe(200);
    for (const [method, path] of [['GET', `${below}${twin}`], ['DELETE', `${below}${twin}`], ['DELETE', withQ(below, [id, twin])]] as const) {
      expect((await alpha.request(method, path)).status, `${method} ${path}`).toBe(404);
    }
    expect((await put(alpha, `${below}${twin}`, { short_descr: 'Stolen' })).status).toBe(404);
    expect(await statuses(below, [gamma, lab])).toEqual([403, 403]);

    expect(await remove(alpha, `${base}${layer}`)).toMatchObject({ status: 422, json: { message: 'Annotation layer has associated annotations.' } });
    const third = await created(alpha, below, { short_descr: 'Third', ...span });
    expect((await remove(alpha, withQ(below, [id, third]))).json).toEqual({ message: 'Deleted 2 annotations' });
    expect((await remove(alpha, `${base}${layer}`)).json).toEqual({ message: 'OK' });
    expect((await remove(alpha, `${base}${second}/annotation/${twin}`)).json).toEqual({ message: 'OK' });
    expect((await remove(alpha, withQ(base, [second]))).json).toEqual({ message: 'Deleted 1 annotation layer' });
  });
});

describe('saved_query (contract §1.6)', () => {
  const base = '/api/v1/saved_query/';

  it('[COL-13] keeps queries for their owner alone', async () => {
    // The role sql_lab sees no database of itself; an administrator sees them all.
    const id = await created(app.admin, base, { label: 'Top', description: 'best sellers', sql: 'select 1', db_id: databaseId, schema: 'main', catalog: 'c', extra_json: '{"k":1}', template_parameters: '{}' });
    const all = await list(app.admin, base);
    expect(all.ids).toEqual([id]);
    expect(Object.keys(all.result[0] ?? {}).sort()).toEqual([
      'catalog', 'changed_by', 'changed_on', 'changed_on_delta_humanized', 'created_by', 'created_on', 'database', 'db_id', 'description', 'extra', 'id', 'label',
      'last_run_delta_humanized', 'rows', 'schema', 'sql', 'sql_tables', 'tags',
    ]);
    expect(all.result[0]).toMatchObject({ database: { id: databaseId, database_name: 'Small' }, extra: { k: 1 }, tags: [], db_id: databaseId });
    expect((await app.admin.get(`${base}${id}`)).json).toMatchObject({ result: { template_parameters: '{}', sql: 'select 1' } });
    for (const client of [lab, other]) {
      expect((await list(client, base)).count).toBe(0);
      expect((await client.get(`${base}${id}`)).status).toBe(404);
      expect((await put(client, `${base}${id}`, { label: 'mine' })).status).toBe(404);
      expect((await remove(client, withQ(base, [id]))).status).toBe(404);
    }
    expect((await list(app.admin, base, { filters: [{ col: 'label', opr: 'all_text', value: 'SELL' }] })).count).toBe(1);
    expect((await list(app.admin, base, { filters: [{ col: 'database', opr: 'rel_o_m', value: databaseId }, { col: 'schema', opr: 'eq', value: 'main' }] })).count).toBe(1);
    await post(app.admin, `/api/v1/tag/1/${id}/`, { properties: { tags: ['kept'] } });
    expect((await list(app.admin, base, { filters: [{ col: 'tags', opr: 'saved_query_tags', value: 'KEP' }] })).result).toMatchObject([{ id, tags: [{ name: 'kept', type: 1 }] }]);
    expect((await post(lab, `/api/v1/tag/1/${id}/`, { properties: { tags: ['x'] } })).status).toBe(403);
    expect((await post(alpha, `/api/v1/tag/1/${id}/`, { properties: { tags: ['x'] } })).status).toBe(404);
    await remove(app.admin, withQ('/api/v1/tag/', ['kept']));
    await app.admin.request('POST', `${base}${id}/favorites/`);
    expect((await list(app.admin, base, { filters: [{ col: 'id', opr: 'saved_query_is_fav', value: true }] })).ids).toEqual([id]);
    expect((await list(app.admin, base, { filters: [{ col: 'id', opr: 'saved_query_is_fav', value: false }] })).ids).toEqual([]);
    expect((await app.admin.get(`${base}distinct/schema`)).json).toEqual({ count: 1, result: [{ text: 'main', value: 'main' }] });
    expect((await app.admin.get(`${base}related/database`)).json).toMatchObject({ result: [{ text: 'Small', value: databaseId, extra: {} }] });
    expect((await app.admin.get(withQ(base, { order_column: 'last_run_delta_humanized' }))).status).toBe(200);
    expect((await remove(app.admin, withQ(base, [id]))).json).toEqual({ message: 'Deleted 1 saved query' });
  });

  it('answers what is wrong with 422, and needs the SQL Lab role', async () => {
    const id = await created(lab, base, { label: 'Mine', sql: 'select 2' });
    expect((await put(lab, `${base}${id}`, { label: 'Still mine' })).json).toEqual({ id, result: { label: 'Still mine' } });
    expect(await post(lab, base, { nonsense: 1 })).toMatchObject({ status: 422, json: { message: { nonsense: ['Unknown field.'] } } });
    expect(await post(lab, base, { db_id: 4711 })).toMatchObject({ status: 422, json: { message: { db_id: ['Database does not exist'] } } });
    expect(await post(lab, base, { db_id: databaseId })).toMatchObject({ status: 422, json: { message: { db_id: ['Database does not exist'] } } });
    expect(await post(lab, base, { extra_json: '{' })).toMatchObject({ status: 422, json: { message: { extra_json: ['JSON not valid'] } } });
    expect(await statuses(base, [app.admin, lab, alpha, gamma, app.client()])).toEqual([200, 200, 403, 403, 401]);
    expect((await lab.get(`${base}_info?q=(keys:!(permissions))`)).json).toEqual({ permissions: ['can_read', 'can_write', 'can_export'] });
    await remove(lab, `${base}${id}`);
  });
});

describe('tag (contract §1.7)', () => {
  const base = '/api/v1/tag/';
  let chart: number;
  let dashboard: number;
  const tagIds = new Map<string, number>();
  const tagNamed = async (name: string): Promise<number> => (await list(app.admin, base, { filters: [{ col: 'name', opr: 'eq', value: name }] })).ids[0] ?? 0;

  beforeAll(async () => {
    const dataset = await addDataset(app, databaseId, 'sales');
    chart = await addChart(app, dataset, 'Tagged chart');
    dashboard = await created(app.admin, '/api/v1/dashboard/', { dashboard_title: 'Tagged board' });
  });

  it('[COL-19] makes tags, trimmed, and tags objects by path', async () => {
    expect(await post(app.admin, base, { name: '  red ', description: 'hot', objects_to_tag: [['chart', chart]] })).toMatchObject({ status: 201, json: {} });
    expect(await post(app.admin, base, { name: '' })).toMatchObject({ status: 400, json: { message: { name: [expect.stringContaining('minimum length')] } } });
    expect(await post(app.admin, base, { name: 'x', objects_to_tag: [['planet', 1]] })).toMatchObject({ status: 422, json: { message: 'Invalid tag' } });
    expect(await post(app.admin, `${base}3/${dashboard}/`, { properties: { tags: ['red', ' blue '] } })).toMatchObject({ status: 201 });
    expect(await post(app.admin, `${base}9/${dashboard}/`, { properties: { tags: ['red'] } })).toMatchObject({ status: 422, json: { message: 'Invalid tag' } });
    expect(await post(app.admin, `${base}3/0/`, { properties: { tags: ['red'] } })).toMatchObject({ status: 422, json: { message: 'Invalid tag' } });
    expect((await post(app.admin, `${base}3/${dashboard}/`, { properties: {} })).status).toBe(400);
    expect((await post(app.admin, `${base}3/99999/`, { properties: { tags: ['red'] } })).status).toBe(404);
    const all = await list(gamma, base);
    expect(all.result.map((row) => row['name'])).toEqual(['blue', 'red']);
    expect(all.result[1]).toMatchObject({ type: 1, description: 'hot', created_by: { first_name: 'root', last_name: 'Test' }, changed_on_delta_humanized: expect.any(String) });
    for (const name of ['red', 'blue']) tagIds.set(name, await tagNamed(name));
  });

  it('shows tags on charts and dashboards, and finds these by tag', async () => {
    const red = tagIds.get('red') as number;
    const charts = await list(app.admin, '/api/v1/chart/', { filters: [{ col: 'tags', opr: 'chart_tags', value: 'RE' }] });
    expect(charts.result).toMatchObject([{ id: chart, tags: [{ id: red, name: 'red', type: 1 }] }]);
    expect((await list(app.admin, '/api/v1/chart/', { filters: [{ col: 'tags', opr: 'chart_tag_id', value: red }] })).ids).toEqual([chart]);
    expect((await list(app.admin, '/api/v1/chart/', { filters: [{ col: 'tags', opr: 'chart_tag_id', value: tagIds.get('blue') }] })).ids).toEqual([]);
    expect((await list(app.admin, '/api/v1/dashboard/', { filters: [{ col: 'tags', opr: 'dashboard_tags', value: 'blue' }] })).ids).toEqual([dashboard]);
    expect((await app.admin.get(`/api/v1/chart/${chart}`)).json).toMatchObject({ result: { tags: [{ name: 'red' }] } });
    expect((await app.admin.get(`/api/v1/dashboard/${dashboard}`)).json).toMatchObject({ result: { dashboard_title: 'Tagged board', tags: [{ name: 'red' }, { name: 'blue' }] } });
    expect((await list(app.admin, '/api/v1/dashboard/', { columns: ['tags.name'] })).result).toContainEqual({ tags: [{ name: 'red' }, { name: 'blue' }] });
    expect((await app.admin.get(withQ('/api/v1/chart/', { filters: [{ col: 'tags', opr: 'dashboard_tags', value: 'x' }] }))).json).toEqual({ message: 'Filter operation: dashboard_tags not allowed on column: tags' });
  });

  it('writes tags with their chart', async () => {
    expect((await put(app.admin, `/api/v1/chart/${chart}`, { tags: [tagIds.get('blue')] })).status).toBe(200);
    expect((await list(app.admin, '/api/v1/chart/')).result).toMatchObject([{ tags: [{ name: 'blue' }] }]);
    expect(await put(app.admin, `/api/v1/chart/${chart}`, { tags: [4711], slice_name: 'Changed?' })).toMatchObject({ status: 422, json: { message: { tags: ['Some tags do not exist'] } } });
    expect((await app.admin.get(`/api/v1/chart/${chart}`)).json).toMatchObject({ result: { slice_name: 'Tagged chart' } });
  });

  it('answers what carries a tag, as far as the caller may see it', async () => {
    const objects = async (client: TestClient, query: string) => ((await client.get(`${base}get_objects/?${query}`)).json as { result: Record<string, unknown>[] }).result;
    expect(await objects(app.admin, `tagIds=${tagIds.get('blue')}&types=chart,dashboard,query`)).toMatchObject(expect.arrayContaining([
      { id: chart, type: 'chart', name: 'Tagged chart', url: `/explore/?slice_id=${chart}`, creator: 'root Test', owners: [{ first_name: 'root' }] },
      { id: dashboard, type: 'dashboard', name: 'Tagged board', url: `/superset/dashboard/${dashboard}/`, tags: [{ name: 'blue' }, { name: 'red' }] },
    ].map((each) => expect.objectContaining(each.tags ? { ...each, tags: each.tags.map((tag) => expect.objectContaining(tag)) } : { ...each, owners: [expect.objectContaining({ first_name: 'root' })] }))));
    expect((await objects(app.admin, 'tags=red&types=dashboard')).map((each) => each['id'])).toEqual([dashboard]);
    expect(await objects(gamma, 'tags=red,blue')).toEqual([]);
    expect((await app.admin.get(`${base}get_objects/?types=planet`)).status).toBe(400);
  });

  it('tags many at once, skipping what is not the caller’s to change', async () => {
    const own = await created(gamma, '/api/v1/dashboard/', { dashboard_title: 'Own board' });
    const answer = await post(gamma, `${base}bulk_create`, { tags: [{ name: 'green', objects_to_tag: [['dashboard', own], ['dashboard', dashboard], ['chart', chart]] }] });
    expect(answer.json).toEqual({ result: { objects_tagged: [['dashboard', own]], objects_skipped: [['dashboard', dashboard], ['chart', chart]] } });
    const green = await tagNamed('green');
    expect((await put(gamma, `${base}${green}`, { name: 'lime', objects_to_tag: [] })).json).toEqual({ id: green, result: { name: 'lime', objects_to_tag: [] } });
    expect(await put(gamma, `${base}${green}`, { name: 'red' })).toMatchObject({ status: 422 });
    expect(((await gamma.get(`${base}get_objects/?tagIds=${green}`)).json as { result: unknown[] }).result).toEqual([]);
  });

  it('stars tags, takes them off, deletes them by name', async () => {
    const red = tagIds.get('red') as number;
    expect((await post(gamma, `${base}${red}/favorites/`, {})).json).toEqual({ result: 'OK' });
    expect((await gamma.get(withQ(`${base}favorite_status/`, [red]))).json).toEqual({ result: [{ id: red, value: true }] });
    expect((await remove(app.admin, `${base}3/${dashboard}/red/`)).json).toEqual({ message: 'OK' });
    expect((await remove(app.admin, `${base}3/${dashboard}/red/`)).status).toBe(404);
    expect((await list(app.admin, base, { filters: [{ col: 'type', opr: 'custom_tag', value: true }] })).count).toBe(3);
    expect((await list(app.admin, base, { filters: [{ col: 'type', opr: 'custom_tag', value: false }] })).count).toBe(0);
    expect((await remove(app.admin, withQ(base, ['blue', 'none']))).status).toBe(404);
    expect((await remove(app.admin, withQ(base, ['blue', 'lime']))).json).toEqual({ message: 'Deleted 2 tags' });
    expect((await remove(app.admin, `${base}${red}`)).json).toEqual({ message: 'OK' });
    expect((await list(app.admin, '/api/v1/chart/')).result).toMatchObject([{ tags: [] }]);
    expect(await statuses(base, [gamma, lab, app.client()])).toEqual([200, 403, 401]);
  });

  it('lets go of a deleted object’s tags', async () => {
    const gone = await created(app.admin, '/api/v1/dashboard/', { dashboard_title: 'Gone' });
    await post(app.admin, `${base}3/${gone}/`, { properties: { tags: ['left'] } });
    await remove(app.admin, `/api/v1/dashboard/${gone}`);
    const rows = await app.kernel.metadata('t').db<{ tagged_object: { object_type: string } }>().selectFrom('tagged_object').selectAll().where('object_type', '=', 'dashboard').execute();
    expect(rows).toEqual([]);
  });
});

describe('query (contract §1.6, §10.6)', () => {
  const base = '/api/v1/query/';
  let labId: number;
  const start = 1_710_000_000_000;

  async function addQuery(client_id: string, user_id: number, more: Partial<QueryTables['query']> = {}): Promise<number> {
    const row = {
      uuid: `${client_id}-uuid`, client_id, database_id: databaseId, user_id, status: 'success', sql: `select '${client_id}'`, limiting_factor: 'NOT_LIMITED', progress: 100, start_time: start, changed_on: start,
      sql_tables: '[{"catalog":null,"schema":null,"table":"sales"}]', ...more,
    };
    return (await app.kernel.metadata('t').db<QueryTables>().insertInto('query').values(row as QueryTables['query']).returning('id').executeTakeFirstOrThrow()).id;
  }

  beforeAll(async () => {
    labId = ((await lab.get('/api/v1/me/')).json as { result: { id: number } }).result.id;
    await addQuery('mine', labId, { rows: 3, tab_name: 'Tab', extra_json: '{"progress":"x"}' });
    await addQuery('failed', labId, { status: 'failed', changed_on: start + 5000, error_message: 'no' });
    await addQuery('theirs', app.adminId);
  });

  it('[COL-12] lists a user’s own queries; all for who may see all', async () => {
    const own = await list(lab, base, { order_column: 'sql', order_direction: 'asc' });
    expect(own.result.map((row) => row['client_id'])).toEqual(['failed', 'mine']);
    expect(Object.keys(own.result[1] ?? {}).sort()).toEqual([
      'changed_on', 'client_id', 'database', 'end_time', 'error_message', 'executed_sql', 'id', 'limit', 'limiting_factor', 'progress', 'results_key', 'rows', 'schema', 'select_as_cta',
      'sql', 'sql_editor_id', 'sql_tables', 'start_running_time', 'start_time', 'status', 'tab_name', 'tmp_table_name', 'tracking_url', 'user',
    ]);
    expect(own.result[1]).toMatchObject({ database: { id: databaseId, database_name: 'Small' }, user: { id: labId, first_name: 'lab' }, start_time: start, rows: 3, select_as_cta: false, sql_tables: [{ catalog: null, schema: null, table: 'sales' }] });
    expect((await list(app.admin, base)).count).toBe(3);
    expect((await list(lab, base, { filters: [{ col: 'status', opr: 'eq', value: 'failed' }, { col: 'start_time', opr: 'gt', value: start - 1 }] })).count).toBe(1);
    expect((await list(lab, base, { filters: [{ col: 'user', opr: 'rel_o_m', value: app.adminId }] })).count).toBe(0);
    expect((await lab.get(`${base}distinct/status`)).json).toEqual({ count: 2, result: [{ text: 'failed', value: 'failed' }, { text: 'success', value: 'success' }] });
    expect((await lab.get(withQ(base, { order_column: 'end_time' }))).json).toEqual({ message: 'Invalid order by column: end_time' });
    expect(await statuses(base, [lab, alpha, gamma])).toEqual([200, 403, 403]);
    const shown = (await lab.get(`${base}${own.ids[1]}`)).json as { result: Record<string, unknown> };
    expect(shown.result).toMatchObject({ database: { id: databaseId }, select_as_cta_used: false, tmp_schema_name: null, end_result_backend_time: null });
  });

  it('answers what changed since a time', async () => {
    const since = async (ms: number) => ((await lab.get(withQ(`${base}updated_since`, { last_updated_ms: ms }))).json as { result: Record<string, unknown>[] }).result;
    expect((await since(start)).map((each) => each['id'])).toEqual(['mine', 'failed']);
    expect(await since(start + 1)).toMatchObject([{ id: 'failed', state: 'failed', errorMessage: 'no', dbId: databaseId, db: 'Small', user: 'lab Test', userId: labId, startDttm: start }]);
    expect((await since(start))[0]).toMatchObject({ tab: 'Tab', rows: 3, limitingFactor: 'NOT_LIMITED', extra: { progress: 'x' } });
    expect((await lab.get(`${base}updated_since`)).status).toBe(400);
  });

  it('stops a running query of one’s own', async () => {
    const id = await addQuery('running', labId, { status: 'running', progress: 10 });
    const stop = (client: TestClient, client_id: string) => post(client, `${base}stop`, { client_id });
    expect((await stop(other, 'running')).status).toBe(404);
    expect((await stop(lab, 'nothing')).json).toEqual({ message: 'Not found' });
    expect((await stop(lab, 'running')).json).toEqual({ result: 'OK' });
    expect((await stop(lab, 'mine')).json).toEqual({ result: 'OK' });
    const state = async (pk: number) => ((await lab.get(`${base}${pk}`)).json as { result: { status: string } }).result.status;
    expect(await state(id)).toBe('stopped');
    expect((await list(lab, base, { filters: [{ col: 'status', opr: 'eq', value: 'success' }] })).count).toBe(1);
  });
});

describe('advanced_data_type (contract §1.9)', () => {
  const convert = (type: string, values: unknown) => gamma.get(withQ('/api/v1/advanced_data_type/convert', { type, values }));

  it('[EXPL-16] reads ports and addresses', async () => {
    expect((await gamma.get('/api/v1/advanced_data_type/types')).json).toEqual({ result: ['port', 'internet_address'] });
    expect((await convert('port', ['80'])).json).toMatchObject({ result: { values: [[80]], display_value: '[80]', error_message: '', valid_filter_operators: expect.arrayContaining(['IN', 'EQUALS']) } });
    expect((await convert('internet_address', ['1.1.1.1', '10.0.0.0/8'])).json).toMatchObject({ result: { values: [16843009, { start: 167772160, end: 184549375 }], display_value: '16843009, 167772160 - 184549375' } });
    expect((await convert('internet_address', ['::1:0:0:0:0/128'])).text).toContain('"values":[18446744073709551616]');
    expect((await convert('port', ['99999'])).json).toMatchObject({ result: { error_message: "'99999' does not appear to be a port name or number", display_value: '', valid_filter_operators: [] } });
    expect((await convert('planet', ['x'])).status).toBe(400);
    expect((await convert('port', [])).status).toBe(400);
    expect(await statuses('/api/v1/advanced_data_type/types', [alpha, lab, app.client()])).toEqual([200, 403, 401]);
  });
});

describe('site information (contract §1.9)', () => {
  it('answers domains, extensions and language packs', async () => {
    expect((await gamma.get('/api/v1/available_domains/')).json).toEqual({ result: { domains: ['a.example', 'b.example'] } });
    expect((await app.admin.get('/api/v1/extensions/')).json).toEqual({ result: [] });
    const german = (await gamma.get('/superset/language_pack/de/')).json;
    expect(german).toMatchObject({ domain: 'superset', locale_data: { superset: { '': { lang: 'de' }, 'Full screen': ['Vollbild'], 'Sign in': ['Anmelden'], '%(count)s filter applied': ['%(count)s Filter angewendet', '%(count)s Filter angewendet'] } } });
    expect((await app.client().get('/superset/language_pack/en/')).json).toMatchObject({ locale_data: { superset: { 'Full screen': ['Full screen'] } } });
    for (const lang of ['xx', 'nonsense', '..%2f..', 'de%2f..']) expect([lang, (await gamma.get(`/superset/language_pack/${lang}/`)).status]).toEqual([lang, 404]);
  });

  it('[SEC-06] answers the menu of the caller’s role', async () => {
    const names = async (client: TestClient) => ((await client.get('/api/v1/menu/')).json as { result: { name: string }[] }).result.map((entry) => entry.name);
    expect(await names(app.admin)).toEqual(['Dashboards', 'Charts', 'Datasets', 'SQL Lab', 'Data', 'Manage', 'Security']);
    expect(await names(alpha)).toEqual(['Dashboards', 'Charts', 'Datasets', 'Data', 'Manage']);
    expect(await names(gamma)).toEqual(['Dashboards', 'Charts', 'Datasets', 'Data']);
    expect(await names(lab)).toEqual(['SQL Lab']);
    type Item = { name: string; label: string; url: string; icon: string; childs?: Item[] };
    const { result } = (await app.admin.get('/api/v1/menu/')).json as { result: Item[] };
    const below = (name: string) => result.find((item) => item.name === name)?.childs?.map((item) => item.name);
    expect(result.find(({ name }) => name === 'Data')).toEqual({ name: 'Data', label: 'Data', icon: 'fa-database', url: '', childs: [{ name: 'Databases', label: 'Database Connections', icon: 'fa-database', url: '/databaseview/list/' }] });
    // Alerts and registrations are switched off here, so nothing leads to them.
    expect(below('Manage')).toEqual(['CSS Templates', 'Themes', 'Annotation Layers', 'Tags', 'Plugins', 'Extensions']);
    expect(below('Security')).toEqual(['List Users', 'List Roles', 'List Groups', 'Row Level Security', 'Action Log']);
  });
});

describe('log (contract §1.9)', () => {
  it('[COL-18] answers everybody’s actions to administrators only', async () => {
    await gamma.request('POST', '/superset/log/?explode=events&dashboard_id=7', { form: { events: JSON.stringify([{ event_name: 'load_chart', duration: 12.4 }]) }, csrf: false, headers: { referer: 'https://bi.example/superset/dashboard/7/' } });
    const all = await list(app.admin, '/api/v1/log/', { filters: [{ col: 'action', opr: 'eq', value: 'load_chart' }] });
    expect(all.result).toMatchObject([{ action: 'load_chart', user: { username: 'gam' }, dashboard_id: 7, slice_id: null, duration_ms: 12, referrer: 'https://bi.example/superset/dashboard/7/', dttm: expect.stringMatching(/^20/) }]);
    expect(Object.keys(all.result[0] ?? {}).sort()).toEqual(['action', 'dashboard_id', 'dttm', 'duration_ms', 'json', 'referrer', 'slice_id', 'user', 'user_id']);
    const userId = all.result[0]?.['user_id'];
    expect((await list(app.admin, '/api/v1/log/', { filters: [{ col: 'user', opr: 'rel_o_m', value: userId }] })).count).toBe(1);
    expect(await statuses('/api/v1/log/', [alpha, gamma, app.client()])).toEqual([403, 403, 401]);
  });

  it('[HOME-03] narrows the recent activity', async () => {
    const id = await created(alpha, '/api/v1/dashboard/', { dashboard_title: 'Seen' });
    const events = JSON.stringify([{ event_name: 'mount_dashboard' }, { event_name: 'mount_dashboard' }]);
    await alpha.request('POST', `/superset/log/?dashboard_id=${id}`, { form: { events }, csrf: false });
    const recent = async (q: unknown) => ((await alpha.get(withQ('/api/v1/log/recent_activity/', q))).json as { result: unknown[] }).result;
    expect(await recent({ page: 0, page_size: 6, actions: ['explore', 'dashboard'], distinct: true })).toHaveLength(1);
    expect(await recent({ distinct: false })).toHaveLength(2);
    expect(await recent({ actions: ['explore'] })).toEqual([]);
  });
});
