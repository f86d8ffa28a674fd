import { startServer } from '../../lib/running-server.ts';
import type { Figure } from '../figure.ts';
import { figure, median } from '../figure.ts';
import { launchBrowser, signIn } from '../measure-page.ts';
import { fillCharts } from './fill-charts.ts';
import { RestSession } from './rest-session.ts';
import { percentile, timed } from './timed.ts';

const ROUNDS = 300;
const FEW = 200;
const MANY = 200_000;

/** A list page of 25 charts out of few and out of many. */
export async function listFigures(): Promise<readonly Figure[]> {
  const server = await startServer({ args: ['--no-examples'] });
  const browser = await launchBrowser();
  try {
    const context = await signIn(browser, server.loginLink ?? '');
    const session = await RestSession.from(context, server.url);
    const list = (): Promise<string> => session.get('/api/v1/chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page:0,page_size:25)');
    const measure = async (count: number): Promise<number[]> => {
      fillCharts(server.dataDir, count);
      await timed(20, list);
      return timed(ROUNDS, list);
    };
    const few = await measure(FEW);
    const many = await measure(MANY);
    return [
      figure('server.list.200.p50', median(few), 'ms'),
      figure('server.list.200000.p50', median(many), 'ms'),
      figure('server.list.200000.p99', percentile(many, 0.99), 'ms', 15),
      figure('server.list.ratio', median(many) / median(few), '× the p50 of 200 charts', 1.2),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
