import { startServer } from '../lib/running-server.ts';
import { waitForExamples } from '../lib/wait-for-examples.ts';
import type { ClickCost } from './dashboard/cross-filter.ts';
import { clickSlice } from './dashboard/cross-filter.ts';
import { startFloorServer } from './dashboard/floor-server.ts';
import { DashboardMaker } from './dashboard/make-dashboards.ts';
import type { OpenCost } from './dashboard/open-page.ts';
import { openPage } from './dashboard/open-page.ts';
import type { Figure } from './figure.ts';
import { figure, median } from './figure.ts';
import { launchBrowser, signIn } from './measure-page.ts';

const COUNTS = [15, 100];
const ROUNDS = 5;
const LINE = '.o-chart-svg:has(path)';
const CLICKS = ['category 1', 'category 2', 'category 3', 'category 4'];

/** Dashboards on cached data against a page that does the least possible for the same charts (speed.md P3, P7–P11). */
export async function run(): Promise<readonly Figure[]> {
  const [server, floor, browser] = await Promise.all([startServer(), startFloorServer(), launchBrowser()]);
  try {
    const context = await signIn(browser, server.loginLink ?? '');
    // The compiler of scripts names inner functions by this helper, which pages lack.
    await context.addInitScript({ content: 'globalThis.__name = (inner) => inner;' });
    await waitForExamples(context.request, server.url);
    const maker = new DashboardMaker(context, server.url);
    const figures: Figure[] = [];
    const done = new Map<number, number>();
    for (const count of COUNTS) {
      const path = await maker.make('line', count);
      const ours: OpenCost[] = [];
      const theirs: OpenCost[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const cost = await openPage(context, server.url + path, LINE, count);
        const least = await openPage(context, `${floor.url}/?charts=${count}`, 'canvas', count);
        // The first round fills the caches.
        if (round === 0) continue;
        ours.push(cost);
        theirs.push(least);
      }
      const middle = (costs: readonly OpenCost[], pick: (cost: OpenCost) => number): number => median(costs.map(pick));
      const ratio = (pick: (cost: OpenCost) => number): number => middle(ours, pick) / middle(theirs, pick);
      done.set(count, middle(ours, ({ doneMs }) => doneMs));
      figures.push(
        figure(`dashboard.${count}.done`, ratio(({ doneMs }) => doneMs), '× floor', 1.6),
        figure(`dashboard.${count}.doneMs`, done.get(count) ?? Number.NaN, 'ms'),
        figure(`dashboard.${count}.cpu`, ratio(({ taskMs }) => taskMs), '× floor'),
        figure(`dashboard.${count}.heap`, ratio(({ heapBytes }) => heapBytes), '× floor', count === 100 ? 4 : null),
        figure(`dashboard.${count}.calls`, middle(ours, ({ calls }) => calls), 'calls', 8),
      );
    }
    const [few = 0, many = 0] = COUNTS;
    figures.push(figure('dashboard.perChart', ((done.get(many) ?? 0) - (done.get(few) ?? 0)) / (many - few), 'ms', 8));
    const pies = server.url + (await maker.make('pie', 15));
    const clickAll = async (): Promise<readonly ClickCost[]> => {
      const costs: ClickCost[] = [];
      await openPage(context, pies, LINE, 15, async (page) => {
        for (const slice of CLICKS) costs.push(await clickSlice(page, slice));
      });
      return costs;
    };
    // The first page fills the server's cache; the second knows nothing of it.
    await clickAll();
    const clicks = await clickAll();
    const worst = (pick: (cost: ClickCost) => number): number => Math.max(...clicks.map(pick));
    figures.push(
      figure('crossFilter.inp', median(clicks.map(({ inpMs }) => inpMs)), 'ms', 50),
      figure('crossFilter.repainted', median(clicks.map(({ repaintedMs }) => repaintedMs)), 'ms', 120),
      figure('crossFilter.calls', worst(({ calls }) => calls), 'calls', 2),
    );
    return figures;
  } finally {
    await browser.close();
    await floor.stop();
    await server.stop();
  }
}
