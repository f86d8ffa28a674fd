import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let dataset: number;
let chart: number;

type Answer = { result: { dataset: Record<string, unknown>; form_data: Record<string, unknown>; slice: Record<string, unknown> | null; message: string | null; metadata: Record<string, unknown> | null } };
const explore = async (search: string) => ((await app.admin.get(`/api/v1/explore/?${search}`)).json as Answer).result;
const formData = (method: string, path: string, json?: unknown, client = app.admin) => client.request(method, `/api/v1/explore/form_data${path}`, json === undefined ? {} : { json });

beforeAll(async () => {
  app = await startApp();
  dataset = await addDataset(app, await addSalesDatabase(app), 'sales');
  chart = await addChart(app, dataset, 'Sales', { viz_type: 'pie', params: '{"metric":"count","groupby":["region"],"slice_id":77,"datasource":"5__table"}' });
}, 60_000);
afterAll(() => app.close());

describe('[contract §1.2] explore', () => {
  it('opens a chart: dataset, form data with forced keys, slice and metadata', async () => {
    const answer = await explore(`slice_id=${chart}`);
    expect(answer.form_data).toMatchObject({ metric: 'count', groupby: ['region'], datasource: `${dataset}__table`, viz_type: 'pie', slice_id: chart, url_params: {} });
    expect(answer.slice).toMatchObject({ slice_id: chart, slice_name: 'Sales', owners: [app.adminId], slice_url: `/explore/?slice_id=${chart}` });
    expect(answer.metadata).toMatchObject({ owners: ['root Test'], dashboards: [], created_by: 'root Test', changed_by: 'root Test' });
    expect(answer.dataset).toMatchObject({ id: dataset, uid: `${dataset}__table`, owners: [{ id: app.adminId, username: 'root' }] });
    expect(answer.message).toBeNull();
  });

  it('opens a dataset without a chart', async () => {
    const answer = await explore(`datasource_id=${dataset}&datasource_type=table&viz_type=table`);
    expect([answer.slice, answer.metadata, answer.form_data]).toEqual([null, null, { datasource: `${dataset}__table`, viz_type: 'table', url_params: {} }]);
  });

  it('a chart whose dataset is gone still opens', async () => {
    const other = await addDataset(app, 1, 'regions');
    const orphan = await addChart(app, other, 'Orphan');
    await app.admin.request('DELETE', `/api/v1/dataset/${other}`);
    const answer = await explore(`slice_id=${orphan}`);
    expect(answer.dataset).toEqual({ type: 'table', name: '[Missing Dataset]', columns: [], metrics: [], database: { id: 0, backend: '' } });
    expect(answer.slice).toMatchObject({ slice_name: 'Orphan' });
  });

  it('refuses what is not there and what the caller may not read', async () => {
    expect((await app.admin.get('/api/v1/explore/?slice_id=999')).status).toBe(404);
    expect((await app.admin.get('/api/v1/explore/')).status).toBe(404);
    const { client } = await app.signedIn('gamma', 'Gamma');
    expect(await client.get(`/api/v1/explore/?slice_id=${chart}`)).toMatchObject({ status: 403, json: { errors: [{ error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR' }] } });
  });

  it('[contract §8.5] keeps unsaved form data behind a key and overlays it', async () => {
    const body = { datasource_id: dataset, datasource_type: 'table', chart_id: chart, form_data: '{"metric":"other","viz_type":"table"}' };
    const created = await formData('POST', '?tab_id=1', body);
    expect(created.status).toBe(201);
    const { key } = created.json as { key: string };
    expect((await formData('POST', '?tab_id=1', body)).json).toEqual({ key });
    expect((await formData('GET', `/${key}`)).json).toEqual({ form_data: body.form_data });
    expect((await explore(`form_data_key=${key}&slice_id=${chart}`)).form_data).toMatchObject({ metric: 'other', viz_type: 'table', groupby: ['region'], slice_id: chart });
    const fromOtherTab = await formData('PUT', `/${key}?tab_id=2`, body);
    expect((fromOtherTab.json as { key: string }).key).not.toBe(key);
    const { client } = await app.signedIn('alpha', 'Alpha');
    expect((await formData('PUT', `/${key}?tab_id=1`, body, client)).status).toBe(403);
    expect((await formData('DELETE', `/${key}`)).json).toEqual({ message: 'Deleted successfully' });
    expect((await formData('GET', `/${key}`)).status).toBe(404);
    expect((await explore(`form_data_key=${key}&slice_id=${chart}`)).message).toBe('Form data not found in cache, reverting to chart metadata.');
  });

  it('[contract §8.5] permalinks are permanent and the same for the same state', async () => {
    const body = { formData: { datasource: `${dataset}__table`, slice_id: chart, viz_type: 'table', metric: 'linked' }, urlParams: [['a', 'b']] };
    const post = () => app.admin.request('POST', '/api/v1/explore/permalink', { json: body });
    const first = await post();
    expect(first.status).toBe(201);
    const { key, url } = first.json as { key: string; url: string };
    expect(url).toMatch(new RegExp(`/superset/explore/p/${key}/$`));
    expect((await post()).json).toEqual(first.json);
    expect((await app.admin.get(`/api/v1/explore/permalink/${key}`)).json).toMatchObject({ chartId: chart, datasourceId: dataset, datasourceType: 'table', state: { urlParams: [['a', 'b']] } });
    expect((await explore(`permalink_key=${key}`)).form_data).toMatchObject({ metric: 'linked', slice_id: chart, url_params: { a: 'b' } });
    expect((await app.admin.get(`/superset/explore/p/${key}/`)).headers['location']).toBe(`/explore/?permalink_key=${key}`);
    expect((await app.admin.get('/api/v1/explore/permalink/unknown')).status).toBe(404);
  });

  it('answers the form data of a chart alone', async () => {
    expect((await app.admin.get(`/api/v1/form_data/?slice_id=${chart}`)).json).toMatchObject({ slice_id: chart, metric: 'count' });
  });
});
