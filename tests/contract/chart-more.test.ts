import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let dataset: number;
let id: number;

const post = (json: object) => app.admin.request('POST', '/api/v1/chart/', { json: { slice_name: 'x', datasource_id: dataset, datasource_type: 'table', ...json } });
const put = (json: unknown) => app.admin.request('PUT', `/api/v1/chart/${id}`, { json });

beforeAll(async () => {
  app = await startApp();
  dataset = await addDataset(app, await addSalesDatabase(app), 'sales');
  id = await addChart(app, dataset, 'Sales');
}, 60_000);
afterAll(() => app.close());

describe('[API-10] chart', () => {
  it('takes a uuid of its own, once', async () => {
    const uuid = '0b7e4d4c-9f0e-4a55-8a3c-1d2e3f405162';
    expect((await put({ uuid })).status).toBe(200);
    expect((await app.admin.get(`/api/v1/chart/${uuid}`)).json).toMatchObject({ result: { id, uuid } });
    expect(await post({ uuid })).toMatchObject({ status: 422, json: { message: { uuid: ['Must be unique'] } } });
    expect((await post({ uuid: 'nonsense' })).status).toBe(400);
  });

  it('refuses ids no column can hold as ids that do not exist', async () => {
    expect(await post({ datasource_id: 9_999_999_999 })).toMatchObject({ status: 422, json: { message: { datasource: ['Datasource does not exist'] } } });
    expect(await post({ owners: [9_999_999_999] })).toMatchObject({ status: 422, json: { message: { owners: ['Owners are invalid'] } } });
    expect(await post({ dashboards: [-1] })).toMatchObject({ status: 422, json: { message: { dashboards: ['Dashboards do not exist'] } } });
  });

  it('offers every operator of its search columns', async () => {
    const info = (await app.admin.get(withQ('/api/v1/chart/_info', { keys: ['filters', 'permissions'] }))).json as { filters: Record<string, { operator: string }[]>; permissions: string[] };
    const operators = (column: string) => info.filters[column]?.map(({ operator }) => operator) ?? [];
    expect(operators('slice_name')).toEqual(expect.arrayContaining(['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq', 'in', 'not_in', 'chart_all_text']));
    expect(operators('id')).toEqual(expect.arrayContaining(['eq', 'gt', 'lt', 'chart_is_favorite', 'chart_is_certified', 'chart_owned_created_favored_by_me']));
    expect(operators('created_by')).toEqual(expect.arrayContaining(['rel_o_m', 'nrel_o_m', 'chart_has_created_by', 'chart_created_by_me']));
    expect(info.permissions).toEqual(expect.arrayContaining(['can_read', 'can_write', 'can_export', 'can_warm_up_cache']));
  });

  it('says how it cannot be warmed without the query plugin', async () => {
    expect((await app.admin.request('PUT', '/api/v1/chart/warm_up_cache', { json: { chart_id: id } })).json).toEqual({ result: [{ chart_id: id, viz_error: 'Charts cannot be queried: the query plugin is not active.', viz_status: null }] });
    expect((await app.admin.request('PUT', '/api/v1/chart/warm_up_cache', { json: { chart_id: id, extra_filters: '{' } })).status).toBe(400);
  });

  it('[contract §1.2] its form data is refused without access to its data', async () => {
    const { client } = await app.signedIn('gamma', 'Gamma');
    expect(await client.get(`/api/v1/form_data/?slice_id=${id}`)).toMatchObject({ status: 403, json: { errors: [{ error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR' }] } });
  });
});
