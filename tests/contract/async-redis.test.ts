import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AsyncEvent } from '../../plugins/data/async-events/contract.ts';
import { createCutLine } from '../support/cut-line.ts';
import type { CutLine } from '../support/cut-line.ts';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const redisUrl = process.env['ORRERY_TEST_REDIS'];
if (!redisUrl) console.info('Skipped: two servers that share a Redis need one; name it in ORRERY_TEST_REDIS.');

const ROOMS = ['data/query', 'data/async-events', 'data/legacy-charts'];
/** Two servers and their engines on whatever machine this is. */
vi.setConfig({ testTimeout: 60_000 });
const ENDLESS = `SELECT s0.amount + s29.amount AS x FROM ${Array.from({ length: 30 }, (_, at) => `sales AS s${at}`).join(', ')}`;

describe.skipIf(!redisUrl)('[contract §3.8] two servers that share a Redis', () => {
  let app: TestApp;
  let line: CutLine;
  let child: ChildProcess;
  let second: string;
  let sales: number;
  let endless: number;

  /** This process reaches Redis by a line that can be cut. */
  async function startHere(): Promise<TestApp> {
    process.env['ORRERY_REDIS_URL'] = line.url;
    try {
      return await startApp({ more: ROOMS, config: { featureFlags: { GLOBAL_ASYNC_QUERIES: true } } });
    } finally {
      delete process.env['ORRERY_REDIS_URL'];
    }
  }

  async function startSecond(): Promise<string> {
    const file = fileURLToPath(new URL('async-second-server.ts', import.meta.url));
    child = spawn(process.execPath, ['--import', 'tsx', file, app.dataDir, ROOMS.join(',')], { env: { ...process.env, ORRERY_REDIS_URL: redisUrl! }, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    for await (const text of child.stdout!) {
      said += String(text);
      const port = /ready (\d+)/.exec(said)?.[1];
      if (port) return `127.0.0.1:${port}`;
    }
    throw new Error(`The second server did not start: ${said}`);
  }

  const cookies = (): string => [...app.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const context = (query: object, id = sales) => ({ datasource: { id, type: 'table' }, queries: [{ metrics: ['count'], ...query }] });
  const post = (query: object, id = sales) => app.admin.request('POST', '/api/v1/chart/data', { json: context(query, id) });
  const there = (path: string, init: RequestInit = {}) => fetch(`http://${second}${path}`, { ...init, headers: { cookie: cookies(), accept: 'application/json', ...init.headers } });
  const sumOf = { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 'x' }] };

  async function eventsThere(lastId = ''): Promise<AsyncEvent[]> {
    const answer = await there(`/api/v1/async_event/${lastId && `?last_id=${lastId}`}`);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { result: AsyncEvent[] }).result;
  }

  async function endThere(job: string): Promise<AsyncEvent> {
    for (const until = Date.now() + 20_000; Date.now() < until; await wait(50)) {
      const end = (await eventsThere()).find((event) => event.job_id === job && event.status !== 'running');
      if (end) return end;
    }
    throw new Error('The job did not end.');
  }

  beforeAll(async () => {
    line = await createCutLine(redisUrl!);
    app = await startHere();
    const database = await addSalesDatabase(app);
    sales = await addDataset(app, database, 'sales');
    endless = ((await app.admin.request('POST', '/api/v1/dataset/', { json: { database, schema: 'main', table_name: 'endless', sql: ENDLESS } })).json as { id: number }).id;
    second = await startSecond();
  }, 120_000);
  afterAll(async () => {
    if (child?.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await app?.close();
    line?.close();
  });

  it('one accepts a job; the other tells its end, from any id, and answers its result', async () => {
    const accepted = await post({ columns: ['region'] });
    expect(accepted.status).toBe(202);
    const { job_id, channel_id } = accepted.json as { job_id: string; channel_id: string };
    const done = await endThere(job_id);
    expect(done).toMatchObject({ channel_id, status: 'done', user_id: app.adminId });
    const [running] = await eventsThere();
    expect((await eventsThere(running!.id)).map(({ id }) => id)).toEqual([done.id]);
    const answer = await there(done.result_url!);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ result: [{ rowcount: 3, is_cached: true }] });
  });

  it('the other way round, by websocket, and for the old endpoint', async () => {
    const socket = new WebSocket(`ws://${second}/async-events/ws`, { headers: { cookie: cookies() } });
    const got: AsyncEvent[] = [];
    socket.on('message', (data: Buffer) => got.push(JSON.parse(data.toString()) as AsyncEvent));
    await once(socket, 'open');
    const form = { datasource: `${sales}__table`, viz_type: 'bullet', metric: { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'amount' } };
    const here = await app.admin.request('POST', '/superset/explore_json/', { form: { form_data: JSON.stringify(form) }, csrf: false });
    expect(here.status).toBe(202);
    const { job_id } = here.json as { job_id: string };
    const done = await endThere(job_id);
    for (const until = Date.now() + 10_000; Date.now() < until && !got.some(({ status }) => status === 'done'); ) await wait(20);
    socket.terminate();
    expect(got.filter((event) => event.job_id === job_id).map(({ status }) => status)).toEqual(['running', 'done']);
    expect(await (await there(done.result_url!)).json()).toMatchObject({ data: { measures: [60] } });
    const asked = await there('/api/v1/chart/data', { method: 'POST', body: JSON.stringify(context({ columns: ['rate'] })), headers: { 'content-type': 'application/json' } });
    expect(asked.status).toBe(202);
    const theirs = (await asked.json()) as { job_id: string };
    await endThere(theirs.job_id);
    expect(((await app.admin.get('/api/v1/async_event/')).json as { result: AsyncEvent[] }).result.filter((event) => event.job_id === theirs.job_id).map(({ status }) => status)).toEqual(['running', 'done']);
  });

  it('a job of one is stopped through the other', async () => {
    const { job_id } = (await post(sumOf, endless)).json as { job_id: string };
    const token = ((await (await there('/api/v1/security/csrf_token/')).json()) as { result: string }).result;
    expect((await there(`/api/v1/async_event/${job_id}`, { method: 'DELETE', headers: { 'x-csrftoken': token } })).status).toBe(200);
    expect(await endThere(job_id)).toMatchObject({ status: 'error', errors: [{ message: 'The query was cancelled.' }] });
  });

  it('[promises R3] without Redis both go on, say what is wrong, and tell what happened meanwhile when it is back', async () => {
    const before = (await eventsThere()).at(-1)!.id;
    const { job_id } = (await post({ columns: ['day', 'region', 'is_new'] })).json as { job_id: string };
    const { result_url } = await endThere(job_id);
    line.cut();
    const refused = await post({ columns: ['is_new'] });
    expect(refused).toMatchObject({ status: 503, json: { message: expect.stringMatching(/Try again/) } });
    expect(await app.admin.get('/api/v1/async_event/')).toMatchObject({ status: 503 });
    // What needs no Redis is answered as ever.
    expect((await app.admin.request('POST', '/api/v1/chart/data', { json: { ...context({ columns: ['is_new'] }), result_type: 'results' } })).status).toBe(200);
    expect((await app.admin.get(result_url!)).status).toBe(200);
    expect((await eventsThere(before)).map(({ status }) => status)).toEqual(['running', 'done']);
    line.mend();
    for (const until = Date.now() + 20_000; Date.now() < until; await wait(100)) if ((await app.admin.get('/api/v1/async_event/')).status === 200) break;
    const again = (await post({ columns: ['amount', 'rate'] })).json as { job_id: string };
    expect((await endThere(again.job_id)).status).toBe('done');
    expect(app.logged.filter((text) => text.includes('Redis does not answer'))).toHaveLength(1);
  });

  it('[promises R3] the end of a job is told although Redis was away when it came', async () => {
    const { job_id } = (await post(sumOf, endless)).json as { job_id: string };
    line.cut();
    const token = ((await (await there('/api/v1/security/csrf_token/')).json()) as { result: string }).result;
    // The order to stop arrives late, with the line; its end is told after that.
    expect((await there(`/api/v1/async_event/${job_id}`, { method: 'DELETE', headers: { 'x-csrftoken': token } })).status).toBe(200);
    await wait(500);
    expect((await eventsThere()).filter((event) => event.job_id === job_id).map(({ status }) => status)).toEqual(['running']);
    line.mend();
    expect(await endThere(job_id)).toMatchObject({ status: 'error', errors: [{ message: 'The query was cancelled.' }] });
  });

  it('a server that ends tells those who wait for its jobs', async () => {
    const asked = await there('/api/v1/chart/data', { method: 'POST', body: JSON.stringify(context(sumOf, endless)), headers: { 'content-type': 'application/json' } });
    const { job_id } = (await asked.json()) as { job_id: string };
    child.kill('SIGTERM');
    await once(child, 'exit');
    const { result } = (await app.admin.get('/api/v1/async_event/')).json as { result: AsyncEvent[] };
    expect(result.filter((event) => event.job_id === job_id)).toMatchObject([{ status: 'running' }, { status: 'error', errors: [{ message: expect.stringMatching(/restarted/) }] }]);
  });
});
