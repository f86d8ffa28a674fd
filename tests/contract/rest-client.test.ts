import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageRenderer } from '../../host/server/page/render-page.ts';
import { createRestClient } from '../support/rest-client/create-rest-client.ts';
import type { Json, RestAnswer, RestClient } from '../support/rest-client/create-rest-client.ts';
import { readZipNames } from '../support/rest-client/read-zip-names.ts';
import { serverRooms } from '../support/server-rooms.ts';
import { addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const renderPage = createPageRenderer({ boot: 'boot.js', main: 'main.js', styles: [], imports: {}, integrity: {} });
const FLAGS = { TAGGING_SYSTEM: true, EMBEDDED_SUPERSET: true, DASHBOARD_RBAC: false };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

let app: TestApp;
let url: string;
/** The script: it knows an address, a name and a password. */
let script: RestClient;
const id: Record<string, number> = {};

/** Status and body of a call that must do what the contract says. */
function expectOk(answer: RestAnswer, status = 200): Json {
  expect(answer.status, answer.text.slice(0, 2000)).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  return answer.json as Json;
}
const idOf = (answer: RestAnswer): number => Number(expectOk(answer, 201)['id']);
const context = (more: object = {}, query: object = {}): object => ({ datasource: { id: id['dataset'], type: 'table' }, queries: [{ columns: ['region'], metrics: ['count'], orderby: [['count', false]], ...query }], result_format: 'json', result_type: 'full', ...more });

beforeAll(async () => {
  app = await startApp({
    more: serverRooms(['pack/examples']),
    config: { featureFlags: FLAGS, conf: { GUEST_ROLE_NAME: 'Gamma' } },
    pages: () => (request) => renderPage({ applicationRoot: '/', bootstrap: {}, shellPlugins: [], csrfToken: request.csrfToken, language: 'en', direction: 'ltr', title: 'Orrery', skeleton: '' }),
  });
  // Only the database file is put there from inside; all else goes over HTTP.
  await addSalesDatabase(app, 'Files');
  url = await app.kernel.listen({ host: '127.0.0.1', port: 0 });
  script = createRestClient(url);
}, 120_000);
afterAll(() => app?.close());

describe('[contract §0.2] signing in', () => {
  it('JWT: login, bearer, refresh, refusals', async () => {
    const refused = createRestClient(url);
    const wrong = await refused.loginJwt('root', 'nope');
    expect([wrong.status, wrong.json]).toEqual([401, { message: 'Not authorized' }]);
    expect((await refused.post('/api/v1/security/login', { username: 'root' })).status).toBe(400);
    expect((await refused.get('/api/v1/chart/')).status).toBe(401);

    const tokens = expectOk(await script.loginJwt('root', 'secret-root'));
    expect(tokens).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String) });
    expect(expectOk(await script.get('/api/v1/me/'))).toMatchObject({ result: { username: 'root', is_active: true, is_anonymous: false } });
    expect(expectOk(await script.refresh())).toEqual({ access_token: expect.any(String) });
    expect(expectOk(await script.get('/api/v1/me/roles/'))).toMatchObject({ result: { username: 'root', roles: { Admin: expect.any(Array) }, permissions: expect.any(Object) } });
    const access = createRestClient(url);
    await access.loginJwt('root', 'secret-root');
    expect(expectOk(await access.post('/api/v1/css_template/', { template_name: 'by bearer, without CSRF', css: '' }), 201)).toMatchObject({ id: expect.any(Number) });
  });

  it('session: form, cookie, CSRF token on writes, exempt routes, logout', async () => {
    const browser = createRestClient(url);
    const signedIn = await browser.loginForm('root', 'secret-root');
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/|^http/)]);
    expect([...browser.cookies.keys()]).toContain('session');
    expect(expectOk(await browser.get('/api/v1/me/'))).toMatchObject({ result: { username: 'root' } });
    const { id: template } = expectOk(await browser.post('/api/v1/css_template/', { template_name: 'by cookie', css: 'a {}' }), 201);
    expectOk(await browser.delete(`/api/v1/css_template/${Number(template)}`));

    browser.forgetCsrf();
    const refused = await browser.post('/api/v1/css_template/', { template_name: 'x', css: '' });
    expect([refused.status, refused.json]).toEqual([400, { errors: [{ message: expect.stringContaining('CSRF token is missing'), error_type: 'GENERIC_BACKEND_ERROR', level: expect.any(String), extra: { issue_codes: [{ code: 1011, message: expect.any(String) }] } }] }]);
    expect((await browser.post('/api/v1/chart/data', { datasource: { id: 999_999, type: 'table' }, queries: [{ columns: ['x'] }] })).status).toBe(404);
    expect((await browser.form('/superset/log/?explode=events', { events: '[]' })).status).toBe(200);
    await browser.get('/logout/');
    expect((await browser.get('/api/v1/me/')).status).toBe(401);

    const wrong = createRestClient(url);
    expect((await wrong.loginForm('root', 'nope')).status).toBe(401);
    expect((await wrong.get('/api/v1/chart/')).status).toBe(401);
  });
});

