import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, DATABASE_KINDS } from '../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../kernel/server/testing/test-database.ts';
import type { UploadAnswer } from './bundles.ts';
import { download, superExports, upload, valueOf, zip } from './bundles.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const start = (): Promise<TestApp> => startApp({ more: ['app/import-export'] });
const U = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-${String(digit).repeat(12)}`;
const extraOf = (answer: UploadAnswer): Readonly<Record<string, unknown>> => answer.json.errors?.[0]?.extra ?? {};
const messageOf = (answer: UploadAnswer): string => answer.json.errors?.[0]?.message ?? '';

const metadata = (type: string): unknown => ({ version: '1.0.0', type, timestamp: '2025-01-01T00:00:00+00:00' });
const database = (more: object = {}): unknown => ({ database_name: 'Warehouse', sqlalchemy_uri: 'postgresql+psycopg2://ann@db.invalid:5432/sales', uuid: U(1), version: '1.0.0', ...more });
const dataset = (more: object = {}): unknown => ({
  table_name: 'orders', uuid: U(2), version: '1.0.0', database_uuid: U(1), columns: [{ column_name: 'a', type: 'TEXT' }], metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }], ...more,
});
const chart = (more: object = {}): unknown => ({ slice_name: 'Orders', viz_type: 'table', params: { metrics: ['count'] }, uuid: U(3), version: '1.0.0', dataset_uuid: U(2), ...more });
const node = (id: string, chartId: number, uuid: string): object => ({ children: [], id, type: 'CHART', parents: ['ROOT_ID', 'GRID_ID'], meta: { chartId, uuid, width: 4, height: 50, sliceName: id } });
const dashboard = (more: object = {}): unknown => ({
  dashboard_title: 'Board', slug: 'board', published: true, css: '', uuid: U(5), version: '1.0.0',
  position: { DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { id: 'GRID_ID', type: 'GRID', parents: ['ROOT_ID'], children: ['CHART-a'] }, 'CHART-a': node('CHART-a', 91, U(3)) },
  metadata: {}, ...more,
});
const bundle = (type: string, files: Readonly<Record<string, unknown>>): Promise<Buffer> => zip({ 'metadata.yaml': metadata(type), ...files });
const chartBundle = (more: object = {}): Promise<Buffer> => bundle('Slice', { 'databases/w.yaml': database(), 'datasets/w/orders.yaml': dataset(), 'charts/Orders_4.yaml': chart(more) });

describe.each(DATABASE_KINDS)('[contract §13] round trip on %s', (kind) => {
  const databases: TestDatabase[] = [];
  /** A server whose metadata is on the database of this round. */
  const start = async (): Promise<TestApp> => {
    const fresh = await createTestDatabase(kind);
    databases.push(fresh);
    return startApp({ more: ['app/import-export'], config: fresh.url ? { metadataUrl: fresh.url } : {} });
  };
  let source: TestApp;
  let target: TestApp;
  let dashboardId: number;
  let charts: number[];
  beforeAll(async () => {
    [source, target] = [await start(), await start()];
    const databaseId = await addSalesDatabase(source);
    const sales = await addDataset(source, databaseId, 'sales');
    const gone = await addChart(source, sales, 'Gone');
    charts = [
      await addChart(source, sales, 'Sales: by region / 2024', { params: '{"metrics":["count"],"y":"n","zip":"08901"}', query_context: `{"datasource":{"id":${sales},"type":"table"},"queries":[{}],"form_data":{"slice_id":9}}` }),
      await addChart(source, sales, '日本', { description: 'Multi\nline\n', certified_by: 'Ann', cache_timeout: 5 }),
    ];
    await source.admin.request('DELETE', `/api/v1/chart/${gone}`);
    const positions = { DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-x'], parents: ['ROOT_ID'] }, 'CHART-x': node('CHART-x', charts[0] as number, '') };
    const json_metadata = JSON.stringify({
      positions, chart_configuration: { [charts[0] as number]: { id: charts[0], crossFilters: { scope: 'global', chartsInScope: [charts[0]] } } }, refresh_frequency: 30,
      native_filter_configuration: [{ id: 'NATIVE_FILTER-1', filterType: 'filter_select', targets: [{ datasetId: sales, column: { name: 'region' } }], scope: { rootPath: ['ROOT_ID'], excluded: [] } }],
    });
    const created = await source.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Sales & more', slug: 'sales', published: true, css: '.a {}', json_metadata } });
    dashboardId = (created.json as { id: number }).id;
    for (const id of charts) await source.admin.request('PUT', `/api/v1/chart/${id}`, { json: { dashboards: [dashboardId] } });
  }, 60_000);
  afterAll(async () => {
    await source.close();
    await target.close();
    for (const used of databases) await used.drop();
  });

  it('[IMEX-01] [IMEX-02] names archive, root, folders and files as Superset does', async () => {
    const exported = await download(source, 'dashboard', [dashboardId], { token: 'abc-1' });
    expect(exported.headers['content-type']).toBe('application/zip');
    expect(exported.root).toMatch(/^dashboard_export_\d{8}T\d{6}$/);
    expect(exported.headers['content-disposition']).toBe(`attachment; filename="${exported.root}.zip"`);
    expect(String(exported.headers['set-cookie'])).toMatch(/^abc-1=done; Max-Age=600/);
    const [first, second] = charts;
    expect(Object.keys(exported.texts)).toEqual([
      'metadata.yaml', 'databases/Sales.yaml', 'datasets/Sales/sales_1.yaml', `charts/Sales_by_region_2024_${first}.yaml`, `charts/${second}.yaml`, `dashboards/Sales__more_${dashboardId}.yaml`,
    ]);
    expect(valueOf(exported, 'metadata')).toMatchObject({ version: '1.0.0', type: 'Dashboard', timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/) });
  });

  it('[IMEX-09] gives every chart a place, with its uuid, and filters the uuid of their dataset', async () => {
    const exported = await download(source, 'dashboard', [dashboardId]);
    const { position, metadata: settings } = valueOf(exported, 'dashboards/') as { position: Record<string, { type?: string; children?: string[]; meta?: { uuid?: string } }>; metadata: { native_filter_configuration: { targets: object[] }[] } };
    expect(Object.values(position).filter(({ type }) => type === 'CHART').map(({ meta }) => meta?.uuid)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(position['GRID_ID']?.children).toEqual(['CHART-x', expect.stringMatching(/^ROW-N-/)]);
    expect(settings.native_filter_configuration[0]?.targets).toEqual([{ column: { name: 'region' }, datasetUuid: valueOf(exported, 'datasets/')['uuid'] }]);
  });

  it('is identical but for timestamps after an import into an empty server', async () => {
    const first = await download(source, 'dashboard', [dashboardId]);
    // The file of the database is not there on purpose: it is data all the same.
    const imported = await upload(target, 'dashboard', first.bytes);
    expect(imported).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect(Object.keys(imported.json.warnings ?? {})).toEqual(['datasets/Sales/sales_1.yaml']);
    const second = await download(target, 'dashboard', [1]);
    const { 'metadata.yaml': _first, ...before } = first.texts;
    const { 'metadata.yaml': _second, ...after } = second.texts;
    expect(after).toEqual(before);
    // The numbers go on after those that were kept.
    const next = await addChart(target, 1, 'Next');
    expect(next).toBeGreaterThan(charts[1] as number);
    await target.admin.request('DELETE', `/api/v1/chart/${next}`);
    const { result } = (await target.admin.get('/api/v1/dashboard/1')).json as { result: { charts: unknown[]; owners: { id: number }[] } };
    expect(result).toMatchObject({ slug: 'sales', published: true, owners: [{ id: target.adminId }] });
    const listed = (await target.admin.get('/api/v1/chart/')).json as { result: { dashboards: unknown[]; owners: { id: number }[] }[] };
    expect(listed.result.map(({ dashboards, owners }) => [dashboards.length, owners[0]?.id])).toEqual([[1, target.adminId], [1, target.adminId]]);
  });

  it('exports and imports everything at once', async () => {
    const all = await download(source, 'assets');
    expect(valueOf(all, 'metadata')['type']).toBe('assets');
    expect(all.root).toMatch(/^assets_export_/);
    const other = await start();
    expect(await upload(other, 'assets', all.bytes, { part: 'bundle' })).toMatchObject({ status: 200 });
    const again = await download(other, 'assets');
    expect({ ...again.texts, 'metadata.yaml': '' }).toEqual({ ...all.texts, 'metadata.yaml': '' });
    await other.close();
  });

  it('exports of databases hold their datasets, named without ids', async () => {
    const exported = await download(source, 'database', [1]);
    expect(Object.keys(exported.texts)).toEqual(['metadata.yaml', 'databases/Sales.yaml', 'datasets/Sales/sales.yaml']);
  });

  it('answers 404 for what is not there or not to be seen, 400 without ids, 401 and 403 without rights', async () => {
    await source.signedIn('gamma', 'Gamma');
    expect((await download(source, 'chart', [charts[0] as number, 999])).status).toBe(404);
    expect((await download(source, 'chart', [charts[0] as number], { user: 'gamma' })).status).toBe(404);
    expect((await download(source, 'chart')).status).toBe(400);
    expect((await download(source, 'assets', undefined, { user: 'gamma' })).status).toBe(403);
    expect((await source.client().get('/api/v1/chart/export/?q=!(1)')).status).toBe(401);
  });

  it('never writes a caller\'s text into our headers', async () => {
    const answer = await download(source, 'chart', charts, { token: encodeURIComponent('a=b; Domain=evil\r\nX: y') });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('[contract §13] import', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await start()), 60_000);
  afterAll(() => app.close());
  const counts = async (): Promise<readonly number[]> =>
    Promise.all(['database', 'dataset', 'chart', 'dashboard'].map(async (resource) => ((await app.admin.get(`/api/v1/${resource}/`)).json as { count: number }).count));

  it('refuses what is no bundle, in the dialog\'s terms', async () => {
    expect(await upload(app, 'chart', Buffer.alloc(0))).toMatchObject({ status: 400, json: { message: 'Arguments are not correct' } });
    expect(messageOf(await upload(app, 'chart', Buffer.from('hello')))).toBe('Not a ZIP file');
    const legacy = await upload(app, 'dashboard', Buffer.from('{"dashboards":[]}'), { fileName: 'old.json' });
    expect(legacy.status).toBe(422);
    expect(messageOf(legacy)).toContain('v0');
    expect(await upload(app, 'chart', await zip({ 'readme.txt': 'x' }))).toMatchObject({ status: 400, json: { message: 'No valid import files were found' } });
    const missing = await upload(app, 'chart', await zip({ 'charts/a.yaml': chart() }));
    expect([missing.status, messageOf(missing), missing.json.errors?.[0]?.error_type]).toEqual([422, 'Missing metadata.yaml', 'GENERIC_COMMAND_ERROR']);
    expect(extraOf(await upload(app, 'chart', await zip({ 'metadata.yaml': { version: '2.0.0', type: 'Slice' }, 'charts/a.yaml': chart() })))).toMatchObject({ 'metadata.yaml': { version: ['Must be equal to 1.0.0.'] } });
    expect(extraOf(await upload(app, 'chart', await bundle('Dashboard', { 'charts/a.yaml': chart() })))).toMatchObject({ 'metadata.yaml': { type: ['Must be equal to Slice.'] } });
    expect(extraOf(await upload(app, 'chart', await zip({ 'metadata.yaml': { type: 'Slice' }, 'charts/a.yaml': chart() })))).toMatchObject({ 'metadata.yaml': { version: ['Must be equal to 1.0.0.'] } });
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  it('takes a root folder of any name, several deep or none, and reads neither hidden files nor unknown folders', async () => {
    const other = await start();
    const files = { 'metadata.yaml': metadata('Database'), 'databases/w.yml': database(), 'databases/_x.yaml': 'no: [', 'databases/.x.yaml': 'no: [', 'notes/x.yaml': 'no: [', 'databases/readme.txt': 'x' };
    const mac = { '__MACOSX/bundle/._metadata.yaml': 'no: [', ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`_export.2024/${name}`, content])) };
    for (const archive of [await zip(files, '_private/'), await zip(files, ''), await zip(files, 'home/me/database_export_20240101T000000/'), await zip(mac, '')]) {
      const answer = await upload(other, 'database', archive, { fields: { overwrite: 'true' } });
      expect([answer.status, answer.json.message]).toEqual([200, 'OK']);
    }
    expect(((await other.admin.get('/api/v1/database/')).json as { count: number }).count).toBe(1);
    await other.close();
  }, 60_000);

  it('names every file and field that does not fit', async () => {
    const answer = await upload(app, 'chart', await bundle('Slice', { 'charts/a.yaml': { uuid: 'x', version: '1.0.0' }, 'charts/b.yaml': chart({ version: '0.9' }), 'charts/c.yaml': '- 1', 'datasets/w/d.yaml': dataset({ columns: [{}] }) }));
    expect(answer.status).toBe(422);
    expect(extraOf(answer)).toMatchObject({
      'charts/a.yaml': { slice_name: ['Missing data for required field.'], viz_type: ['Missing data for required field.'], uuid: ['Not a valid UUID.'] },
      'charts/b.yaml': { version: ['Must be equal to 1.0.0.'] },
      'charts/c.yaml': { _schema: ['Invalid input type.'] },
      'datasets/w/d.yaml': { 'columns.0.column_name': ['Missing data for required field.'] },
    });
    expect(extraOf(answer)['issue_codes']).toMatchObject([{ code: 1010 }]);
  });

  it('[IMEX-12] asks for passwords that are masked, then takes them, and keeps none readable', async () => {
    const masked = { 'databases/w.yaml': database({ sqlalchemy_uri: 'postgresql://ann:XXXXXXXXXX@db.invalid/sales' }) };
    const asked = await upload(app, 'database', await bundle('Database', masked));
    expect(asked.status).toBe(422);
    expect(extraOf(asked)['databases/w.yaml']).toEqual({ _schema: ['Must provide a password for the database'] });
    const given = await upload(app, 'database', await bundle('Database', masked), { fields: { passwords: '{"databases/w.yaml":"s3cret-word"}' } });
    expect(given).toMatchObject({ status: 200, json: { message: 'OK', warnings: { 'databases/w.yaml': [expect.stringContaining('No connector for the engine "postgresql"')] } } });
    const exported = await download(app, 'database', [1]);
    expect(valueOf(exported, 'databases/')['sqlalchemy_uri']).toBe('postgresql://ann:XXXXXXXXXX@db.invalid/sales');
    expect(JSON.stringify([app.logged, Object.values(exported.texts)])).not.toContain('s3cret-word');
    expect(readFileSync(path.join(app.dataDir, 'metadata.db')).includes('s3cret-word')).toBe(false);
  });

  it('sends a stored password to no other host', async () => {
    const again = await bundle('Database', { 'databases/w.yaml': database({ sqlalchemy_uri: 'postgresql://ann:XXXXXXXXXX@evil.invalid/sales' }) });
    const moved = await upload(app, 'database', again, { fields: { overwrite: 'true' } });
    expect(extraOf(moved)['databases/w.yaml']).toEqual({ _schema: ['Must provide a password for the database'] });
    const same = await bundle('Database', { 'databases/w.yaml': database({ sqlalchemy_uri: 'postgresql://ann:XXXXXXXXXX@db.invalid/sales', cache_timeout: 9 }) });
    expect((await upload(app, 'database', same, { fields: { overwrite: 'true' } })).status).toBe(200);
    expect(valueOf(await download(app, 'database', [1]), 'databases/')).toMatchObject({ sqlalchemy_uri: 'postgresql://ann:XXXXXXXXXX@db.invalid/sales', cache_timeout: 9 });
    const garbled = await upload(app, 'database', same, { fields: { passwords: '["s3cret-word"]' } });
    expect(garbled.status).toBe(400);
    expect(JSON.stringify(garbled.json)).not.toContain('s3cret-word');
  });

  it('points charts at their dataset, drops annotations of elsewhere, converts old types, and reports what does not work', async () => {
    const layers = [{ annotationType: 'FORMULA', name: 'f' }, { annotationType: 'EVENT', name: 'e', value: 5 }];
    const answer = await upload(app, 'chart', await chartBundle({
      params: { datasource: '77__table', slice_id: 4, metrics: ['count'], annotation_layers: layers },
      query_context: JSON.stringify({ datasource: { id: 77, type: 'table' }, queries: [{ annotation_layers: layers }], form_data: { datasource: '77__table', annotation_layers: layers } }),
    }));
    expect(answer).toMatchObject({ status: 200, json: { message: 'OK', warnings: { 'charts/Orders_4.yaml': [expect.stringContaining('Annotation layers')], 'datasets/w/orders.yaml': [expect.stringContaining('connector')] } } });
    const { result } = (await app.admin.get(`/api/v1/chart/${U(3)}`)).json as { result: { id: number; params: string; query_context: string; datasource_id: number; owners: { id: number }[] } };
    // The first chart of this server: it keeps the id of its file name.
    expect(result).toMatchObject({ id: 4, owners: [{ id: app.adminId }] });
    const own = `${result.datasource_id}__table`;
    expect(JSON.parse(result.params)).toEqual({ datasource: own, slice_id: 4, metrics: ['count'], annotation_layers: [layers[0]] });
    expect(JSON.parse(result.query_context)).toEqual({ datasource: { id: result.datasource_id, type: 'table' }, queries: [{ annotation_layers: [layers[0]] }], form_data: { datasource: own, annotation_layers: [layers[0]] } });

    const old = await upload(app, 'chart', await bundle('Slice', { 'charts/t.yaml': chart({ uuid: U(6), viz_type: 'treemap', params: { metrics: ['count'] }, query_context: '{"queries":[]}' }) }));
    expect(old.json.warnings?.['charts/t.yaml']?.[0]).toContain('treemap_v2');
    expect(((await app.admin.get(`/api/v1/chart/${U(6)}`)).json as { result: object }).result).toMatchObject({ viz_type: 'treemap_v2', query_context: null });
  });

  it('[IMEX-11] overwrites only when told, only what was asked for, and only what is one\'s own', async () => {
    const before = await counts();
    const refused = await upload(app, 'chart', await chartBundle({ slice_name: 'Renamed' }));
    expect(refused.status).toBe(422);
    expect(extraOf(refused)['charts/Orders_4.yaml']).toBe('Chart already exists and `overwrite=true` was not passed');

    await app.signedIn('alpha', 'Alpha');
    const foreign = await upload(app, 'chart', await chartBundle({ slice_name: 'Renamed' }), { fields: { overwrite: 'true' }, user: 'alpha' });
    expect([foreign.status, messageOf(foreign)]).toEqual([403, "A chart already exists and user doesn't have permissions to overwrite it"]);

    const related = await bundle('Slice', { 'databases/w.yaml': database({ database_name: 'Other name' }), 'datasets/w/orders.yaml': dataset({ table_name: 'other' }), 'charts/Orders_4.yaml': chart({ slice_name: 'Renamed' }) });
    expect((await upload(app, 'chart', related, { fields: { overwrite: 'true' } })).status).toBe(200);
    const exported = await download(app, 'chart', [4]);
    expect(valueOf(exported, 'charts/')['slice_name']).toBe('Renamed');
    expect(valueOf(exported, 'databases/')['database_name']).toBe('Warehouse');
    expect(valueOf(exported, 'datasets/')['table_name']).toBe('orders');
    expect(await counts()).toEqual(before);
  });

  it('[IMEX-14] creates nothing the user could not create', async () => {
    const fresh = await bundle('Slice', { 'databases/n.yaml': database({ uuid: U(7), database_name: 'New' }), 'datasets/n/t.yaml': dataset({ uuid: U(8), database_uuid: U(7) }), 'charts/n.yaml': chart({ uuid: U(9), dataset_uuid: U(8) }) });
    const answer = await upload(app, 'chart', fresh, { user: 'alpha' });
    expect([answer.status, messageOf(answer)]).toEqual([403, "Database doesn't exist and user doesn't have permission to create databases"]);
    await app.signedIn('visitor', 'Public');
    expect((await upload(app, 'chart', fresh, { user: 'visitor' })).status).toBe(403);
  });

  it('writes everything or nothing', async () => {
    const before = await counts();
    // The last file of the order refers to nothing, which shows only inside the transaction.
    const broken = await bundle('Slice', { 'databases/n.yaml': database({ uuid: U(7), database_name: 'New' }), 'datasets/n/t.yaml': dataset({ uuid: U(8), database_uuid: U(7) }), 'charts/a_1.yaml': chart({ uuid: U(9), dataset_uuid: U(8) }), 'charts/b_2.yaml': chart({ uuid: '99999999-0000-4000-8000-000000000000', dataset_uuid: '88888888-0000-4000-8000-000000000000' }) });
    const answer = await upload(app, 'chart', broken);
    expect(answer.status).toBe(422);
    expect(extraOf(answer)['charts/b_2.yaml']).toMatchObject({ dataset_uuid: [expect.stringContaining('88888888')] });
    expect(await counts()).toEqual(before);
  });

  it('[IMEX-07] maps every id of a dashboard', async () => {
    const charts = { 'charts/a.yaml': chart({ slice_name: 'A', uuid: '10000000-0000-4000-8000-000000000001' }), 'charts/b.yaml': chart({ slice_name: 'B', uuid: '10000000-0000-4000-8000-000000000002' }) };
    const position = {
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-a', 'CHART-b', 'CHART-c'], parents: ['ROOT_ID'] },
      'CHART-a': node('CHART-a', 501, '10000000-0000-4000-8000-000000000001'), 'CHART-b': node('CHART-b', 502, '10000000-0000-4000-8000-000000000002'), 'CHART-c': node('CHART-c', 503, '10000000-0000-4000-8000-00000000000f'),
    };
    const settings = {
      timed_refresh_immune_slices: [502, 999], expanded_slices: { 501: true, 999: true }, default_filters: '{"501":{"a":[1]},"999":{}}', filter_scopes: { 501: { a: { scope: ['ROOT_ID'], immune: [502, 999] } } },
      native_filter_configuration: [{ id: 'NATIVE_FILTER-1', targets: [{ datasetUuid: U(2), column: { name: 'a' } }, {}], scope: { rootPath: ['ROOT_ID'], excluded: [502, 503], selectedLayers: ['chart-501-layer-0', 'chart-999-layer-1'] }, chartsInScope: [501, 999] }],
      chart_configuration: { 501: { id: 501, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [502] }, chartsInScope: [501, 502] } }, 999: { id: 999 } }, global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [501] }, chartsInScope: [502] },
      label_colors: { '08901': '#fff' },
    };
    const answer = await upload(app, 'dashboard', await bundle('Dashboard', { ...charts, 'databases/w.yaml': database(), 'datasets/w/orders.yaml': dataset(), 'dashboards/d.yaml': dashboard({ position, metadata: settings }) }));
    expect(answer.json.warnings?.['dashboards/d.yaml']).toEqual([expect.stringContaining('CHART-c')]);
    const { result } = (await app.admin.get(`/api/v1/dashboard/board`)).json as { result: { position_json: string; json_metadata: string } };
    const placed = JSON.parse(result.position_json) as Record<string, { children?: string[]; meta?: { chartId: number } }>;
    const [a, b] = [placed['CHART-a']?.meta?.chartId as number, placed['CHART-b']?.meta?.chartId as number];
    expect(a).not.toBe(501);
    expect(placed['GRID_ID']?.children).toEqual(['CHART-a', 'CHART-b']);
    const { result: stored } = (await app.admin.get('/api/v1/dataset/?q=(columns:!(id,uuid))')).json as { result: { id: number; uuid: string }[] };
    expect(JSON.parse(result.json_metadata)).toMatchObject({
      timed_refresh_immune_slices: [b], expanded_slices: { [a]: true }, default_filters: `{"${a}":{"a":[1]}}`, filter_scopes: { [a]: { a: { scope: ['ROOT_ID'], immune: [b] } } },
      native_filter_configuration: [{ targets: [{ datasetId: stored.find(({ uuid }) => uuid === U(2))?.id, column: { name: 'a' } }, {}], scope: { excluded: [b], selectedLayers: [`chart-${a}-layer-0`] }, chartsInScope: [a] }],
      chart_configuration: { [a]: { id: a, crossFilters: { scope: { excluded: [b] }, chartsInScope: [a, b] } } }, global_chart_configuration: { scope: { excluded: [a] }, chartsInScope: [b] }, label_colors: { '08901': '#fff' },
    });
    expect(JSON.parse(result.json_metadata)).not.toHaveProperty('chart_configuration.999');
  });

  it('a bundle of everything refers to nothing outside, unless sparse', async () => {
    const files = { 'charts/z.yaml': chart({ uuid: '20000000-0000-4000-8000-000000000001' }) };
    expect((await upload(app, 'assets', await bundle('assets', files), { part: 'bundle' })).status).toBe(422);
    expect((await upload(app, 'assets', await bundle('assets', files), { part: 'bundle', fields: { sparse: 'true' } })).status).toBe(200);
    expect((await upload(app, 'assets', await bundle('assets', files), { part: 'bundle', fields: { sparse: 'true' }, user: 'alpha' })).status).toBe(403);
  });

  it('refuses hostile files by name and writes nothing', async () => {
    const before = await counts();
    for (const [text, reason] of [['a: &x [1]\nb: *x', 'alias'], ['!!python/object:os.system x', 'YAML'], ['__proto__: {a: 1}', '__proto__'], [Buffer.from([0xff, 0xfe, 0x00]), 'UTF-8'], ['x'.repeat(5_000_000), 'larger']] as const) {
      const answer = await upload(app, 'chart', await bundle('Slice', { 'charts/evil.yaml': text }));
      expect(answer.status).toBe(422);
      expect(messageOf(answer)).toContain(reason);
    }
    expect(await counts()).toEqual(before);
  });
});

const fixtures = superExports();
describe.skipIf(fixtures === undefined)('[contract §13] exports of a real Superset', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start();
    const instance = await DuckDBInstance.create(path.join(app.dataDir, 'examples.duckdb'));
    const connection = await instance.connect();
    for (const [table, dates] of [['cleaned_sales_data', `, types={'order_date': 'DATE'}, dateformat='%m/%d/%Y'`], ['video_game_sales', '']] as const) {
      await connection.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv('${path.join(fixtures ?? '', `${table}.csv`)}', header=true, normalize_names=false${dates})`).catch(() => connection.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv_auto('${path.join(fixtures ?? '', `${table}.csv`)}')`));
    }
    connection.closeSync();
    instance.closeSync();
    const created = await app.admin.request('POST', '/api/v1/database/', { json: { database_name: 'examples', engine: 'duckdb', parameters: { file: 'examples.duckdb' }, uuid: 'a2dc77af-e654-49bb-b321-40f6b559a1ee' } });
    expect(created.status).toBe(201);
  }, 120_000);
  afterAll(() => app.close());

  it.each([['sales_dashboard', 10], ['video_game_sales', 8]])('%s imports unchanged onto its tables', async (name, charts) => {
    const before = ((await app.admin.get('/api/v1/chart/')).json as { count: number }).count;
    const answer = await upload(app, 'dashboard', readFileSync(path.join(fixtures ?? '', `${name}.zip`)));
    expect(answer.status).toBe(200);
    // Nothing but that Superset's own export holds some charts twice.
    for (const messages of Object.values(answer.json.warnings ?? {})) expect(messages).toEqual([expect.stringContaining('has the same uuid')]);
    expect(((await app.admin.get('/api/v1/chart/')).json as { count: number }).count - before).toBe(charts);
  });

  it('says of a dataset whose table is missing that it is, and imports the rest', async () => {
    const other = await start();
    await addSalesDatabase(other, 'examples');
    const known = ((await other.admin.get('/api/v1/database/')).json as { result: { id: number; uuid: string }[] }).result[0];
    const bytes = await bundle('SqlaTable', { 'databases/e.yaml': { ...(database() as object), uuid: known?.uuid }, 'datasets/e/a.yaml': dataset({ database_uuid: known?.uuid }), 'datasets/e/s.yaml': dataset({ uuid: U(4), table_name: 'sales', schema: 'main', database_uuid: known?.uuid }) });
    expect(await upload(other, 'dataset', bytes)).toMatchObject({ status: 200, json: { message: 'OK', warnings: { 'datasets/e/a.yaml': ['Table [orders] does not exist, please double check your database connection, schema, and table name'] } } });
    expect(((await other.admin.get('/api/v1/dataset/')).json as { count: number }).count).toBe(2);
    await other.close();
  }, 60_000);
});
