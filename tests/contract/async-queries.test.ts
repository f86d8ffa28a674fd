import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebApp } from '../../host/server/page/create-web-app.ts';
import type { ServerKernel } from '../../kernel/server/start/start-server-kernel.ts';
import type { AsyncEvent } from '../../plugins/data/async-events/contract.ts';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let sales: number;
let origin: string;

const context = (query: object, over: object = {}) => ({ datasource: { id: sales, type: 'table' }, queries: [{ metrics: ['count'], ...query }], ...over });
const post = (query: object, over: object = {}, client = app.admin) => client.request('POST', '/api/v1/chart/data', { json: context(query, over) });

async function events(lastId = '', client = app.admin): Promise<AsyncEvent[]> {
  const answer = await client.get(`/api/v1/async_event/${lastId && `?last_id=${lastId}`}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.json as { result: AsyncEvent[] }).result;
}

async function endOf(job: string, client = app.admin): Promise<AsyncEvent> {
  for (const until = Date.now() + 10_000; Date.now() < until; await wait(20)) {
    const end = (await events('', client)).find((event) => event.job_id === job && event.status !== 'running');
    if (end) return end;
  }
  throw new Error('The job did not end.');
}

/** As much of a build as pages need. */
const distDir = mkdtempSync(path.join(tmpdir(), 'orrery-async-'));

beforeAll(async () => {
  mkdirSync(path.join(distDir, 'static'));
  writeFileSync(path.join(distDir, 'page.json'), JSON.stringify({ boot: 'b.js', main: 'm.js', styles: [], imports: {}, integrity: {} }));
  writeFileSync(path.join(distDir, 'plugin-index.json'), '[]');
  const pages = (kernel: ServerKernel) => createWebApp(kernel, { distDir, isDevelopment: false }).renderPage;
  app = await startApp({ pages, more: ['data/query', 'data/async-events'], config: { featureFlags: { GLOBAL_ASYNC_QUERIES: true }, conf: { GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: 'ws://127.0.0.1/events' } } });
  sales = await addDataset(app, await addSalesDatabase(app), 'sales');
  await app.kernel.listen({ host: '127.0.0.1', port: 0 });
  origin = `ws://127.0.0.1:${(app.kernel.http.app.server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await app?.close();
  rmSync(distDir, { recursive: true, force: true });
});

/** Messages of a websocket with a client's cookies. */
function listen(pathname: string, client = app.admin, headers: Record<string, string> = {}): { readonly got: AsyncEvent[]; readonly opened: Promise<boolean>; close(): void } {
  const got: AsyncEvent[] = [];
  const socket = new WebSocket(origin + pathname, { headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers } });
  socket.on('message', (data: Buffer) => got.push(JSON.parse(data.toString()) as AsyncEvent));
  const opened = new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  return { got, opened, close: () => socket.terminate() };
}