describe('[contract §1, §3, §13] a script builds a dashboard', () => {
  it('database: URI, test, mask, look-ups', async () => {
    const body = { database_name: 'Script', sqlalchemy_uri: 'duckdb:///files.duckdb', expose_in_sqllab: true, extra: JSON.stringify({ allows_virtual_table_explore: true }) };
    expect(expectOk(await script.post('/api/v1/database/test_connection/', { sqlalchemy_uri: body.sqlalchemy_uri, database_name: 'Script' }))).toEqual({ message: 'OK' });
    const made = await script.post('/api/v1/database/', body);
    id['database'] = idOf(made);
    expect(made.json).toMatchObject({ result: { database_name: 'Script' } });
    expect(expectOk(await script.post('/api/v1/database/', body), 422)).toEqual({ message: { database_name: ['A database with the same name already exists.'] } });
    expect(expectOk(await script.post('/api/v1/database/', { ...body, database_name: 'Other', extra: '{' }), 400)).toMatchObject({ message: { extra: [expect.stringContaining('cannot be decoded by JSON')] } });
    expect(expectOk(await script.get(`/api/v1/database/${id['database']}`))).toMatchObject({ id: id['database'], result: { database_name: 'Script', backend: 'duckdb', expose_in_sqllab: true } });
    expect(expectOk(await script.get(`/api/v1/database/${id['database']}/schemas/`, {}))).toMatchObject({ result: expect.arrayContaining(['main']) });
    const tables = expectOk(await script.get(`/api/v1/database/${id['database']}/tables/`, { schema_name: 'main', force: true }));
    expect(tables).toMatchObject({ count: 3, result: expect.arrayContaining([{ value: 'sales', type: 'table', extra: null }, { value: 'totals', type: 'view', extra: null }]) });
    expect(expectOk(await script.get(`/api/v1/database/${id['database']}/table_metadata/?name=sales&schema=main`))).toMatchObject({ name: 'sales', columns: expect.arrayContaining([expect.objectContaining({ name: 'amount', type: expect.any(String), longType: expect.any(String) })]), selectStar: expect.stringMatching(/select/i) });
    expect(expectOk(await script.put(`/api/v1/database/${id['database']}`, { cache_timeout: 60 }))).toMatchObject({ id: id['database'], result: { cache_timeout: 60 } });
    expect(expectOk(await script.get('/api/v1/database/available/'))).toMatchObject({ databases: expect.arrayContaining([expect.objectContaining({ engine: 'duckdb', engine_information: expect.any(Object) })]) });
  });

  it('dataset: created from a table, synchronised, duplicated, looked up', async () => {
    const made = await script.post('/api/v1/dataset/', { database: id['database'], schema: 'main', table_name: 'sales' });
    id['dataset'] = idOf(made);
    expect(made.json).toMatchObject({ result: { table_name: 'sales' }, data: { uid: `${id['dataset']}__table` } });
    expect(expectOk(await script.post('/api/v1/dataset/', { database: id['database'], schema: 'main', table_name: 'sales' }), 422)).toMatchObject({ message: expect.anything() });
    expect(expectOk(await script.post('/api/v1/dataset/', { database: id['database'], schema: 'main', table_name: 'nowhere' }), 422)).toMatchObject({ message: { table_name: [expect.stringContaining('Table [nowhere] does not exist, please double check your database connection, schema, and table name')] } });
    expect(expectOk(await script.post('/api/v1/dataset/', { database: 9999, schema: 'main', table_name: 'sales' }), 422)).toEqual({ message: { database: ['Database does not exist'] } });
    const { result } = expectOk(await script.get(`/api/v1/dataset/${id['dataset']}`));
    expect(result).toMatchObject({ table_name: 'sales', kind: 'physical', database: { id: id['database'] }, metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }] });
    const metrics = [...((result?.['metrics'] ?? []) as unknown as Json[]).map((metric) => ({ id: metric['id'], metric_name: metric['metric_name'], expression: metric['expression'] })), { metric_name: 'total', expression: 'SUM(amount)' }];
    expect(expectOk(await script.put(`/api/v1/dataset/${id['dataset']}`, { description: 'by script', metrics }))).toMatchObject({ id: id['dataset'] });
    expect(expectOk(await script.get(`/api/v1/dataset/${id['dataset']}`))).toMatchObject({ result: { description: 'by script', metrics: [{ metric_name: 'count' }, { metric_name: 'total' }] } });
    expect(expectOk(await script.put(`/api/v1/dataset/${id['dataset']}/refresh`))).toEqual({ message: 'OK' });
    expect(expectOk(await script.post('/api/v1/dataset/get_or_create/', { table_name: 'sales', schema: 'main', database_id: id['database'] }))).toEqual({ result: { table_id: id['dataset'] } });
    const virtual = idOf(await script.post('/api/v1/dataset/', { database: id['database'], schema: 'main', table_name: 'north', sql: "select * from sales where region = 'north'" }));
    id['copy'] = idOf(await script.post('/api/v1/dataset/duplicate', { base_model_id: virtual, table_name: 'north copy' }));
    expect(expectOk(await script.delete('/api/v1/dataset/', [virtual, id['copy']]))).toEqual({ message: 'Deleted 2 datasets' });
    expect(expectOk(await script.put(`/api/v1/dataset/${id['dataset']}`, { nonsense: 1 }), 422)).toMatchObject({ errors: [{ error_type: 'MARSHMALLOW_ERROR' }] });
  });

  it('chart and dashboard: created, linked, listed, changed', async () => {
    const params = { viz_type: 'table', datasource: `${id['dataset']}__table`, metrics: ['count'], groupby: ['region'] };
    id['chart'] = idOf(await script.post('/api/v1/chart/', { slice_name: 'Sales by region', viz_type: 'table', datasource_id: id['dataset'], datasource_type: 'table', params: JSON.stringify(params), query_context: JSON.stringify(context()) }));
    id['second'] = idOf(await script.post('/api/v1/chart/', { slice_name: 'Another', viz_type: 'big_number_total', datasource_id: id['dataset'], datasource_type: 'table' }));
    id['dashboard'] = idOf(await script.post('/api/v1/dashboard/', { dashboard_title: 'By script', slug: 'by script!', published: true }));
    expect(expectOk(await script.put(`/api/v1/chart/${id['chart']}`, { dashboards: [id['dashboard']] }))).toMatchObject({ id: id['chart'], result: { dashboards: [id['dashboard']] } });
    const positions = {
      DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
      'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1', 'CHART-2'], parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } },
      'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'], meta: { chartId: id['chart'], width: 4, height: 50, sliceName: 'Sales by region' } },
      'CHART-2': { id: 'CHART-2', type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'], meta: { chartId: id['second'], width: 4, height: 50, sliceName: 'Another' } },
    };
    const changed = expectOk(await script.put(`/api/v1/dashboard/${id['dashboard']}`, { json_metadata: JSON.stringify({ positions, refresh_frequency: 0 }), css: '.x {}' }));
    expect(changed).toMatchObject({ id: id['dashboard'], last_modified_time: expect.any(Number) });
    const { result } = expectOk(await script.get('/api/v1/dashboard/by-script'));
    expect(result).toMatchObject({ id: id['dashboard'], slug: 'by-script', charts: expect.arrayContaining(['Sales by region', 'Another']), owners: [{ id: app.adminId }] });
    expect(JSON.parse(String(result?.['position_json']))).toMatchObject({ 'CHART-1': { meta: { uuid: expect.any(String) } } });
    expect(expectOk(await script.get(`/api/v1/dashboard/${id['dashboard']}/charts`))).toMatchObject({ result: expect.arrayContaining([expect.objectContaining({ id: id['chart'], slice_name: 'Sales by region', form_data: expect.any(Object) })]) });
    expect(expectOk(await script.get(`/api/v1/dashboard/${id['dashboard']}/datasets`))).toMatchObject({ result: [{ id: id['dataset'] }] });
    expect(expectOk(await script.post('/api/v1/dashboard/', { dashboard_title: 'x', slug: 'by-script' }), 422)).toEqual({ message: { slug: ['Must be unique'] } });
    expect(expectOk(await script.get(`/api/v1/dataset/${id['dataset']}/related_objects`))).toMatchObject({ charts: { count: 2 }, dashboards: { count: 1 } });
    expect(expectOk(await script.delete(`/api/v1/database/${id['database']}`), 422)).toEqual({ message: 'Cannot delete a database that has datasets attached' });
    const copied = expectOk(await script.post(`/api/v1/dashboard/${id['dashboard']}/copy/`, { dashboard_title: 'Copied', json_metadata: JSON.stringify({ positions }), duplicate_slices: false }));
    expectOk(await script.delete(`/api/v1/dashboard/${Number(copied['result']?.['id'])}`));
  });

  it('lists: filters, order, paging, columns, keys, _info, related, distinct, favourites', async () => {
    const whole = expectOk(await script.get('/api/v1/chart/'));
    expect(Object.keys(whole).sort()).toEqual(['count', 'description_columns', 'ids', 'label_columns', 'list_columns', 'list_title', 'order_columns', 'result']);
    expect(whole).toMatchObject({ count: 2, list_title: 'List Charts', label_columns: { slice_name: 'Slice Name' } });
    expect((whole['result'] as unknown as Json[])[0]?.['changed_on_utc']).toMatch(/\+0000$/);
    const one = expectOk(await script.get('/api/v1/chart/', { filters: [{ col: 'slice_name', opr: 'ct', value: "region" }, { col: 'owners', opr: 'rel_m_m', value: app.adminId }], order_column: 'slice_name', order_direction: 'asc', page: 0, page_size: 1, columns: ['id', 'slice_name', 'owners.id'], keys: ['none'] }));
    expect(one).toEqual({ count: 1, ids: [id['chart']], result: [{ id: id['chart'], slice_name: 'Sales by region', owners: [{ id: app.adminId }] }] });
    const paged = expectOk(await script.get('/api/v1/chart/', { order_column: 'slice_name', order_direction: 'asc', page: 1, page_size: 1, select_columns: ['slice_name'] }));
    expect(paged).toMatchObject({ count: 2, ids: [id['chart']], result: [{ slice_name: 'Sales by region' }] });
    expect(expectOk(await script.get('/api/v1/chart/?q={"page_size":1}'))).toMatchObject({ count: 2, ids: [expect.any(Number)] });
    for (const [q, message] of [
      [{ order_column: 'nope', order_direction: 'asc' }, 'Invalid order by column: nope'],
      [{ filters: [{ col: 'params', opr: 'ct', value: 'x' }] }, 'Filter column: params not allowed to filter'],
      [{ filters: [{ col: 'id', opr: 'ct', value: 'x' }] }, 'Filter operation: ct not allowed on column: id'],
    ] as const) expect(expectOk(await script.get('/api/v1/chart/', q), 400)).toEqual({ message });
    expect(expectOk(await script.get('/api/v1/chart/?q=((('), 400)).toEqual({ message: 'Not a valid rison/json argument' });
    expect(expectOk(await script.get('/api/v1/chart/', { page: 'x' }), 400)).toMatchObject({ message: expect.stringMatching(/^Not a valid rison schema /) });
    const info = expectOk(await script.get('/api/v1/chart/_info', { keys: ['permissions'] }));
    expect(info).toEqual({ permissions: expect.arrayContaining(['can_read', 'can_write', 'can_export']) });
    expect(Object.keys(expectOk(await script.get('/api/v1/chart/_info'))).sort()).toEqual(['add_columns', 'add_title', 'edit_columns', 'edit_title', 'filters', 'permissions']);
    expect(expectOk(await script.get('/api/v1/chart/related/owners', { filter: 'ROO', page: 0, page_size: 25 }))).toEqual({ count: 1, result: [{ value: app.adminId, text: 'root Test', extra: expect.objectContaining({ active: true, email: expect.any(String) }) }] });
    expect((await script.get('/api/v1/chart/related/params')).status).toBe(404);
    expect(expectOk(await script.get('/api/v1/dataset/distinct/schema', {}))).toEqual({ count: 1, result: [{ text: 'main', value: 'main' }] });
    for (const [resource, one] of [['chart', id['chart']], ['dashboard', id['dashboard']]] as const) {
      expect(expectOk(await script.post(`/api/v1/${resource}/${one}/favorites/`))).toEqual({ result: 'OK' });
      expect(expectOk(await script.get(`/api/v1/${resource}/favorite_status/`, [one]))).toEqual({ result: [{ id: one, value: true }] });
      expect(expectOk(await script.get(`/api/v1/${resource}/`, { filters: [{ col: 'id', opr: `${resource}_is_favorite`, value: true }] }))).toMatchObject({ count: 1 });
      expect(expectOk(await script.delete(`/api/v1/${resource}/${one}/favorites/`))).toEqual({ result: 'OK' });
    }
    expect(expectOk(await script.get('/api/v1/chart/999999'), 404)).toEqual({ message: 'Not found' });
    expect((await script.delete('/api/v1/chart/')).status).toBe(400);
    expect((await script.delete('/api/v1/chart/', [id['chart'], 999_999])).status).toBe(404);
  });

  it('chart data: JSON, CSV, XLSX, saved context, refusals', async () => {
    const [item] = expectOk(await script.post('/api/v1/chart/data', context()))['result'] as unknown as Json[];
    expect(item).toMatchObject({
      data: expect.arrayContaining([{ region: 'north', count: 1 }, { region: null, count: 1 }]), colnames: ['region', 'count'], indexnames: [0, 1, 2], coltypes: [1, 0], rowcount: 3, sql_rowcount: 3, status: 'success', error: null, stacktrace: null,
      query: expect.stringMatching(/SELECT[\s\S]*;/), is_cached: expect.anything(), cache_key: expect.any(String), applied_filters: [], rejected_filters: [], from_dttm: null, to_dttm: null, result_format: 'json', label_map: { region: ['region'], count: ['count'] },
    });
    const [again] = expectOk(await script.post('/api/v1/chart/data', context()))['result'] as unknown as Json[];
    expect(again).toMatchObject({ is_cached: true, cached_dttm: expect.stringMatching(ISO) });
    const results = expectOk(await script.post('/api/v1/chart/data', context({ result_type: 'results' })))['result'] as unknown as Json[];
    expect(Object.keys(results[0] ?? {}).sort()).toEqual(expect.arrayContaining(['colnames', 'coltypes', 'data', 'rowcount', 'sql_rowcount']));
    expect(expectOk(await script.post('/api/v1/chart/data', context({ result_type: 'query' })))).toMatchObject({ result: [{ language: 'sql', query: expect.stringContaining('SELECT') }] });
    expect(expectOk(await script.post('/api/v1/chart/data', context({ result_type: 'columns' })))).toMatchObject({ result: [{ data: expect.arrayContaining([expect.objectContaining({ column_name: 'day', dtype: 2 })]) }] });
    const ranged = expectOk(await script.post('/api/v1/chart/data', context({}, { filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-02-15' }, { col: 'gone', op: '==', val: 1 }] })));
    expect(ranged).toMatchObject({ result: [{ rowcount: 2, from_dttm: Date.UTC(2024, 0, 1), to_dttm: Date.UTC(2024, 1, 15), applied_filters: [{ column: 'day' }], rejected_filters: [{ column: 'gone', reason: 'not_in_datasource' }] }] });

    const csv = await script.post('/api/v1/chart/data', context({ result_format: 'csv' }));
    expect([csv.status, csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([200, 'text/csv; charset=utf-8-sig', expect.stringMatching(/^attachment; filename="?[\w.-]+\.csv"?/)]);
    expect(csv.text.replace(/^\uFEFF/, '').split(/\r?\n/).slice(0, 1)).toEqual(['region,COUNT(*)']);
    const xlsx = await script.form('/api/v1/chart/data', { form_data: JSON.stringify(context({ result_format: 'xlsx' })) });
    expect([xlsx.status, xlsx.headers.get('content-type')]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
    expect(await readZipNames(xlsx.bytes)).toContain('xl/workbook.xml');
    const two = await script.post('/api/v1/chart/data', { datasource: { id: id['dataset'], type: 'table' }, result_format: 'csv', queries: [{ metrics: ['count'] }, { columns: ['region'] }] });
    expect(await readZipNames(two.bytes)).toEqual(['query_1.csv', 'query_2.csv']);

    expect(expectOk(await script.get(`/api/v1/chart/${id['chart']}/data/?format=json&type=full`))).toMatchObject({ result: [{ rowcount: 3 }] });
    expect(expectOk(await script.get(`/api/v1/chart/${id['second']}/data/`), 400)).toEqual({ message: 'Chart has no query context saved. Please save the chart again.' });
    const refusals: readonly (readonly [object, number, unknown])[] = [
      [context({ x: 1 }), 400, { message: "Request is incorrect: {'x': ['Unknown field.']}" }],
      [context({}, { columns: ['missing'] }), 400, { message: expect.stringContaining("Columns missing in dataset: ['missing']") }],
      [context({}, { columns: [], metrics: [] }), 400, { message: expect.stringContaining('Empty query?') }],
      [context({}, { metrics: ['nope'] }), 400, { message: expect.stringContaining("Metric 'nope' does not exist") }],
      [context({}, { filters: [{ col: 'region', op: 'REGEX', val: 'x' }] }), 400, { message: expect.any(String) }],
      [{ ...context(), datasource: { id: 999_999, type: 'table' } }, 404, { message: 'Not found' }],
    ];
    for (const [body, status, answer] of refusals) expect(expectOk(await script.post('/api/v1/chart/data', body), status)).toEqual(answer);
    expect(expectOk(await script.get('/api/v1/time_range/', '2024-01-01 : 2024-02-01'))).toMatchObject({ result: [{ since: '2024-01-01T00:00:00', until: '2024-02-01T00:00:00', timeRange: '2024-01-01 : 2024-02-01' }] });
    expect(expectOk(await script.get(`/api/v1/datasource/table/${id['dataset']}/column/region/values/`))).toMatchObject({ result: expect.arrayContaining(['north', 'south', null]) });
    expect(expectOk(await script.post(`/datasource/samples?datasource_type=table&datasource_id=${id['dataset']}&page=1&per_page=2`, {}))).toMatchObject({ result: { page: 1, per_page: 2, total_count: 3, data: [{}, {}] } });
  });

  it('state: form data, permalinks, filter state, explore', async () => {
    const form = { datasource_id: id['dataset'], datasource_type: 'table', chart_id: id['chart'], form_data: '{"viz_type":"table","a":1}' };
    const { key } = expectOk(await script.post('/api/v1/explore/form_data?tab_id=1', form), 201);
    expect(expectOk(await script.get(`/api/v1/explore/form_data/${String(key)}`))).toEqual({ form_data: form.form_data });
    expect(expectOk(await script.put(`/api/v1/explore/form_data/${String(key)}?tab_id=1`, { ...form, form_data: '{"a":2}' }))).toEqual({ key });
    expect(expectOk(await script.get(`/api/v1/explore/?form_data_key=${String(key)}&slice_id=${id['chart']}`))).toMatchObject({ result: { form_data: { a: 2, datasource: `${id['dataset']}__table`, slice_id: id['chart'] }, dataset: { id: id['dataset'] }, slice: { slice_id: id['chart'] }, metadata: expect.any(Object) } });
    expect(expectOk(await script.delete(`/api/v1/explore/form_data/${String(key)}`))).toEqual({ message: 'Deleted successfully' });
    expect((await script.get(`/api/v1/explore/form_data/${String(key)}`)).status).toBe(404);
    const link = expectOk(await script.post('/api/v1/explore/permalink', { formData: { datasource: `${id['dataset']}__table`, viz_type: 'table' }, urlParams: [['a', 'b']] }), 201);
    expect(link).toEqual({ key: expect.any(String), url: `${url}/superset/explore/p/${String(link['key'])}/` });
    expect(expectOk(await script.get(`/api/v1/explore/permalink/${String(link['key'])}`))).toMatchObject({ state: { formData: { viz_type: 'table' }, urlParams: [['a', 'b']] } });

    const state = { dataMask: { 'NATIVE_FILTER-1': { id: 'NATIVE_FILTER-1' } }, urlParams: [['x', 'y']], anchor: 'TAB-1' };
    const board = expectOk(await script.post(`/api/v1/dashboard/${id['dashboard']}/permalink`, state), 201);
    expect(board).toEqual({ key: expect.any(String), url: `${url}/superset/dashboard/p/${String(board['key'])}/` });
    expect(expectOk(await script.post(`/api/v1/dashboard/${id['dashboard']}/permalink`, state), 201)).toEqual(board);
    expect(expectOk(await script.get(`/api/v1/dashboard/permalink/${String(board['key'])}`))).toMatchObject({ dashboardId: String(id['dashboard']), state });
    expect((await script.get('/api/v1/dashboard/permalink/nonexistent1')).status).toBe(404);
    const filter = expectOk(await script.post(`/api/v1/dashboard/${id['dashboard']}/filter_state?tab_id=1`, { value: '{"a":1}' }), 201);
    const path = `/api/v1/dashboard/${id['dashboard']}/filter_state/${String(filter['key'])}`;
    expect(expectOk(await script.get(path))).toEqual({ value: '{"a":1}' });
    expect(expectOk(await script.put(`${path}?tab_id=1`, { value: '{"a":2}' }))).toEqual({ key: filter['key'] });
    expect(expectOk(await script.delete(path))).toMatchObject({ message: expect.any(String) });
    expect((await script.get(path)).status).toBe(404);
  });

  it('small resources: saved query, CSS template, annotations, row-level security, log', async () => {
    const saved = idOf(await script.post('/api/v1/saved_query/', { db_id: id['database'], label: 'Q', schema: 'main', sql: 'select 1' }));
    expect(expectOk(await script.get(`/api/v1/saved_query/${saved}`))).toMatchObject({ id: saved, result: { label: 'Q', sql: 'select 1', database: { id: id['database'] } } });
    expect(expectOk(await script.post('/api/v1/saved_query/', { nonsense: 1 }), 422)).toMatchObject({ message: { nonsense: ['Unknown field.'] } });
    expect(expectOk(await script.delete('/api/v1/saved_query/', [saved]))).toEqual({ message: 'Deleted 1 saved query' });
    const css = idOf(await script.post('/api/v1/css_template/', { template_name: 'Night', css: 'a {}' }));
    expect(expectOk(await script.put(`/api/v1/css_template/${css}`, { css: 'b {}' }))).toEqual({ id: css, result: { css: 'b {}' } });
    expect(expectOk(await script.delete('/api/v1/css_template/', [css]))).toEqual({ message: 'Deleted 1 css template' });
    const theme = idOf(await script.post('/api/v1/theme/', { theme_name: "It's (a) theme, 100%!", json_data: '{"token":{}}' }));
    expect(expectOk(await script.get('/api/v1/theme/', { filters: [{ col: 'theme_name', opr: 'eq', value: "It's (a) theme, 100%!" }], columns: ['theme_name'] }))).toMatchObject({ count: 1, ids: [theme], result: [{ theme_name: "It's (a) theme, 100%!" }] });
    const themes = await script.get('/api/v1/theme/export/', [theme]);
    expect([themes.status, themes.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(expectOk(await script.delete(`/api/v1/theme/${theme}`))).toEqual({ message: 'OK' });
    expect(expectOk(await script.form('/api/v1/theme/import/', { formData: new File([new Uint8Array(themes.bytes)], 'themes.zip', { type: 'application/zip' }) }))).toEqual({ message: 'OK' });
    expect(expectOk(await script.get('/api/v1/theme/', { filters: [{ col: 'theme_name', opr: 'ct', value: 'theme, 100%' }] }))).toMatchObject({ count: 1 });
    expect(expectOk(await script.post('/api/v1/tag/', { name: 'quarterly', objects_to_tag: [['chart', id['chart']]] }), 201)).toEqual({});
    expect(expectOk(await script.get('/api/v1/chart/', { filters: [{ col: 'tags', opr: 'chart_tags', value: 'quarter' }] }))).toMatchObject({ count: 1, ids: [id['chart']] });
    expect(expectOk(await script.delete('/api/v1/tag/', ['quarterly']))).toMatchObject({ message: expect.stringMatching(/^Deleted 1 tag/) });
    const layer = idOf(await script.post('/api/v1/annotation_layer/', { name: 'Releases' }));
    const annotation = idOf(await script.post(`/api/v1/annotation_layer/${layer}/annotation/`, { short_descr: 'v1', start_dttm: '2024-01-10T00:00:00', end_dttm: '2024-01-11T00:00:00' }));
    expect(expectOk(await script.get(`/api/v1/annotation_layer/${layer}/annotation/`))).toMatchObject({ count: 1, ids: [annotation] });
    const native = { name: 'L', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer, show: true, showMarkers: false };
    expect(expectOk(await script.post('/api/v1/chart/data', context({}, { annotation_layers: [native] })))).toMatchObject({ result: [{ annotation_data: { L: { records: [{ short_descr: 'v1' }] } } }] });
    expect(expectOk(await script.delete(`/api/v1/annotation_layer/${layer}`), 422)).toEqual({ message: 'Annotation layer has associated annotations.' });

    const role = Number((expectOk(await script.get('/api/v1/security/roles/', { filters: [{ col: 'name', opr: 'eq', value: 'Gamma' }] }))['ids'] as unknown as number[])[0]);
    const rule = { name: 'North only', filter_type: 'Regular', tables: [id['dataset']], roles: [role], clause: "region = 'north'" };
    const rls = idOf(await script.post('/api/v1/rowlevelsecurity/', rule));
    expect(expectOk(await script.get(`/api/v1/rowlevelsecurity/${rls}`))).toMatchObject({ result: { name: 'North only', clause: rule.clause, tables: [{ id: id['dataset'] }], roles: [{ id: role, name: 'Gamma' }] } });
    expect(expectOk(await script.get('/api/v1/rowlevelsecurity/related/tables', {}))).toMatchObject({ count: expect.any(Number) });
    expect((await script.post('/api/v1/rowlevelsecurity/', { ...rule, name: 'x', tables: [999_999] })).status).toBe(422);
    expect(expectOk(await script.delete('/api/v1/rowlevelsecurity/', [rls]))).toMatchObject({ message: expect.stringContaining('Deleted 1') });
    expect(expectOk(await script.get('/api/v1/log/', { page_size: 5 }))).toMatchObject({ count: expect.any(Number), result: expect.any(Array) });
    expect(expectOk(await script.get('/api/v1/log/recent_activity/', { page: 0, page_size: 6 }))).toMatchObject({ result: expect.any(Array) });
    for (const path of ['menu/', 'available_domains/', 'advanced_data_type/types', 'tag/', 'theme/', 'query/', 'security/users/', 'security/groups/', 'security/permissions/', '_openapi']) expectOk(await script.get(`/api/v1/${path}`));
  });

  it('guest token: granted by the script, spent by an embedded page', async () => {
    const embedded = expectOk(await script.post(`/api/v1/dashboard/${id['dashboard']}/embedded`, { allowed_domains: [] }));
    const uuid = String(embedded['result']?.['uuid']);
    const { token } = expectOk(await script.post('/api/v1/security/guest_token/', { user: { username: 'visitor', first_name: 'V', last_name: 'W' }, resources: [{ type: 'dashboard', id: uuid }], rls: [{ clause: "region = 'south'" }] }));
    expect(JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ type: 'guest', user: { username: 'visitor' }, resources: [{ type: 'dashboard', id: uuid }], rls_rules: [{ clause: "region = 'south'" }], aud: expect.anything(), exp: expect.any(Number), iat: expect.any(Number) });
    expect((await script.post('/api/v1/security/guest_token/', { user: { username: 'v' }, resources: [{ type: 'dashboard', id: 'nope' }], rls: [] })).status).toBe(400);
    const page = createRestClient(url);
    page.useGuestToken(String(token));
    const { result } = expectOk(await page.get(`/api/v1/dashboard/${id['dashboard']}`));
    expect(result).toMatchObject({ id: id['dashboard'], dashboard_title: 'By script' });
    for (const key of ['owners', 'changed_by', 'changed_by_name']) expect(result).not.toHaveProperty(key);
    expect(expectOk(await page.get('/api/v1/me/roles/'))).toMatchObject({ result: { username: 'visitor', isAnonymous: false } });
    const asked = expectOk(await page.post('/api/v1/chart/data', context({ form_data: { slice_id: id['chart'], dashboardId: id['dashboard'] } })));
    expect(asked).toMatchObject({ result: [{ data: [{ region: 'south', count: 1 }] }] });
    expect(expectOk(await page.post('/api/v1/chart/data', context({ form_data: { slice_id: id['chart'], dashboardId: id['dashboard'] } }, { metrics: ['total'] })), 403)).toMatchObject(expect.anything());
    expect(expectOk(await page.post('/api/v1/chart/data', context()), 403)).toMatchObject(expect.anything());
    const { key } = expectOk(await page.post(`/api/v1/dashboard/${id['dashboard']}/filter_state?tab_id=1`, { value: '{"x":1}' }), 201);
    expect(expectOk(await page.get(`/api/v1/dashboard/${id['dashboard']}/filter_state/${String(key)}`))).toEqual({ value: '{"x":1}' });
    expect((await script.get(`/api/v1/dashboard/${id['dashboard']}/filter_state/${String(key)}`)).status).toBe(403);
    expect((await page.get('/api/v1/security/users/')).status).toBe(403);
    expect(expectOk(await script.delete(`/api/v1/dashboard/${id['dashboard']}/embedded`))).toEqual({ message: 'OK' });
  });

  it('export and import: the ZIP goes out, the dashboard away, and comes back', async () => {
    const exported = await script.get('/api/v1/dashboard/export/?token=abc', [id['dashboard']]);
    expect([exported.status, exported.headers.get('content-type'), exported.headers.get('content-disposition')]).toEqual([200, 'application/zip', expect.stringMatching(/filename="?dashboard_export_\d{8}T\d{6}\.zip"?/)]);
    expect(script.cookies.get('abc')).toBe('done');
    const names = (await readZipNames(exported.bytes)).map((name) => name.split('/').slice(1).join('/'));
    expect(names).toEqual(expect.arrayContaining(['metadata.yaml', 'databases/Script.yaml', expect.stringMatching(/^datasets\/Script\/sales_\d+\.yaml$/), expect.stringMatching(/^charts\/Sales_by_region_\d+\.yaml$/), expect.stringMatching(/^dashboards\/By_script_\d+\.yaml$/)]));
    expect((await script.get('/api/v1/dashboard/export/', [999_999])).status).toBe(404);
    const uuid = String(expectOk(await script.get(`/api/v1/dashboard/${id['dashboard']}`))['result']?.['uuid']);
    expect(expectOk(await script.delete('/api/v1/dashboard/', [id['dashboard']]))).toEqual({ message: 'Deleted 1 dashboard' });
    expect(expectOk(await script.delete('/api/v1/chart/', [id['chart'], id['second']]))).toEqual({ message: 'Deleted 2 charts' });
    const file = new File([new Uint8Array(exported.bytes)], 'dashboard.zip', { type: 'application/zip' });
    expect(expectOk(await script.form('/api/v1/dashboard/import/', { formData: file, overwrite: 'true', passwords: '{}' }))).toMatchObject({ message: 'OK' });
    const { result } = expectOk(await script.get(`/api/v1/dashboard/${uuid}`));
    expect(result).toMatchObject({ dashboard_title: 'By script', slug: 'by-script', charts: expect.arrayContaining(['Sales by region', 'Another']) });
    const again = await script.form('/api/v1/dashboard/import/', { formData: file });
    expect(expectOk(again, 422)).toMatchObject({ errors: [{ error_type: 'GENERIC_COMMAND_ERROR', extra: expect.any(Object) }] });
    expect(again.text).toContain('already exists and `overwrite=true` was not passed');
    expect(expectOk(await script.form('/api/v1/dashboard/import/', { x: 'y' }), 400)).toMatchObject({ message: expect.any(String) });
    const [chart] = (expectOk(await script.get('/api/v1/chart/', { filters: [{ col: 'slice_name', opr: 'eq', value: 'Sales by region' }] }))['ids'] as unknown as number[]);
    expect(expectOk(await script.get(`/api/v1/chart/${chart}/data/`))).toMatchObject({ result: [{ rowcount: 3, status: 'success' }] });
  });
});
