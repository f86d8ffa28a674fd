import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let database: number;
let id: number;
let virtual: number;

interface Column {
  readonly id: number;
  readonly column_name: string;
  readonly [key: string]: unknown;
}

const put = (json: unknown, query = '') => app.admin.request('PUT', `/api/v1/dataset/${id}${query}`, { json });
const post = (path: string, json: unknown) => app.admin.request('POST', `/api/v1/dataset/${path}`, { json });
const shown = async (path = '') => ((await app.admin.get(`/api/v1/dataset/${id}${path}`)).json as { result: { columns: Column[]; metrics: Column[]; [key: string]: unknown } }).result;
const first = ({ json }: { json: unknown }) => (json as { errors: Record<string, unknown>[] }).errors[0];

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'data/sql'] });
  database = await addSalesDatabase(app);
  id = await addDataset(app, database, 'sales');
  virtual = ((await post('', { database, table_name: 'by region', sql: 'SELECT region, sum(amount) AS total FROM sales GROUP BY region' })).json as { id: number }).id;
}, 60_000);
afterAll(() => app.close());

describe('[API-03] dataset', () => {
  it('[ERR-35] refuses bodies with MARSHMALLOW_ERROR', async () => {
    const payload = { offset: 'x', columns: [{ is_dttm: true }] };
    const answer = await put(payload);
    expect([answer.status, first(answer)]).toMatchObject([422, { error_type: 'MARSHMALLOW_ERROR', level: 'error', extra: { messages: { offset: ['Not a valid integer.'], columns: { 0: { column_name: ['Missing data for required field.'] } } }, payload } }]);
  });

  it('refuses names that are there already, ids that are not, and pages of others', async () => {
    expect(await put({ columns: [{ column_name: 'region' }] })).toMatchObject({ status: 422, json: { message: { columns: ['One or more columns already exist'] } } });
    expect(await put({ metrics: [{ metric_name: 'count', expression: '1' }] })).toMatchObject({ status: 422, json: { message: { metrics: ['One or more metrics already exist'] } } });
    expect(await put({ metrics: [{ id: 999, metric_name: 'm', expression: '1' }] })).toMatchObject({ status: 422, json: { message: { metrics: ['One or more metrics do not exist'] } } });
    expect(await put({ default_endpoint: 'https://evil.example/x' })).toMatchObject({ status: 422, json: { message: { default_endpoint: [expect.stringContaining('not considered safe')] } } });
  });

  it('shows extra, times and people, and only the columns asked for', async () => {
    const { columns } = await shown();
    expect(columns[0]).toMatchObject({ extra: null, created_on: expect.stringMatching(/^\d{4}-/), is_active: true });
    expect(await shown()).toMatchObject({ created_by: { first_name: 'root' }, changed_by: { first_name: 'root' }, metrics: [{ metric_type: 'count' }] });
    const { json } = await app.admin.get(withQ(`/api/v1/dataset/${id}`, { columns: ['table_name', 'owners.id', 'columns.column_name'] }));
    expect(json).toMatchObject({ result: { table_name: 'sales', owners: [{ id: app.adminId }] } });
    expect(Object.keys((json as { result: object }).result).sort()).toEqual(['columns', 'owners', 'table_name']);
    expect(Object.keys((json as { result: { columns: object[] } }).result.columns[0]!)).toEqual(['column_name']);
    expect(await shown('?include_rendered_sql=true')).toMatchObject({ rendered_sql: null });
    expect((await app.admin.get(`/api/v1/dataset/${virtual}?include_rendered_sql=true`)).json).toMatchObject({ result: { rendered_sql: expect.stringContaining('SELECT region') } });
  });

  it('two columns may swap their names; override_columns wipes and reads again', async () => {
    const { columns } = await shown();
    const renamed: Readonly<Record<string, string>> = { amount: 'rate', rate: 'amount' };
    await put({ columns: columns.map((column) => ({ id: column.id, column_name: renamed[column.column_name] ?? column.column_name })) });
    const swapped = (await shown()).columns;
    expect(swapped.find(({ column_name }) => column_name === 'rate')?.id).toBe(columns.find(({ column_name }) => column_name === 'amount')?.id);
    expect((await put({ columns: [{ column_name: 'region', verbose_name: 'Region' }, { column_name: 'twice', expression: 'amount * 2' }] }, '?override_columns=true')).status).toBe(200);
    const after = (await shown()).columns;
    expect(after.map(({ column_name }) => column_name).sort()).toEqual(['amount', 'day', 'is_new', 'rate', 'region', 'twice']);
    expect(after.find(({ column_name }) => column_name === 'region')).toMatchObject({ verbose_name: 'Region' });
  });

  it('duplicates virtual datasets only', async () => {
    const copy = await post('duplicate', { base_model_id: virtual, table_name: 'copy' });
    expect(copy).toMatchObject({ status: 201, json: { id: expect.any(Number), result: { base_model_id: virtual, table_name: 'copy' } } });
    expect((await app.admin.get(`/api/v1/dataset/${(copy.json as { id: number }).id}`)).json).toMatchObject({ result: { kind: 'virtual', columns: [{ column_name: 'region' }, { column_name: 'total' }], metrics: [{ metric_name: 'count' }] } });
    expect(await post('duplicate', { base_model_id: virtual, table_name: 'copy' })).toMatchObject({ status: 422, json: { message: { table_name: ['Dataset copy already exists'] } } });
    expect((await post('duplicate', { base_model_id: id, table_name: 'other' })).status).toBe(422);
    expect((await post('duplicate', { base_model_id: 999, table_name: 'other' })).status).toBe(404);
  });

  it('answers drill_info and related objects', async () => {
    const chart = await addChart(app, id, 'Sales');
    await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Board', json_metadata: JSON.stringify({ positions: { 'CHART-1': { id: 'CHART-1', type: 'CHART', meta: { chartId: chart } } } }) } });
    expect((await app.admin.get(`/api/v1/dataset/${id}/related_objects`)).json).toMatchObject({ charts: { count: 1, result: [{ id: chart, slice_name: 'Sales', viz_type: 'table' }] }, dashboards: { count: 1, result: [{ slug: null, title: 'Board' }] } });
    const { json } = await app.admin.get(`/api/v1/dataset/${id}/drill_info/`);
    expect(json).toMatchObject({ result: { id, table_name: 'sales', owners: [{ first_name: 'root', last_name: 'Test' }], created_by: { first_name: 'root' }, created_on_humanized: expect.any(String) } });
    expect((json as { result: { columns: unknown[] } }).result.columns).toContainEqual({ column_name: 'region', verbose_name: 'Region' });
    const { client } = await app.signedIn('gamma', 'Gamma');
    expect((await client.get(`/api/v1/dataset/${id}/drill_info/`)).status).toBe(403);
    expect((await client.get(`/api/v1/dataset/${id}/related_objects`)).status).toBe(403);
  });

  it('[API-08] serves the editor views, with errors of their own shape', async () => {
    const metadata = (await app.admin.get(`/datasource/external_metadata/table/${id}/`)).json as unknown[];
    expect(metadata[0]).toEqual({ column_name: 'day', name: 'day', type: 'TIMESTAMP', type_generic: 2, is_dttm: true, comment: null });
    const byName = (q: unknown) => app.admin.get(withQ('/datasource/external_metadata_by_name/', q));
    expect((await byName({ datasource_type: 'table', database_name: 'Sales', schema_name: 'main', table_name: 'regions' })).json).toMatchObject([{ column_name: 'id' }, { column_name: 'name' }]);
    expect(await byName({ datasource_type: 'table', database_name: 'Sales', schema_name: 'main', table_name: 'gone' })).toMatchObject({ status: 404, json: { error: expect.any(String) } });
    expect((await app.admin.get('/datasource/get/table/999/')).json).toEqual({ error: 'Datasource does not exist' });
    expect((await app.admin.get(`/superset/fetch_datasource_metadata?datasourceKey=${id}__table`)).json).toMatchObject({ id, database: { engine_information: { disable_ssh_tunneling: true }, parameters_schema: { type: 'object' } } });
    const save = (data: unknown) => app.admin.request('POST', '/datasource/save/', { form: { data: JSON.stringify(data) } });
    const columns = (await shown()).columns.map(({ column_name }) => ({ column_name }));
    expect(await save({ id, type: 'table', columns: [...columns, { column_name: 'day' }] })).toMatchObject({ status: 409, json: { error: 'Duplicate column name(s): day' } });
    expect(await save({ id, type: 'table', description: 'Saved', columns: [...columns, { column_name: 'half', expression: 'amount / 2' }] })).toMatchObject({ status: 200, json: { id, description: 'Saved' } });
    expect((await shown()).columns).toHaveLength(7);
  });
});

