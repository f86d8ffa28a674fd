import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadAnswer } from './bundles.ts';
import { upload } from './bundles.ts';
import { addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const messageOf = (answer: UploadAnswer): string => answer.json.errors?.[0]?.message ?? '';
const named = { database_name: 'Sales', schema: 'main', datasource_name: 'sales' };
const slice = (id: number, more: object, params: object = {}): object => ({
  __Slice__: { id, slice_name: `Slice ${id}`, viz_type: 'table', datasource_id: 77, datasource_type: 'table', params: JSON.stringify({ ...named, remote_id: id, ...params }), created_on: { __datetime__: '2019-01-01T00:00:00' }, ...more },
});
const node = (id: string, chartId: number): object => ({ children: [], id, type: 'CHART', meta: { chartId, width: 4, height: 50, sliceName: id } });

/** A dashboard as Superset exported it before its files had versions. */
const OLD = {
  dashboards: [
    {
      __Dashboard__: {
        id: 12,
        dashboard_title: 'Old board',
        slug: 'old',
        css: '.a {}',
        published: true,
        position_json: JSON.stringify({
          DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-a', 'CHART-f'], parents: ['ROOT_ID'] },
          'CHART-a': node('CHART-a', 301), 'CHART-f': node('CHART-f', 303),
        }),
        json_metadata: JSON.stringify({
          remote_id: 12, timed_refresh_immune_slices: [302], expanded_slices: { 301: true }, filter_immune_slices: [302], filter_immune_slice_fields: { 301: ['region'] },
          default_filters: '{"303":{"region":["north"]}}', native_filter_configuration: [{ id: 'NATIVE_FILTER-1', targets: [{ datasetId: 77, column: { name: 'region' } }], scope: { rootPath: ['ROOT_ID'], excluded: [301] } }],
        }),
        slices: [
          slice(301, { viz_type: 'line' }, { granularity_sqla: 'day', metrics: ['count'] }),
          slice(302, {}, { metrics: ['count'] }),
          slice(303, { viz_type: 'filter_box', slice_name: 'Box' }, { date_filter: false, filter_configs: [{ column: 'region' }] }),
        ],
      },
    },
  ],
  datasources: [
    {
      __SqlaTable__: {
        id: 77, table_name: 'sales', schema: 'main', main_dttm_col: 'day', params: '{"remote_id": 77, "database_name": "Sales", "import_time": 5}',
        columns: [{ __TableColumn__: { column_name: 'region', type: 'TEXT', groupby: true } }], metrics: [{ __SqlMetric__: { metric_name: 'count', expression: 'COUNT(*)' } }],
      },
    },
  ],
};
const file = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

let app: TestApp;
let databaseId: number;
beforeAll(async () => {
  app = await startApp({ more: ['app/import-export'] });
  databaseId = await addSalesDatabase(app);
}, 60_000);
afterAll(() => app.close());
const counts = async (): Promise<readonly number[]> => Promise.all(['dataset', 'chart', 'dashboard'].map(async (resource) => ((await app.admin.get(`/api/v1/${resource}/`)).json as { count: number }).count));

describe('[IMEX-10] [contract §0.5] files of the format v0', () => {
  it('a dashboard whose database is not here is refused, and nothing is written', async () => {
    const elsewhere = JSON.parse(JSON.stringify(OLD).replaceAll('"Sales', '"Elsewhere').replaceAll('\\"Sales', '\\"Elsewhere')) as unknown;
    const answer = await upload(app, 'dashboard', file(elsewhere), { fileName: 'old.json' });
    expect([answer.status, messageOf(answer)]).toEqual([422, 'The file refers to the database "Elsewhere", which is not here. Create a database of this name first.']);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('a dashboard comes with its dataset and charts, ids mapped, filter boxes and old types converted', async () => {
    const answer = await upload(app, 'dashboard', file(OLD), { fileName: 'old.json' });
    expect([answer.status, answer.json.message]).toEqual([200, 'OK']);
    expect(await counts()).toEqual([1, 3, 1]);
    const { result } = (await app.admin.get('/api/v1/dashboard/old')).json as { result: { dashboard_title: string; position_json: string; json_metadata: string; published: boolean; css: string } };
    expect(result).toMatchObject({ dashboard_title: 'Old board', published: true, css: '.a {}' });
    const charts = ((await app.admin.get('/api/v1/chart/')).json as { result: { id: number; slice_name: string; viz_type: string; params: string; datasource_id: number }[] }).result;
    const byName = new Map(charts.map((chart) => [chart.slice_name, chart]));
    const [first, second] = [byName.get('Slice 301'), byName.get('Slice 302')];
    expect(first?.viz_type).toBe('echarts_timeseries_line');
    expect(JSON.parse(second?.params ?? '')).toEqual({ metrics: ['count'], datasource: `${second?.datasource_id}__table` });
    const layout = JSON.parse(result.position_json) as Record<string, { type?: string; meta?: { chartId?: number; code?: string } }>;
    expect(Object.values(layout).filter(({ type }) => type === 'CHART').map(({ meta }) => meta?.chartId).sort()).toEqual([first?.id, second?.id].sort());
    expect(layout['CHART-f']).toMatchObject({ type: 'MARKDOWN', meta: { code: expect.stringContaining('region') } });
    const dataset = ((await app.admin.get('/api/v1/dataset/')).json as { result: { id: number; table_name: string }[] }).result[0];
    const metadata = JSON.parse(result.json_metadata) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      timed_refresh_immune_slices: [second?.id], expanded_slices: { [String(first?.id)]: true },
      native_filter_configuration: [
        { targets: [{ datasetId: dataset?.id, column: { name: 'region' } }], scope: { excluded: [first?.id] } },
        { name: 'region', targets: [{ datasetId: dataset?.id }], scope: { rootPath: ['ROOT_ID'], excluded: [second?.id, first?.id] }, defaultDataMask: { filterState: { value: ['north'] } } },
      ],
    });
    for (const trace of ['remote_id', 'filter_immune_slices', 'filter_immune_slice_fields']) expect(metadata).not.toHaveProperty(trace);
  });

  it('the same file again is the same dashboard', async () => {
    const before = await counts();
    const refused = await upload(app, 'dashboard', file(OLD), { fileName: 'old.json' });
    expect(JSON.stringify(refused.json)).toContain('already exists and `overwrite=true` was not passed');
    expect((await upload(app, 'dashboard', file(OLD), { fileName: 'old.json', fields: { overwrite: 'true' } })).status).toBe(200);
    expect(await counts()).toEqual(before);
  });

  it('datasets come as a list, or below their databases', async () => {
    const list = "- table_name: view\n  sql: select 1 as n\n  params: '{\"database_name\": \"Sales\"}'\n  columns:\n  - column_name: n\n  metrics: []\n";
    expect(await upload(app, 'dataset', Buffer.from(list), { fileName: 'tables.yaml' })).toMatchObject({ status: 200, json: { message: 'OK' } });
    const tree = 'databases:\n- database_name: Sales\n  tables:\n  - table_name: view2\n    sql: select 2 as n\n    columns: []\n- database_name: New\n  sqlalchemy_uri: postgresql://ann:XXXXXXXXXX@db.invalid/x\n  tables:\n  - table_name: t\n    schema: a/b\n';
    const asked = await upload(app, 'dataset', Buffer.from(tree), { fileName: 'tables.yml' });
    expect(asked.json.errors?.[0]?.extra).toMatchObject({ 'databases/New.yaml': { _schema: ['Must provide a password for the database'] } });
    expect((await upload(app, 'dataset', Buffer.from(tree), { fileName: 'tables.yml', fields: { passwords: '{"databases/New.yaml":"pw"}' } })).status).toBe(200);
    const { result } = (await app.admin.get('/api/v1/dataset/?q=(columns:!(table_name,schema,database.database_name),order_column:table_name,order_direction:asc)')).json as { result: { table_name: string; schema: string | null; database: { database_name: string } }[] };
    expect(result.map(({ table_name, schema, database }) => [table_name, schema, database.database_name])).toEqual([['sales', 'main', 'Sales'], ['t', 'a/b', 'New'], ['view', null, 'Sales'], ['view2', null, 'Sales']]);
    expect(databaseId).toBeGreaterThan(0);
  });

  it('what is neither is refused by name', async () => {
    for (const [resource, text, name] of [['dashboard', '{"dashboards":[]}', 'a.json'], ['dashboard', '[1,2]', 'a.json'], ['chart', '{"a":1}', 'a.json'], ['dataset', '- 1', 'a.yaml'], ['database', 'a: 1', 'a.yaml']] as const) {
      const answer = await upload(app, resource, Buffer.from(text), { fileName: name });
      expect([answer.status, messageOf(answer)], text).toEqual([422, expect.stringContaining('v0')]);
      expect(answer.json.errors?.[0]?.extra).toMatchObject({ 'metadata.yaml': { _schema: ['Missing metadata.yaml'] } });
    }
    expect(messageOf(await upload(app, 'dashboard', Buffer.from('{'), { fileName: 'a.json' }))).toBe('The file is no valid JSON');
    expect(messageOf(await upload(app, 'dashboard', Buffer.from('a: &x 1\nb: *x'), { fileName: 'a.yaml' }))).toContain('alias');
  });
});
