import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ChartDataResult, FormData, JsonObject } from '@orrery/sdk';
import { readZip } from '../../plugins/app/import-export/server/zip/read-zip.ts';
import { EXAMPLES_UUID } from '../../plugins/pack/examples/server/install/create-assets.ts';
import { findVizType } from '../../scripts/vectors/viz-types.ts';
import { superExports, upload, zip } from './bundles.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { sendFile } from './upload-kit.ts';

const folder = superExports();
const ROOMS = ['data/sql', 'data/query', 'data/upload', 'app/import-export', 'app/security'];
const namesOf = (extension: string): readonly string[] => (folder ? readdirSync(folder).filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length)).sort() : []);
const BUNDLES = namesOf('.zip');
const TABLES = namesOf('.csv');

interface Chart {
  readonly id: number;
  readonly slice_name: string;
  readonly viz_type: string;
  readonly form_data: FormData;
}

/** A chart's file. */
interface ChartFile {
  readonly uuid: string;
  readonly slice_name: string;
  readonly viz_type: string;
  readonly params: FormData;
  readonly query_context?: string | null;
}

/** Id of the database of the examples pack, once it is there. */
async function examplesDatabase(app: TestApp): Promise<number> {
  for (let waited = 0; waited < 200_000; waited += 250) {
    const { status, message } = (await app.admin.get('/api/v1/examples/progress')).json as { status: string; message: string | null };
    if (status === 'failed') throw new Error(message ?? 'The examples failed');
    if (status === 'done') break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const [found] = (await listOf<{ id: number; uuid: string }>(app, 'database')).filter(({ uuid }) => uuid === EXAMPLES_UUID);
  if (!found) throw new Error('The examples database is not there');
  return found.id;
}

async function listOf<T>(app: TestApp, resource: string, more: Readonly<Record<string, unknown>> = {}): Promise<readonly T[]> {
  return ((await app.admin.get(withQ(`/api/v1/${resource}/`, { page_size: 100, ...more }))).json as { result: T[] }).result;
}

/** Files of an exported archive by path, without what only tells when it was made. */
async function exported(app: TestApp, titles: readonly string[]): Promise<{ readonly bytes: Buffer; readonly files: ReadonlyMap<string, string> }> {
  const ids = (await listOf<{ id: number; dashboard_title: string }>(app, 'dashboard', { order_column: 'dashboard_title', order_direction: 'asc' })).filter(({ dashboard_title }) => titles.includes(dashboard_title)).map(({ id }) => id);
  expect(ids).toHaveLength(titles.length);
  const answer = await app.kernel.http.app.inject({
    method: 'GET',
    url: withQ('/api/v1/dashboard/export/', ids),
    headers: { cookie: [...app.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  expect(answer.statusCode).toBe(200);
  const files = await readZip(answer.rawPayload, () => true);
  return { bytes: answer.rawPayload, files: new Map([...files].map(([name, bytes]) => [name.replace(/^[^/]+\//, ''), bytes.toString('utf8').replace(/^timestamp: .*$/m, 'timestamp: -')])) };
}

describe.skipIf(!folder)('exports of a real Superset', () => {
  let app: TestApp;
  let database: number;
  const read = (name: string): Buffer => readFileSync(path.join(folder ?? '', name));
  /** Charts of the bundles by uuid; of files with the same uuid, the one that says most. */
  const expected = new Map<string, ChartFile>();
  const dashboards: { readonly title: string; readonly placed: ReadonlySet<string> }[] = [];

  beforeAll(async () => {
    for (const name of BUNDLES) {
      for (const [file, bytes] of await readZip(read(`${name}.zip`), (entry) => entry.endsWith('.yaml'))) {
        const content = parse(bytes.toString('utf8'), { version: '1.1' }) as Record<string, unknown>;
        const chart = content as unknown as ChartFile;
        const known = expected.get(chart.uuid);
        if (file.includes('/charts/') && (!known || Object.keys(chart).length > Object.keys(known).length)) expected.set(chart.uuid, chart);
        if (file.includes('/dashboards/')) {
          const nodes = Object.values(content['position'] as Record<string, { type?: string; meta?: { uuid: string } }>);
          dashboards.push({ title: String(content['dashboard_title']), placed: new Set(nodes.filter(({ type }) => type === 'CHART').map(({ meta }) => meta?.uuid ?? '')) });
        }
      }
    }
    app = await startApp({ more: [...ROOMS, 'pack/examples'], config: { examples: true } });
    await app.kernel.listen({ host: '127.0.0.1', port: 0 });
    database = await examplesDatabase(app);
  }, 240_000);
  afterAll(() => app.close());

  it('their CSVs become tables of the examples, with datasets', async () => {
    expect([BUNDLES.length, TABLES.length, expected.size]).toEqual([2, 2, 18]);
    for (const table of TABLES) {
      const answer = await sendFile(app, `${database}/upload/`, { name: `${table}.csv`, bytes: read(`${table}.csv`) }, { type: 'csv', table_name: table });
      expect([answer.status, answer.json]).toEqual([201, { message: 'OK' }]);
    }
    expect((await listOf<{ table_name: string }>(app, 'dataset')).map(({ table_name }) => table_name)).toEqual(expect.arrayContaining([...TABLES]));
  }, 120_000);

  it.each(BUNDLES)('%s is imported unchanged', async (name) => {
    const before = (await listOf(app, 'dataset')).length;
    const answer = await upload(app, 'dashboard', read(`${name}.zip`), { fileName: `${name}.zip` });
    expect([answer.status, answer.json.message]).toEqual([200, 'OK']);
    // One table has one dataset: that of the upload.
    expect((await listOf(app, 'dataset')).length).toBe(before);
  }, 60_000);

  it('all charts are there as the files have them; the database stays the one that has the data', async () => {
    expect((await listOf<{ id: number; backend: string; uuid: string }>(app, 'database')).map(({ id, backend, uuid }) => [id, backend, uuid])).toEqual([[database, 'duckdb', EXAMPLES_UUID]]);
    for (const [uuid, file] of expected) {
      const { result } = (await app.admin.get(`/api/v1/chart/${uuid}`)).json as { result: { slice_name: string; viz_type: string; params: string; query_context: string | null; datasource_id: number } };
      const params = JSON.parse(result.params) as FormData;
      const own = `${result.datasource_id}__table`;
      expect({ ...result, params }, file.slice_name).toMatchObject({ slice_name: file.slice_name, viz_type: file.viz_type, params: { ...file.params, datasource: own, ...('slice_id' in file.params ? { slice_id: params['slice_id'] } : {}), ...('annotation_layers' in file.params ? { annotation_layers: [] } : {}) } });
      expect(Boolean(result.query_context), file.slice_name).toBe(Boolean(file.query_context));
    }
    for (const { title, placed } of dashboards) {
      const [found] = await listOf<{ id: number }>(app, 'dashboard', { filters: [{ col: 'dashboard_title', opr: 'title_or_slug', value: title }] });
      const charts = ((await app.admin.get(`/api/v1/dashboard/${found?.id}/charts`)).json as { result: { slice_name: string }[] }).result;
      expect(charts.map(({ slice_name }) => slice_name).sort(), title).toEqual([...placed].map((uuid) => expected.get(uuid)?.slice_name).sort());
    }
  });

  /** Asks each chart's queries, and answers those that did not get 200 and rows to each. */
  async function failuresOf(contextOf: (chart: Chart) => Promise<unknown>): Promise<{ failures: string[]; asked: number }> {
    const failures: string[] = [];
    let asked = 0;
    for (const chart of await chartsOf()) {
      const context = await contextOf(chart);
      if (context === undefined) continue;
      asked += 1;
      const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: context });
      const results = (json as { result?: ChartDataResult[] } | undefined)?.result ?? [];
      if (status !== 200 || results.length === 0 || !results.every(({ rowcount }) => rowcount > 0)) failures.push(`${chart.slice_name} (${chart.viz_type}): ${status} ${text.slice(0, 400)}`);
    }
    return { failures, asked };
  }

  /** The charts of the bundles; the examples have others of their own. */
  async function chartsOf(): Promise<readonly Chart[]> {
    const found = await Promise.all([...expected.keys()].map(async (uuid) => ((await app.admin.get(`/api/v1/chart/${uuid}`)).json as { result: { id: number } }).result.id));
    const ids = new Set(found);
    return (await listOf<Chart>(app, 'chart')).filter(({ id }) => ids.has(id));
  }

  it('every saved query_context answers rows', async () => {
    const { failures, asked } = await failuresOf(async ({ id }) => {
      const shown = (await app.admin.get(`/api/v1/chart/${id}`)).json as { result: { query_context: string | null } };
      return shown.result.query_context ? (JSON.parse(shown.result.query_context) as unknown) : undefined;
    });
    expect(failures).toEqual([]);
    expect(asked).toBe([...expected.values()].filter(({ query_context }) => query_context).length);
    expect(asked).toBeGreaterThan(0);
  }, 120_000);

  it('every freshly built query answers rows, where the viz type is here', async () => {
    const missing = new Set<string>();
    const { failures, asked } = await failuresOf(async ({ id, viz_type, form_data }) => {
      const viz = await findVizType(viz_type);
      if (!viz) missing.add(viz_type);
      return viz?.buildQuery({ ...form_data, slice_id: id } as FormData);
    });
    if (missing.size > 0) console.warn(`Not asked, no plugin draws them: ${[...missing].sort().join(', ')}`);
    expect(failures).toEqual([]);
    expect(asked).toBe([...expected.values()].filter(({ viz_type }) => !missing.has(viz_type)).length);
    expect(asked).toBeGreaterThan(0);
  }, 180_000);

  it('[contract §7.6] charts converted from old types answer rows too, where the type of today is here', async () => {
    const [dataset] = (await listOf<{ id: number; table_name: string; uuid: string }>(app, 'dataset', { columns: ['id', 'table_name', 'uuid'] })).filter(({ table_name }) => table_name === 'cleaned_sales_data');
    const sum = { expressionType: 'SQL', sqlExpression: 'SUM(sales)', label: 'sum' };
    const time = { granularity_sqla: 'order_date', time_grain_sqla: 'P1M', time_range: '2003-01-01 : 2005-12-31' };
    const old: Readonly<Record<string, JsonObject>> = {
      line: { ...time, metrics: [sum], groupby: ['deal_size'], time_compare: ['1 year'], comparison_type: 'absolute' },
      area: { ...time, metrics: [sum], groupby: ['deal_size'], stacked_style: 'expand' },
      bar: { ...time, metrics: [sum], bar_stacked: true },
      dist_bar: { ...time, metrics: [sum], groupby: ['product_line', 'deal_size'], columns: ['status'], row_limit: 100 },
      dual_line: { ...time, metric: sum, metric_2: 'count' },
      bubble: { ...time, entity: 'product_line', series: 'deal_size', x: sum, y: 'count', size: 'count', limit: 20 },
      heatmap: { ...time, all_columns_x: 'product_line', all_columns_y: 'deal_size', metric: sum },
      histogram: { ...time, all_columns_x: ['sales'], link_length: '10', groupby: [] },
      sankey: { ...time, groupby: ['product_line', 'deal_size'], metric: sum },
      sunburst: { ...time, groupby: ['product_line', 'deal_size'], metric: sum },
      treemap: { ...time, groupby: ['product_line'], metrics: [sum] },
      pivot_table: { ...time, groupby: ['product_line'], columns: ['deal_size'], metrics: [sum], pandas_aggfunc: 'sum', row_limit: 10 },
    };
    const files = Object.entries(old).map(([viz_type, params], index) => [
      `charts/${viz_type}.yaml`,
      { slice_name: `Old ${viz_type}`, viz_type, params, uuid: `0000000${(index + 1).toString(16)}-0000-4000-8000-000000000000`, version: '1.0.0', dataset_uuid: dataset?.uuid },
    ]);
    const bytes = await zip({ 'metadata.yaml': { version: '1.0.0', type: 'Slice', timestamp: '2025-01-01T00:00:00+00:00' }, ...(Object.fromEntries(files) as Record<string, unknown>) });
    expect((await upload(app, 'chart', bytes)).json.message).toBe('OK');
    const charts = (await listOf<Chart>(app, 'chart')).filter(({ slice_name }) => slice_name.startsWith('Old '));
    expect(charts).toHaveLength(Object.keys(old).length);
    const failures: string[] = [];
    for (const { id, slice_name, viz_type, form_data } of charts) {
      expect(Object.keys(old)).not.toContain(viz_type);
      const viz = await findVizType(viz_type);
      if (!viz) continue;
      const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: viz.buildQuery({ ...form_data, slice_id: id } as FormData) });
      if (status !== 200 || !(json as { result: ChartDataResult[] }).result.every(({ rowcount }) => rowcount > 0)) failures.push(`${slice_name}: ${status} ${text.slice(0, 400)}`);
    }
    expect(failures).toEqual([]);
    for (const { id } of charts) await app.admin.request('DELETE', `/api/v1/chart/${id}`);
  }, 180_000);

  it('export, import into an empty server, export again: the same but for timestamps', async () => {
    const titles = dashboards.map(({ title }) => title);
    const first = await exported(app, titles);
    const charts = [...first.files.keys()].filter((name) => name.startsWith('charts/'));
    expect(charts).toHaveLength(expected.size);
    const other = await startApp({ more: ROOMS });
    try {
      const answer = await upload(other, 'dashboard', first.bytes, { fileName: 'dashboards.zip' });
      expect(answer.json.message).toBe('OK');
      const second = await exported(other, titles);
      expect([...second.files.keys()].sort()).toEqual([...first.files.keys()].sort());
      for (const [name, text] of first.files) expect(second.files.get(name), name).toBe(text);
    } finally {
      await other.close();
    }
  }, 60_000);
});