describe('warming up', () => {
  it('[contract §1.1] runs saved queries, and says why one cannot', async () => {
    const context = { datasource: { id, type: 'table' }, queries: [{ columns: ['region'], metrics: ['count'] }], result_type: 'full', result_format: 'json' };
    const chart = await addChart(app, id, 'Warm', { query_context: JSON.stringify(context) });
    const warm = (resource: string, json: unknown) => app.admin.request('PUT', `/api/v1/${resource}/warm_up_cache`, { json });
    expect(await warm('chart', { chart_id: chart, extra_filters: '[{"col":"region","op":"==","val":"north"}]' })).toMatchObject({ status: 200, json: { result: [{ chart_id: chart, viz_error: null, viz_status: 'success' }] } });
    expect(await warm('chart', { chart_id: chart, extra_filters: '[{"col":"gone","op":"nonsense","val":1}]' })).toMatchObject({ json: { result: [{ viz_error: expect.any(String), viz_status: null }] } });
    expect(await warm('chart', { chart_id: 999 })).toMatchObject({ status: 404, json: { message: 'Chart not found' } });
    expect(await warm('chart', {})).toMatchObject({ status: 400, json: { message: { chart_id: ['Missing data for required field.'] } } });
    const { json } = await warm('dataset', { db_name: 'Sales', table_name: 'sales' });
    expect(json).toMatchObject({ result: expect.arrayContaining([{ chart_id: chart, viz_error: null, viz_status: 'success' }, { chart_id: expect.any(Number), viz_error: "Chart's query context does not exist", viz_status: null }]) });
    expect((await warm('dataset', { db_name: 'Sales', table_name: 'gone' })).status).toBe(404);
  });
});

describe('[contract §1.5] validate_sql', () => {
  it('names the place of an error when SQL can be read', async () => {
    const validate = async (text: string) => ((await app.admin.request('POST', `/api/v1/database/${database}/validate_sql/`, { json: { sql: text } })).json as { result: unknown[] }).result;
    expect(await validate('SELECT region FROM sales')).toEqual([]);
    expect(await validate('SELECT region FROM FROM')).toMatchObject([{ line_number: expect.any(Number), start_column: expect.any(Number), end_column: expect.any(Number), message: expect.any(String) }]);
  });
});

describe('[contract §1.2] explore', () => {
  it('leads to the page of a dataset that has one, unless a chart is asked for', async () => {
    expect((await put({ default_endpoint: '/superset/dashboard/1/' })).status).toBe(200);
    expect(await app.admin.get(`/api/v1/explore/?datasource_id=${id}&datasource_type=table`)).toMatchObject({ status: 302, json: { redirect: '/superset/dashboard/1/' } });
    expect((await app.admin.get(`/api/v1/explore/?datasource_id=${id}&datasource_type=table&viz_type=table`)).status).toBe(200);
  });
});
