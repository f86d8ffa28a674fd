import http from 'node:http';
import { startServer } from '../../lib/running-server.ts';
import { waitForExamples } from '../../lib/wait-for-examples.ts';
import type { Figure } from '../figure.ts';
import { figure } from '../figure.ts';
import { launchBrowser, signIn } from '../measure-page.ts';
import { RestSession } from './rest-session.ts';
import { percentile } from './timed.ts';

/** What the event loop may be held up at most. */
const MOST_MS = 50;
const PAUSE_MS = 2;

/** How long others wait while one person takes a large answer: `/health` is asked throughout. */
export async function freeLoopFigures(): Promise<readonly Figure[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const context = await signIn(browser, server.loginLink ?? '');
    await waitForExamples(context.request, server.url);
    const session = await RestSession.from(context, server.url);
    const { result } = JSON.parse(await session.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))')) as { result: { id: number }[] };
    const dataset = JSON.parse(await session.get(`/api/v1/dataset/${result[0]?.id ?? 0}`)) as { result: { columns: { column_name: string; expression: string | null }[] } };
    const columns = dataset.result.columns.filter(({ expression }) => !expression).map(({ column_name }) => column_name).slice(0, 4);
    const cookies = (await context.cookies(server.url)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const question = (rows: number, format: string) => ({
      datasource: { id: result[0]?.id ?? 0, type: 'table' },
      queries: [{ columns, metrics: [], row_limit: rows }],
      result_format: format,
      force: true,
    });
    const figures: Figure[] = [];
    for (const [name, rows, format] of [['json', 50_000, 'json'], ['csv', 100_000, 'csv']] as const) {
      const waits: number[] = [];
      let isDone = false;
      const load = (async () => {
        for (let round = 0; round < 5; round += 1) await discard(`${server.url}/api/v1/chart/data`, cookies, question(rows, format));
        isDone = true;
      })();
      while (!isDone) {
        const started = performance.now();
        await session.get('/health');
        waits.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      await load;
      figures.push(figure(`server.others.${name}.p99`, percentile(waits, 0.99), 'ms', MOST_MS), figure(`server.others.${name}.max`, Math.max(...waits), 'ms'));
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Posts and throws the answer away as it comes, so that this process stays free to measure. */
function discard(url: string, cookie: string, body: object): Promise<void> {
  const data = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers: { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) } }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`The query answered ${response.statusCode}`))));
    });
    request.on('error', reject);
    request.end(data);
  });
}
