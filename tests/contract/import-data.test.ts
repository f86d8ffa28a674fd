import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { upload, zip } from './bundles.ts';
import type { UploadAnswer } from './bundles.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { addUploadDatabase } from './upload-kit.ts';

vi.setConfig({ testTimeout: 120_000 });
const DATABASE = '11111111-0000-4000-8000-111111111111';
const ROOMS = ['data/sql', 'data/query', 'data/upload', 'app/import-export', 'app/security'];
const CSV = 'day,n\n2024-01-01,1\n2024-01-02,2\n';

let origin: string;
let asked: string[] = [];
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/moved.csv') return void response.writeHead(302, { location: '/a.csv' }).end();
  if (request.url === '/endless.csv') {
    response.writeHead(200);
    const more = (): void => void response.write('x'.repeat(64 * 1024), (error) => (error ? undefined : more()));
    return more();
  }
  if (request.url === '/none.csv') return void response.writeHead(404).end();
  response.end(request.url?.endsWith('.gz') ? gzipSync(CSV) : CSV);
});
const apps: TestApp[] = [];
async function start(conf: Readonly<Record<string, unknown>>): Promise<TestApp> {
  const app = await startApp({ more: ROOMS, config: { conf: { UPLOAD_MAX_BYTES: 3_000_000, ...conf } } });
  apps.push(app);
  await addUploadDatabase(app, 'Data', { uuid: DATABASE });
  return app;
}

let count = 0;
/** Imports a dataset whose rows are elsewhere; answers what the import said of it. */
async function importFrom(app: TestApp, data: string, table_name = `t${(count += 1)}`): Promise<{ answer: UploadAnswer; messages: readonly string[]; uuid: string }> {
  const uuid = `22222222-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
  const database = { database_name: 'Data', sqlalchemy_uri: 'duckdb:///data.duckdb', uuid: DATABASE, version: '1.0.0' };
  const dataset = { table_name, schema: null, uuid, version: '1.0.0', database_uuid: DATABASE, data, columns: [{ column_name: 'day', is_dttm: true }, { column_name: 'n' }], metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }] };
  const answer = await upload(app, 'dataset', await zip({ 'metadata.yaml': { version: '1.0.0', type: 'SqlaTable' }, 'databases/d.yaml': database, 'datasets/d/t.yaml': dataset }));
  expect([answer.status, answer.json.message]).toEqual([200, 'OK']);
  return { answer, messages: answer.json.warnings?.['datasets/d/t.yaml'] ?? [], uuid };
}

async function rowsOf(app: TestApp, uuid: string): Promise<unknown> {
  const { result } = (await app.admin.get(`/api/v1/dataset/${uuid}`)).json as { result: { id: number } };
  const context = { datasource: { id: result.id, type: 'table' }, queries: [{ columns: ['day'], metrics: ['count'], orderby: [['day', true]] }], result_type: 'full', result_format: 'json' };
  const { json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: context });
  return (json as { result?: { data: unknown[] }[] }).result?.[0]?.data ?? text;
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const app of apps) await app.close();
  server.closeAllConnections();
  server.close();
});

describe('[IMEX-13] datasets whose rows are at a URL', () => {
  it('are loaded from allowed addresses, once, when the table is not there', async () => {
    const app = await start({ DATASET_IMPORT_ALLOWED_DATA_URLS: ['http://127\\.0\\.0\\.1:\\d+/.*'], DATASET_IMPORT_ALLOW_PRIVATE_HOSTS: true });
    const plain = await importFrom(app, `${origin}/a.csv`);
    expect(plain.messages).toEqual([]);
    expect(await rowsOf(app, plain.uuid)).toEqual([{ day: Date.UTC(2024, 0, 1), count: 1 }, { day: Date.UTC(2024, 0, 2), count: 1 }]);
    const packed = await importFrom(app, `${origin}/b.csv.gz`, 'packed');
    expect(packed.messages).toEqual([]);
    expect(await rowsOf(app, packed.uuid)).toHaveLength(2);
    asked = [];
    await importFrom(app, `${origin}/c.csv`, 'packed');
    expect(asked).toEqual([]);
    // What cannot be had is said, and the dataset is there all the same.
    for (const [name, message] of [['moved', 'answered 302'], ['none', 'answered 404'], ['endless', 'larger than 3000000']] as const) {
      expect((await importFrom(app, `${origin}/${name}.csv`)).messages).toEqual([expect.stringContaining(message), expect.stringContaining('does not exist')]);
    }
    expect((await import('node:fs')).readdirSync(`${app.dataDir}/tmp/upload`)).toEqual([]);
  });

  it('[promises 34] are not asked for anywhere else', async () => {
    asked = [];
    const closed = await start({});
    expect((await importFrom(closed, `${origin}/a.csv`)).messages[0]).toContain('DATASET_IMPORT_ALLOWED_DATA_URLS');
    const open = await start({ DATASET_IMPORT_ALLOWED_DATA_URLS: ['.*', '('] });
    for (const address of [`${origin}/a.csv`, origin.replace('http:', 'https:'), 'https://localhost/a.csv', 'https://169.254.169.254/latest/meta-data', 'file:///etc/passwd']) {
      expect((await importFrom(open, address)).messages[0]).toMatch(/not on the internet|by https only/);
    }
    expect(asked).toEqual([]);
  });
});
