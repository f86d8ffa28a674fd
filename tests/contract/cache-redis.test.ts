import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AsyncEvent } from '../../plugins/data/async-events/contract.ts';
import { createCutLine } from '../support/cut-line.ts';
import type { CutLine } from '../support/cut-line.ts';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const redisUrl = process.env['ORRERY_TEST_REDIS'];
if (!redisUrl) console.info('Skipped: two servers with a cache in Redis need one; name it in ORRERY_TEST_REDIS.');

const ROOMS = ['data/query', 'data/async-events', 'data/legacy-charts'];
/** Two servers and their engines on whatever machine this is. */
vi.setConfig({ testTimeout: 60_000 });

/** Two machines of one deployment: Redis, the metadata and the secret key are all they share. */
describe.skipIf(!redisUrl)('[contract §3.7] two servers with data folders of their own and one Redis', () => {
  let line: CutLine;
  let one: TestApp;
  let other: TestApp;
  let folder: string;
  let sales: number;
  const secretKey = 'the-secret-key-of-this-test-and-of-nothing-else';

  async function start(admin: string, dataDir?: string): Promise<TestApp> {
    process.env['ORRERY_REDIS_URL'] = line.url;
    try {
      return await startApp({ more: ROOMS, admin, config: { secretKey, featureFlags: { GLOBAL_ASYNC_QUERIES: true }, ...(dataDir === undefined ? {} : { dataDir }) } });
    } finally {
      delete process.env['ORRERY_REDIS_URL'];
    }
  }

  const context = (query: object, more: object = {}) => ({ datasource: { id: sales, type: 'table' }, queries: [{ metrics: ['count'], ...query }], ...more });
  /** Answers at once: only full results are asked for later. */
  const rows = async (app: TestApp, query: object, more: object = {}): Promise<{ readonly is_cached: boolean; readonly rowcount: number }> => {
    const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: context(query, { result_type: 'post_processed', ...more }) });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return (json as { result: { is_cached: boolean; rowcount: number }[] }).result[0]!;
  };
  /** The address of a job's result, as soon as its end is told. */
  async function resultUrl(app: TestApp, job: string): Promise<string> {
    for (const until = Date.now() + 30_000; Date.now() < until; await wait(50)) {
      const { json } = await app.admin.get('/api/v1/async_event/');
      const end = (json as { result?: AsyncEvent[] }).result?.find((event) => event.job_id === job && event.status !== 'running');
      if (end) return end.result_url ?? `it failed: ${JSON.stringify(end.errors)}`;
    }
    throw new Error('The job did not end.');
  }
  async function accepted(app: TestApp, query: object): Promise<string> {
    const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: context(query) });
    if (status !== 202) throw new Error(`${status} ${text}`);
    // The browser's cookies go to whichever server it speaks to.
    for (const [name, value] of app.admin.cookies) for (const { admin } of [one, other]) admin.cookies.set(name, value);
    return (json as { job_id: string }).job_id;
  }
  const cached = expect.objectContaining({ is_cached: true }) as unknown;
  const uncached = expect.objectContaining({ is_cached: false }) as unknown;
  /** A result is stored after it was answered. */
  const STORED = { timeout: 15_000, interval: 50 };

  beforeAll(async () => {
    const address = new URL(redisUrl!);
    // An account without a password takes any.
    if (!address.password) Object.assign(address, { username: 'default', password: 'hidden-word' });
    line = await createCutLine(address.href);
    one = await start('root');
    const database = await addSalesDatabase(one);
    sales = await addDataset(one, database, 'sales');
    folder = mkdtempSync(path.join(tmpdir(), 'orrery-other-'));
    symlinkSync(path.join(one.dataDir, 'metadata.db'), path.join(folder, 'metadata.db'));
    copyFileSync(path.join(one.dataDir, 'sales.duckdb'), path.join(folder, 'sales.duckdb'));
    other = await start('second', folder);
  }, 120_000);
  afterAll(async () => {
    await other?.close();
    await one?.close();
    line?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('what one has computed is a hit on the other, and so is what one computes anew', async () => {
    expect(await rows(one, { columns: ['region'] })).toEqual(uncached);
    await vi.waitFor(async () => expect(await rows(other, { columns: ['region'] })).toEqual(cached), STORED);
    expect(await rows(other, { columns: ['region'] }, { force: true })).toEqual(uncached);
    expect(await rows(one, { columns: ['region'] })).toEqual(cached);
    for (const { dataDir } of [one, other]) expect(existsSync(path.join(dataDir, 'cache'))).toBe(false);
  });

  it('[contract §3.8] a job accepted by one is answered by the other', async () => {
    const url = await resultUrl(other, await accepted(one, { columns: ['rate'] }));
    expect(url).toMatch(/^\/api\/v1\/chart\/data\/qc-/);
    await vi.waitFor(async () => expect(await other.admin.get(url)).toMatchObject({ status: 200, json: { result: [{ is_cached: true, rowcount: 3 }] } }), STORED);
  });

  it('[promises R3] without Redis both go on, uncached, and keep what they promised', async () => {
    const url = await resultUrl(one, await accepted(one, { columns: ['amount'] }));
    const form = { datasource: `${sales}__table`, viz_type: 'bullet', metric: { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'amount' } };
    const legacy = await one.admin.request('POST', '/superset/explore_json/', { form: { form_data: JSON.stringify(form) }, csrf: false });
    expect(legacy.status).toBe(202);
    const legacyUrl = await resultUrl(one, (legacy.json as { job_id: string }).job_id);
    const saved = await one.admin.request('POST', '/api/v1/explore/form_data?tab_id=1', { json: { datasource_id: sales, datasource_type: 'table', form_data: '{"viz_type":"table"}' } });
    expect(saved.status).toBe(201);
    const formDataUrl = `/api/v1/explore/form_data/${(saved.json as { key: string }).key}`;
    await rows(one, { columns: ['day'] });
    await vi.waitFor(async () => expect(await rows(other, { columns: ['day'] })).toEqual(cached), STORED);

    line.cut();
    // For a second each may still know what it had at hand.
    for (const app of [one, other]) {
      await vi.waitFor(async () => expect(await rows(app, { columns: ['day'] })).toEqual(uncached), STORED);
      expect(await rows(app, { columns: ['is_new'] })).toEqual(expect.objectContaining({ is_cached: false, rowcount: 2 }));
      await vi.waitFor(async () => expect(await app.admin.get(url)).toMatchObject({ status: 200, json: { result: [{ is_cached: false, rowcount: 3 }] } }), STORED);
      expect(await app.admin.get(legacyUrl)).toMatchObject({ status: 200, json: { data: { measures: [60] } } });
      expect(await app.admin.get(formDataUrl)).toMatchObject({ status: 200, json: { form_data: '{"viz_type":"table"}' } });
    }

    line.mend();
    await vi.waitFor(async () => {
      await rows(one, { columns: ['day', 'rate'] });
      expect(await rows(other, { columns: ['day', 'rate'] })).toEqual(cached);
    }, { timeout: 30_000, interval: 200 });
    for (const app of [one, other]) expect(app.logged.filter((text) => text.includes('The cache in Redis cannot be reached'))).toHaveLength(1);
  });

  it('the password of Redis is in no log', () => {
    for (const app of [one, other]) expect(app.logged.join('\n')).not.toContain(new URL(line.url).password);
  });
});
