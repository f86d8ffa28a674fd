import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from '@orrery/sdk';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let database: number;
let id: number;

const post = (json: unknown) => app.admin.request('POST', '/api/v1/dataset/', { json });
const put = (json: unknown) => app.admin.request('PUT', `/api/v1/dataset/${id}`, { json });
const shown = async () => ((await app.admin.get(`/api/v1/dataset/${id}`)).json as { result: Dataset & { kind: string } }).result;

beforeAll(async () => {
  app = await startApp({ more: ['data/sql', 'data/query'] });
  database = await addSalesDatabase(app);
  id = await addDataset(app, database, 'sales');
}, 60_000);
afterAll(() => app.close());

describe('[contract §1.3] dataset', () => {
  it('is created with the columns of the table and the metric count', async () => {
    const { columns, metrics, main_dttm_col, owners, kind, uid } = await shown();
    expect(columns.map(({ column_name, type_generic, is_dttm }) => [column_name, type_generic, is_dttm])).toEqual([
      ['day', 2, true],
      ['region', 1, false],
      ['amount', 0, false],
      ['rate', 0, false],
      ['is_new', 3, false],
    ]);
    expect(metrics).toMatchObject([{ metric_name: 'count', expression: 'COUNT(*)' }]);
    expect([main_dttm_col, kind, uid]).toEqual(['day', 'physical', `${id}__table`]);
    expect(owners).toEqual([{ id: app.adminId, first_name: 'root', last_name: 'Test' }]);
  });

  it('answers the dataset object with the creation', async () => {
    const { status, json } = await post({ database, schema: 'main', table_name: 'regions' });
    expect(status).toBe(201);
    expect(json).toMatchObject({ id: expect.any(Number), result: { table_name: 'regions' }, data: { name: 'main.regions', type: 'table', verbose_map: { id: 'id', __timestamp: 'Time' } } });
  });

  it('refuses what is not there, what is there already and unknown databases', async () => {
    expect(await post({ database, schema: 'main', table_name: 'gone' })).toMatchObject({ status: 422, json: { message: { table_name: [expect.stringContaining('Table [gone] does not exist')] } } });
    expect(await post({ database, schema: 'main', table_name: 'sales' })).toMatchObject({ status: 422, json: { message: { table_name: ['Dataset main.sales already exists'] } } });
    expect(await post({ database: 999, table_name: 'sales' })).toMatchObject({ status: 422, json: { message: { database: ['Database does not exist'] } } });
    expect(await post({ table_name: 'sales' })).toMatchObject({ status: 400, json: { message: { database: ['Missing data for required field.'] } } });
    expect(await post({ database, schema: 'main', table_name: 'x', owners: [999] })).toMatchObject({ status: 422, json: { message: { owners: ['Owners are invalid'] } } });
  });

  it('is made of a query as well, and only of a query', async () => {
    const { status, json } = await post({ database, table_name: 'by region', sql: 'SELECT region, sum(amount) AS total FROM sales GROUP BY region' });
    expect([status, (json as { data: Dataset }).data.columns.map(({ column_name }) => column_name)]).toEqual([201, ['region', 'total']]);
    expect((await post({ database, table_name: 'evil', sql: 'DROP TABLE sales' })).status).toBe(422);
  });

  it('[contract §1.2.1] describes grains, order choices, temporal columns and formats', async () => {
    await put({ metrics: [{ id: (await shown()).metrics[0]?.id, metric_name: 'count', expression: 'COUNT(*)' }, { metric_name: 'revenue', expression: 'SUM(amount)', d3format: '$,.2f', verbose_name: 'Revenue', currency: { symbol: 'EUR', symbolPosition: 'suffix' } }] });
    const dataset = (await app.admin.get(`/datasource/get/table/${id}/`)).json as Dataset;
    expect(dataset.time_grain_sqla).toContainEqual(['P1D', 'Day']);
    expect(dataset.granularity_sqla).toEqual([['day', 'day']]);
    expect(dataset.order_by_choices).toContainEqual(['["amount", true]'.replace(', ', ','), 'amount [asc]']);
    expect(dataset.column_formats).toEqual({ revenue: '$,.2f' });
    expect(dataset.verbose_map).toMatchObject({ revenue: 'Revenue', region: 'region' });
    expect(dataset.metrics[1]).toMatchObject({ currency: { symbol: 'EUR', symbolPosition: 'suffix' } });
    expect(dataset['owners']).toEqual([{ id: app.adminId, username: 'root', first_name: 'root', last_name: 'Test' }]);
  });

  it('synchronises columns: id updates, none creates, missing is deleted', async () => {
    const { columns } = await shown();
    const kept = columns.filter(({ column_name }) => column_name !== 'rate');
    const answer = await put({ columns: [...kept.map((column) => ({ id: column.id, column_name: column.column_name, verbose_name: column.column_name.toUpperCase() })), { column_name: 'double', expression: 'amount * 2', type: 'INTEGER' }] });
    expect(answer.status).toBe(200);
    const after = (await shown()).columns;
    expect(after.map(({ column_name }) => column_name)).toEqual(['day', 'region', 'amount', 'is_new', 'double']);
    expect(after.find(({ column_name }) => column_name === 'day')).toMatchObject({ verbose_name: 'DAY', is_dttm: true, type: 'TIMESTAMP' });
    expect(await put({ columns: [{ column_name: 'a' }, { column_name: 'a' }] })).toMatchObject({ status: 422, json: { message: { columns: ['One or more columns are duplicated'] } } });
    expect(await put({ columns: [{ id: 9999, column_name: 'a' }] })).toMatchObject({ status: 422, json: { message: { columns: ['One or more columns do not exist'] } } });
    expect((await shown()).columns).toHaveLength(5);
  });

  it('refresh brings vanished columns back and keeps calculated ones', async () => {
    expect(await app.admin.request('PUT', `/api/v1/dataset/${id}/refresh`)).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect((await shown()).columns.map(({ column_name }) => column_name).sort()).toEqual(['amount', 'day', 'double', 'is_new', 'rate', 'region']);
  });

  it('answers the distinct values of a column, NULL included', async () => {
    const values = (name: string) => app.admin.get(`/api/v1/datasource/table/${id}/column/${name}/values/`);
    expect(new Set(((await values('region')).json as { result: unknown[] }).result)).toEqual(new Set(['north', 'south', null]));
    expect(new Set(((await values('double')).json as { result: unknown[] }).result)).toEqual(new Set([20, 40, 60]));
    expect(await values('gone')).toMatchObject({ status: 400, json: { message: 'Unable to get column values for column: gone' } });
    expect((await app.admin.get(`/api/v1/datasource/nonsense/${id}/column/region/values/`)).status).toBe(400);
  });

  it('[contract §2.4] lists with its own operators and distinct schemas', async () => {
    const count = async (filters: unknown[]) => ((await app.admin.get(withQ('/api/v1/dataset/', { filters }))).json as { count: number }).count;
    expect(await count([{ col: 'sql', opr: 'dataset_is_null_or_empty', value: true }])).toBe(2);
    expect(await count([{ col: 'sql', opr: 'dataset_is_null_or_empty', value: false }])).toBe(1);
    expect(await count([{ col: 'database', opr: 'rel_o_m', value: database }])).toBe(3);
    expect((await app.admin.get('/api/v1/dataset/distinct/schema')).json).toMatchObject({ result: expect.arrayContaining([{ text: 'main', value: 'main' }]) });
    const { json } = await app.admin.get(withQ('/api/v1/dataset/', { order_column: 'database.database_name', order_direction: 'asc' }));
    expect((json as { result: unknown[] }).result[0]).toMatchObject({ database: { id: database, database_name: 'Sales' }, changed_by_name: 'root Test', changed_on_delta_humanized: expect.stringMatching(/now|ago/), datasource_type: 'table' });
  });

  it('get_or_create finds the same dataset again', async () => {
    const ask = () => app.admin.request('POST', '/api/v1/dataset/get_or_create/', { json: { database_id: database, schema: 'main', table_name: 'totals' } });
    const first = await ask();
    expect(first).toMatchObject({ status: 200, json: { result: { table_id: expect.any(Number) } } });
    expect((await ask()).json).toEqual(first.json);
  });

  it('[contract §0.3] is hidden from those without data access and read-only to those who do not own it', async () => {
    const gamma = await app.signedIn('gamma', 'Gamma');
    expect((await gamma.client.get('/api/v1/dataset/')).json).toMatchObject({ count: 0 });
    expect((await gamma.client.get(`/api/v1/dataset/${id}`)).status).toBe(404);
    expect(await gamma.client.get(`/api/v1/datasource/table/${id}/column/region/values/`)).toMatchObject({ status: 403, json: { errors: [{ error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR' }] } });
    const alpha = await app.signedIn('alpha', 'Alpha');
    expect((await alpha.client.get(`/api/v1/dataset/${id}`)).status).toBe(200);
    expect((await alpha.client.request('PUT', `/api/v1/dataset/${id}`, { json: { description: 'mine' } })).status).toBe(403);
    expect((await alpha.client.request('PUT', `/api/v1/dataset/${id}/refresh`)).status).toBe(403);
  });

  it('is deleted with its columns and metrics', async () => {
    expect(await app.admin.request('DELETE', `/api/v1/dataset/${id}`)).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect((await app.admin.get(`/api/v1/dataset/${id}`)).status).toBe(404);
    expect(await addDataset(app, database, 'sales')).toBeGreaterThan(id);
  });
});