describe('[contract §3.8] chart data answered later', () => {
  it('asks for the channel cookie before it tells anything', async () => {
    expect((await app.admin.get('/api/v1/async_event/')).status).toBe(401);
    expect(await listen('/events').opened).toBe(false);
  });

  it('[ASYNC-01] gives the channel with the page, so that questions asked at once share it', async () => {
    const { client, id } = await app.signedIn('paula', 'Admin');
    const page = await client.get('/', { accept: 'text/html' });
    const cookies = [page.headers['set-cookie'] ?? []].flat().map(String);
    const [cookie = ''] = cookies.filter((text) => text.startsWith('async-token='));
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'Max-Age=604800', 'HttpOnly', 'SameSite=Lax']);
    const [, claims = ''] = client.cookies.get('async-token')!.split('.');
    const { channel } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { channel: string };
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ channel: expect.any(String), sub: String(id) });
    expect((await client.get('/', { accept: 'text/html' })).headers['set-cookie'] ?? '').not.toContain('async-token');
    expect((await client.get('/api/v1/async_event/')).json).toEqual({ result: [] });
    const accepted = await Promise.all(['day', 'amount', 'rate'].map((column) => post({ columns: [column] }, { force: true }, client)));
    expect(accepted.map(({ json }) => (json as { channel_id: string }).channel_id)).toEqual([channel, channel, channel]);
    expect(accepted.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined]);
  });

  it('gives one channel even to clients that never load a page', async () => {
    const { client } = await app.signedIn('script', 'Admin');
    const accepted = await Promise.all(['day', 'amount', 'rate'].map((column) => post({ columns: [column] }, { force: true }, client)));
    expect(accepted.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(accepted.map(({ json }) => (json as { channel_id: string }).channel_id)).size).toBe(1);
    for (const { json } of accepted) expect((await endOf((json as { job_id: string }).job_id, client)).status).toBe('done');
  });

  it('accepts with a job, tells its end, and answers where it said', async () => {
    const accepted = await post({ columns: ['region'] });
    expect(accepted).toMatchObject({ status: 202, json: { user_id: app.adminId, status: 'pending', errors: [], result_url: null } });
    const { job_id, channel_id } = accepted.json as { job_id: string; channel_id: string };
    const done = await endOf(job_id);
    expect(done).toMatchObject({ channel_id, job_id, user_id: app.adminId, status: 'done', errors: [], result_url: expect.stringMatching(/^\/api\/v1\/chart\/data\/qc-/) });
    expect(done.id).toMatch(/^\d+-\d+$/);
    expect(await app.admin.get(done.result_url!)).toMatchObject({ status: 200, json: { result: [{ rowcount: 3, is_cached: true }] } });
    expect((await events(done.id)).length).toBe(0);
    const [, secret = ''] = app.admin.cookies.get('async-token')!.split('.');
    expect(JSON.parse(Buffer.from(secret, 'base64url').toString())).toMatchObject({ channel: channel_id, sub: String(app.adminId) });
  });

  it('answers at once what is wholly cached, and everything but whole JSON', async () => {
    expect((await post({ columns: ['region'] })).status).toBe(200);
    expect((await post({ columns: ['region'] }, { force: true })).status).toBe(202);
    expect((await post({ columns: ['amount'] }, { result_type: 'results' })).status).toBe(200);
    expect((await post({ columns: ['amount'] }, { result_format: 'csv' })).status).toBe(200);
  });

  it('tells errors in the words of the answer', async () => {
    // A body that is no question is refused at once.
    expect((await post({}, { nonsense: 1 })).status).toBe(400);
    const missing = (await post({ columns: ['no_such'] })).json as { job_id: string };
    expect(await endOf(missing.job_id)).toMatchObject({ status: 'error', errors: [{ message: "Error: Columns missing in dataset: ['no_such']" }] });
    const late = (await post({ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(nothing_here)', label: 'x' }] })).json as { job_id: string };
    expect(await endOf(late.job_id)).toMatchObject({ status: 'error', result_url: null, errors: [{ message: expect.stringMatching(/^Error: .*nothing_here/s) }] });
  });

  it('joins a second equal question to the job that runs, and keeps users apart', async () => {
    const query = { columns: ['rate'], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'joined' }] };
    const [one, two] = await Promise.all([post(query, { force: true }), post(query, { force: true })]);
    expect((two.json as { job_id: string }).job_id).toBe((one.json as { job_id: string }).job_id);
    const other = await app.signedIn('ann', 'Admin');
    const theirs = (await post(query, { force: true }, other.client)).json as { job_id: string; channel_id: string };
    expect(theirs.channel_id).not.toBe((one.json as { channel_id: string }).channel_id);
    expect((await endOf(theirs.job_id, other.client)).status).toBe('done');
    expect((await events()).some(({ job_id }) => job_id === theirs.job_id)).toBe(false);
    // A cookie of somebody else opens nothing.
    const stolen = app.admin.cookies.get('async-token')!;
    expect((await app.kernel.http.app.inject({ url: '/api/v1/async_event/', headers: { cookie: `session=${other.client.cookies.get('session')!}; async-token=${stolen}` } })).statusCode).toBe(401);
    expect((await app.admin.get('/api/v1/async_event/?last_id=nonsense')).status).toBe(400);
    expect((await app.admin.get('/api/v1/chart/data/qc-0123456789abcdef0123456789abcdef')).status).toBe(404);
  });

  it('sends the same events by websocket, with what was missed', async () => {
    const before = await events();
    const replay = listen(`/events?last_id=${before[1]!.id}`);
    const fresh = listen('/events');
    expect([await replay.opened, await fresh.opened]).toEqual([true, true]);
    await wait(200);
    expect(replay.got).toEqual(before.slice(2));
    const { job_id } = (await post({ columns: ['day'] }, { force: true })).json as { job_id: string };
    await endOf(job_id);
    await wait(300);
    for (const { got } of [replay, fresh]) expect(got.filter((event) => event.job_id === job_id).map(({ status }) => status)).toEqual(['running', 'done']);
    expect(replay.got.map(({ id }) => id)).toEqual((await events()).map(({ id }) => id).slice(2));
    fresh.close();
    replay.close();
    expect(await listen('/nothing').opened).toBe(false);
  });

  it('opens websockets for our own pages only', async () => {
    const own = `http://${new URL(origin).host}`;
    // The channel was given at another address than the socket's: the page's origin counts.
    const given = JSON.parse(Buffer.from(app.admin.cookies.get('async-token')!.split('.')[1]!, 'base64url').toString()) as { origin: string };
    const opened = async (from: string): Promise<boolean> => {
      const socket = listen('/events', app.admin, { origin: from });
      const is = await socket.opened;
      socket.close();
      return is;
    };
    expect(await opened(given.origin)).toBe(true);
    expect(own).not.toBe(given.origin);
    expect(await opened('https://evil.test')).toBe(false);
  });

  it('stops a query when the last one who waits says so', async () => {
    // 3^30 rows: it ends only when it is stopped.
    const tables = Array.from({ length: 30 }, (_, at) => `sales AS s${at}`).join(', ');
    const created = await app.admin.request('POST', '/api/v1/dataset/', { json: { database: 1, schema: 'main', table_name: 'endless', sql: `SELECT s0.amount + s29.amount AS x FROM ${tables}` } });
    const endless = { datasource: { id: (created.json as { id: number }).id, type: 'table' } };
    const sum = { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 'x' }] };
    const { job_id } = (await post(sum, endless)).json as { job_id: string };
    await wait(300);
    const early = (await events()).filter((event) => event.job_id === job_id).map(({ status }) => status);
    expect(early).toEqual(['running']);
    const other = await app.signedIn('eve', 'Admin');
    expect((await other.client.request('DELETE', `/api/v1/async_event/${job_id}`)).status).toBe(401);
    expect((await app.admin.request('DELETE', `/api/v1/async_event/${job_id}`, { csrf: false })).status).toBe(400);
    expect((await app.admin.request('DELETE', '/api/v1/async_event/nonsense')).status).toBe(404);
    expect(await app.admin.request('DELETE', `/api/v1/async_event/${job_id}`)).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect(await endOf(job_id)).toMatchObject({ status: 'error', errors: [{ message: 'The query was cancelled.' }] });
  });

  it('lets the server end while a websocket is open', async () => {
    const open = listen('/events');
    await open.opened;
    const started = Date.now();
    await app.close();
    expect(Date.now() - started).toBeLessThan(5000);
  });
});
