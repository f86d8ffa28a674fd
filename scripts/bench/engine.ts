import { startServer } from '../lib/running-server.ts';
import { waitForExamples } from '../lib/wait-for-examples.ts';
import type { Figure } from './figure.ts';
import { figure, median } from './figure.ts';
import { launchBrowser, signIn } from './measure-page.ts';

/** Hostile texts of custom SQL, as an analyst could type them into a metric or a filter (stack S1). */
const HOSTILE: readonly string[] = ["LENGTH(REPEAT('x', 2000000000))", 'LENGTH(LIST(RANGE(1000000000))::VARCHAR)', "MAX(LENGTH(REPEAT(CAST(distance AS VARCHAR), 500000000)))"];
const ROUNDS = 20;

/** How long a chart over 3 million rows takes, cold and cached, and how soon the engine answers after a hostile query. */
export async function run(): Promise<readonly Figure[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const { request } = await signIn(browser, server.loginLink ?? '');
    await waitForExamples(request, server.url);
    const { result } = (await (await request.get(`${server.url}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))`)).json()) as { result: { id: number }[] };
    const datasource = { id: result[0]?.id ?? 0, type: 'table' };
    const ask = async (metric: unknown, force: boolean): Promise<{ ms: number; status: number }> => {
      const started = performance.now();
      const answer = await request.post(`${server.url}/api/v1/chart/data`, { data: { datasource, force, queries: [{ columns: ['origin_state'], metrics: [metric], row_limit: 10 }] } });
      await answer.body();
      return { ms: performance.now() - started, status: answer.status() };
    };
    const times = async (force: boolean): Promise<number> => {
      const all: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) all.push((await ask('count', force)).ms);
      return median(all);
    };
    const figures = [figure('engine.cold', await times(true), 'ms at 3 million rows'), figure('engine.cached', await times(false), 'ms')];
    for (const [at, sqlExpression] of HOSTILE.entries()) {
      const hostile = await ask({ expressionType: 'SQL', sqlExpression, label: 'x' }, true);
      const next = await ask('count', true);
      figures.push(figure(`engine.hostile${at}.refused`, hostile.status === 200 ? 0 : 1, `1 = an error, here ${hostile.status}`));
      figures.push(figure(`engine.hostile${at}.nextAnswer`, next.status === 200 ? next.ms : Number.POSITIVE_INFINITY, 'ms', 500));
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}
