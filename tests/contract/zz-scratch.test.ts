import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartDataResult, FormData } from '@orrery/sdk';
import { readZip } from '../../plugins/app/import-export/server/zip/read-zip.ts';
import { EXAMPLES_UUID } from '../../plugins/pack/examples/server/install/create-assets.ts';
import { findVizType } from '../../scripts/vectors/viz-types.ts';
import { superExports, upload } from './bundles.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { addUploadDatabase, sendFile } from './upload-kit.ts';

const folder = superExports();
const ROOMS = ['data/sql', 'data/query', 'data/upload', 'app/import-export', 'app/security', 'pack/examples'];
/** The database the exports name; the examples pack makes it under the same uuid. */
const EXAMPLES = { uuid: EXAMPLES_UUID, database_name: 'examples' };
const BUNDLES = ['sales_dashboard', 'video_game_sales'] as const;
const TABLES = ['cleaned_sales_data', 'video_game_sales'] as const;

interface Chart {
  readonly id: number;
  readonly slice_name: string;
  readonly viz_type: string;
  readonly form_data: FormData;
}

async function listOf<T>(app: TestApp, resource: string, more: Readonly<Record<string, unknown>> = {}): Promise<readonly T[]> {
  return ((await app.admin.get(withQ(`/api/v1/${resource}/`, { page_size: 100, ...more }))).json as { result: T[] }).result;
}

/** Files of an exported archive by path, without what only tells when it was made. */
async function exported(app: TestApp): Promise<{ readonly bytes: Buffer; readonly files: ReadonlyMap<string, string> }> {
  const ids = (await listOf<{ id: number; dashboard_title: string }>(app, 'dashboard', { order_column: 'dashboard_title', order_direction: 'asc' })).map(({ id }) => id);
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

  beforeAll(async () => {
    app = await startApp({ more: ROOMS, config: { examples: true } });
    await app.kernel.listen({ host: '127.0.0.1', port: 0 });
    for (;;) {
      const [found] = await listOf<{ id: number; uuid: string }>(app, 'database');
      if (found) { database = found.id; break; }
      await new Promise((r) => setTimeout(r, 100));
    }
  }, 60_000);
  afterAll(() => app.close());

  it('their CSVs become tables with datasets', async () => {
    for (const table of TABLES) {
      const answer = await sendFile(app, `${database}/upload/`, { name: `${table}.csv`, bytes: read(`${table}.csv`) }, { type: 'csv', table_name: table });
      expect([answer.status, answer.json]).toEqual([201, { message: 'OK' }]);
    }
    expect((await listOf<{ table_name: string }>(app, 'dataset')).map(({ table_name }) => table_name).sort()).toEqual(TABLES);
  }, 60_000);

  it.each(BUNDLES)('%s is imported unchanged', async (name) => {
    const answer = await upload(app, 'dashboard', read(`${name}.zip`), { fileName: `${name}.zip` });
    expect(answer.json.message).toBe('OK');
    expect(answer.status).toBe(200);
  });

  it('the database stays the one that has the data; one table has one dataset', async () => {
    expect((await listOf<{ id: number; backend: string; uuid: string }>(app, 'database')).map(({ id, backend, uuid }) => [id, backend, uuid])).toEqual([[database, 'duckdb', EXAMPLES.uuid]]);
    expect(await listOf(app, 'dataset')).toHaveLength(2);
    // 21 files, of which three have the uuid of another one.
    expect(await listOf(app, 'chart')).toHaveLength(18);
  });

  async function failuresOf(contextOf: (chart: Chart) => Promise<unknown>): Promise<{ failures: string[]; asked: number }> {
    const failures: string[] = [];
    let asked = 0;
    for (const chart of await listOf<Chart>(app, 'chart')) {
      const context = await contextOf(chart);
      if (context === undefined) continue;
      asked += 1;
      const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: context });
      const results = (json as { result?: ChartDataResult[] } | undefined)?.result ?? [];
      if (status !== 200 || results.length === 0 || !results.every(({ rowcount }) => rowcount > 0)) failures.push(`${chart.slice_name} (${chart.viz_type}): ${status} ${text.slice(0, 400)}`);
    }
    return { failures, asked };
  }

  it('every saved query_context answers rows', async () => {
    const { failures, asked } = await failuresOf(async ({ id }) => {
      const shown = (await app.admin.get(`/api/v1/chart/${id}`)).json as { result: { query_context: string | null } };
      return shown.result.query_context ? (JSON.parse(shown.result.query_context) as unknown) : undefined;
    });
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(0);
  }, 60_000);

  it('every freshly built query answers rows, where the viz type is here', async () => {
    const missing = new Set<string>();
    const { failures, asked } = await failuresOf(async ({ id, viz_type, form_data }) => {
      const viz = await findVizType(viz_type);
      if (!viz) missing.add(viz_type);
      return viz?.buildQuery({ ...form_data, slice_id: id } as FormData);
    });
    if (missing.size > 0) console.warn(`Not asked, no plugin draws them: ${[...missing].sort().join(', ')}`);
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(0);
  }, 120_000);

  it('export, import into an empty server, export again: the same but for timestamps', async () => {
    const first = await exported(app);
    const other = await startApp({ more: ROOMS });
    try {
      const answer = await upload(other, 'dashboard', first.bytes, { fileName: 'dashboards.zip' });
      expect(answer.json.message).toBe('OK');
      const second = await exported(other);
      expect([...second.files.keys()].sort()).toEqual([...first.files.keys()].sort());
      for (const [name, text] of first.files) expect(second.files.get(name), name).toBe(text);
    } finally {
      await other.close();
    }
  }, 60_000);
});
