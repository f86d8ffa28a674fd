import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, DATABASE_KINDS } from '../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../kernel/server/testing/test-database.ts';
import { download, upload, valueOf, zip } from './bundles.ts';
import type { Download } from './bundles.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const ROOMS = ['app/import-export', 'app/saved-queries', 'app/themes', 'app/tags', 'app/security'];
const FLAGS = { TAGGING_SYSTEM: true, DASHBOARD_RBAC: true };
/** Kinds by resource, with the ids of the source's assets. */
const RESOURCES = ['database', 'dataset', 'chart', 'dashboard', 'saved_query', 'theme'] as const;

const withoutTime = ({ texts }: Download): Readonly<Record<string, string>> => ({ ...texts, 'metadata.yaml': (texts['metadata.yaml'] ?? '').replace(/^timestamp: .*$/m, '') });

async function post(app: TestApp, path: string, json: unknown): Promise<number> {
  const answer = await app.admin.request('POST', path, { json });
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return (answer.json as { id: number }).id;
}

const idsOf = async (app: TestApp, resource: string): Promise<readonly number[]> => ((await app.admin.get(withQ(`/api/v1/${resource}/`, { page_size: 100 }))).json as { ids: number[] }).ids;

describe.each(DATABASE_KINDS)('[contract §13] [IMEX-01…09] every kind of asset, on %s', (kind) => {
  const databases: TestDatabase[] = [];
  const apps: TestApp[] = [];
  async function start(featureFlags: Readonly<Record<string, boolean>> = FLAGS): Promise<TestApp> {
    const fresh = await createTestDatabase(kind);
    databases.push(fresh);
    const app = await startApp({ more: ROOMS, config: { featureFlags, ...(fresh.url ? { metadataUrl: fresh.url } : {}) } });
    apps.push(app);
    return app;
  }
  let source: TestApp;
  let everything: Download;
  const ids: Partial<Record<(typeof RESOURCES)[number], number>> = {};

  beforeAll(async () => {
    source = await start();
    ids.database = await addSalesDatabase(source);
    await source.admin.request('PUT', `/api/v1/database/${ids.database}`, { json: { cache_timeout: 7, extra: '{"schemas_allowed_for_file_upload":["main"],"metadata_params":{}}', allow_file_upload: true } });
    ids.dataset = await addDataset(source, ids.database, 'sales');
    const regions = await addDataset(source, ids.database, 'regions');
    ids.chart = await addChart(source, ids.dataset, 'Sales', { query_context: JSON.stringify({ datasource: { id: ids.dataset, type: 'table' }, queries: [{ metrics: ['count'] }], form_data: { datasource: `${ids.dataset}__table` } }) });
    ids.saved_query = await post(source, '/api/v1/saved_query/', { label: 'Top', sql: 'select 1', schema: 'main', db_id: ids.database, description: 'd' });
    ids.theme = await post(source, '/api/v1/theme/', { theme_name: 'Green', json_data: '{"token":{"colorPrimary":"#0a0"}}' });
    const [gamma] = ((await source.admin.get('/api/v1/security/roles/')).json as { result: { id: number; name: string }[] }).result.filter(({ name }) => name === 'Gamma');
    const json_metadata = JSON.stringify({ native_filter_configuration: [{ id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', filterType: 'filter_select', targets: [{ datasetId: regions, column: { name: 'name' } }], scope: { rootPath: ['ROOT_ID'], excluded: [ids.chart] } }] });
    ids.dashboard = await post(source, '/api/v1/dashboard/', { dashboard_title: 'Board', slug: 'board', published: true, json_metadata, theme_id: ids.theme, roles: [gamma?.id] });
    await source.admin.request('PUT', `/api/v1/chart/${ids.chart}`, { json: { dashboards: [ids.dashboard] } });
    const tagged = await source.admin.request('POST', '/api/v1/tag/', { json: { name: 'finance', description: 'Money', objects_to_tag: [['chart', ids.chart], ['dashboard', ids.dashboard]] } });
    expect(tagged.status).toBe(201);
    expect((await source.admin.request('POST', '/api/v1/tag/', { json: { name: 'unused', description: 'Nobody', objects_to_tag: [] } })).status).toBe(201);
    everything = await download(source, 'assets');
  }, 120_000);
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const used of databases) await used.drop();
  });

  it('names all kinds, tags and roles', () => {
    expect(Object.keys(everything.texts).sort()).toEqual([
      'charts/Sales_1.yaml', 'dashboards/Board_1.yaml', 'databases/Sales.yaml', 'datasets/Sales/regions_2.yaml', 'datasets/Sales/sales_1.yaml', 'metadata.yaml', 'queries/Sales/main/Top.yaml', 'tags.yaml',
      ...Object.keys(everything.texts).filter((name) => name.startsWith('themes/')),
    ].sort());
    expect(Object.keys(everything.texts)).toContain('themes/Green.yaml');
    expect(valueOf(everything, 'tags')).toEqual({ tags: [{ tag_name: 'finance', description: 'Money' }, { tag_name: 'unused', description: 'Nobody' }] });
    expect(valueOf(everything, 'charts/')['tags']).toEqual(['finance']);
    expect(valueOf(everything, 'dashboards/')).toMatchObject({ tags: ['finance'], roles: ['Gamma'], theme_uuid: valueOf(everything, 'themes/Green')['uuid'] });
    expect(valueOf(everything, 'databases/')['extra']).toMatchObject({ schemas_allowed_for_csv_upload: ['main'] });
  });

  it('a dashboard takes along its charts, the datasets of its filters, its theme and the tags in use', async () => {
    const exported = await download(source, 'dashboard', [ids.dashboard as number]);
    expect(Object.keys(exported.texts)).toEqual(expect.arrayContaining(['charts/Sales_1.yaml', 'datasets/Sales/regions_2.yaml', 'databases/Sales.yaml', 'themes/Green.yaml', 'tags.yaml']));
    expect(valueOf(exported, 'tags')).toEqual({ tags: [{ tag_name: 'finance', description: 'Money' }] });
  });

  it('everything at once: an empty server exports the same again', async () => {
    const target = await start();
    const answer = await upload(target, 'assets', everything.bytes, { part: 'bundle' });
    expect([answer.status, answer.json.message]).toEqual([200, 'OK']);
    expect(withoutTime(await download(target, 'assets'))).toEqual(withoutTime(everything));
    // Once more onto itself, overwriting all of it: still the same.
    expect((await upload(target, 'assets', everything.bytes, { part: 'bundle' })).status).toBe(200);
    expect(withoutTime(await download(target, 'assets'))).toEqual(withoutTime(everything));
  }, 60_000);

  it.each(RESOURCES)('%s alone: an empty server exports the same again', async (resource) => {
    const first = await download(source, resource, [ids[resource] as number]);
    expect(first.status).toBe(200);
    const target = await start();
    expect((await upload(target, resource, first.bytes)).json.message).toBe('OK');
    const uuid = /^uuid: (\S+)$/m.exec(first.texts[Object.keys(first.texts).find((name) => name.startsWith({ database: 'databases', dataset: 'datasets', chart: 'charts', dashboard: 'dashboards', saved_query: 'queries', theme: 'themes' }[resource])) ?? ''] ?? '')?.[1];
    const found = await Promise.all((await idsOf(target, resource)).map(async (id) => [id, await download(target, resource, [id])] as const));
    const second = found.find(([, { texts }]) => Object.values(texts).some((text) => text.includes(`uuid: ${uuid}`)))?.[1];
    // Datasets named without ids come in the order of their names; ids of files that have none are the server's own.
    expect(second && withoutTime(second)).toEqual(withoutTime(first));
  }, 60_000);

  it('without the flags neither tags nor roles are written, and tags are not read', async () => {
    const plain = await start({});
    const answer = await upload(plain, 'assets', everything.bytes, { part: 'bundle' });
    expect(answer.status).toBe(200);
    expect(answer.json.warnings?.['charts/Sales_1.yaml']).toEqual([expect.stringContaining('TAGGING_SYSTEM')]);
    const again = await download(plain, 'assets');
    expect(Object.keys(again.texts)).not.toContain('tags.yaml');
    for (const prefix of ['charts/', 'dashboards/']) for (const key of ['tags', 'roles']) expect(valueOf(again, prefix)).not.toHaveProperty(key);
  }, 60_000);

  it('a dashboard of roles nobody has here becomes a draft', async () => {
    const target = await start();
    const changed = await zip(Object.fromEntries(Object.entries(everything.texts).map(([name, text]) => [name, text.replace('- Gamma', '- Board members')])));
    const answer = await upload(target, 'assets', changed, { part: 'bundle' });
    expect(answer.json.warnings?.['dashboards/Board_1.yaml']).toEqual([expect.stringContaining('Board members'), expect.stringContaining('draft')]);
    expect(((await target.admin.get('/api/v1/dashboard/1')).json as { result: object }).result).toMatchObject({ published: false, roles: [] });
  }, 60_000);

  it('a malformed tags.yaml is named and nothing is written', async () => {
    const target = await start();
    const files = (more: object): Promise<Buffer> => zip({ ...everything.texts, ...more });
    const bad = await upload(target, 'assets', await files({ 'tags.yaml': 'tags:\n- description: x\n' }), { part: 'bundle' });
    expect([bad.status, bad.json.errors?.[0]?.extra]).toEqual([422, expect.objectContaining({ 'tags.yaml': { 'tags.0.tag_name': ['Missing data for required field.'] } })]);
    expect(await idsOf(target, 'chart')).toEqual([]);
  }, 60_000);
});
