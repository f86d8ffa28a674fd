import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { IndexedPlugin } from '@orrery/sdk';
import { dist } from '../paths.ts';
import { startServer } from '../lib/running-server.ts';
import type { RunningServer } from '../lib/running-server.ts';
import type { Figure } from './figure.ts';
import { figure, median } from './figure.ts';
import { launchBrowser, measurePage, signIn } from './measure-page.ts';
import type { PageCost } from './measure-page.ts';

const ROUNDS = 12;
/** Three percent (DESIGN §7). */
const BUDGET = 1.03;

/** Start-up of the shell with 1,000 registered, unused plugins against the same with 10, round by round in one run. */
export async function run(): Promise<readonly Figure[]> {
  const sides = await Promise.all([10, 1000].map(async (count) => ({ count, folder: distWith(count) })));
  const servers: RunningServer[] = [];
  const browser = await launchBrowser();
  try {
    for (const { folder } of sides) servers.push(await startServer({ args: ['--no-examples'], env: { ORRERY_DIST: folder } }));
    const contexts = [];
    for (const server of servers) contexts.push(await signIn(browser, server.loginLink ?? ''));
    const costs: PageCost[][] = [[], []];
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      // Whoever comes second in a round pays for what the first left behind, so they take turns.
      const order = [...servers.entries()];
      for (const [side, server] of round % 2 === 0 ? order : order.reverse()) {
        const context = contexts[side];
        if (!context) continue;
        const cost = await measurePage(context, `${server.url}/dashboard/list/`, dist, (page) => page.getByRole('heading', { level: 1 }).waitFor());
        // The first round warms caches of the machine and counts for nobody.
        if (round > 0) costs[side]?.push(cost);
      }
    }
    const ratio = (pick: (cost: PageCost) => number): number => median((costs[1] ?? []).map(pick)) / median((costs[0] ?? []).map(pick));
    return [
      figure('plugins.bytes', ratio((cost) => cost.transferred), 'ratio 1000/10', BUDGET),
      figure('plugins.requests', ratio((cost) => cost.requests), 'ratio 1000/10', BUDGET),
      figure('plugins.mainThread', ratio((cost) => cost.taskMs), 'ratio 1000/10', BUDGET),
      figure('plugins.mainThreadMs', median((costs[1] ?? []).map((cost) => cost.taskMs)), 'ms at 1000'),
      figure('plugins.serverStart', (servers[1]?.readyMs ?? 0) / (servers[0]?.readyMs ?? 1), 'ratio 1000/10'),
    ];
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
    for (const { folder } of sides) rmSync(folder, { recursive: true, force: true });
  }
}

/** A build whose index holds `count` more plugins, each with a viz type, a formatter and a page of its own. */
function distWith(count: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-dist-'));
  symlinkSync(path.join(dist, 'static'), path.join(folder, 'static'));
  cpSync(path.join(dist, 'page.json'), path.join(folder, 'page.json'));
  const index = JSON.parse(readFileSync(path.join(dist, 'plugin-index.json'), 'utf8')) as IndexedPlugin[];
  const extra = Array.from({ length: count }, (_, at): IndexedPlugin => {
    const id = `unused-${at}`;
    return {
      manifest: {
        manifestVersion: 1,
        id,
        version: '1.0.0',
        publisher: 'bench',
        displayName: `Unused ${at}`,
        description: 'A plugin nobody uses on this page.',
        engines: { sdk: '^0.1.0' },
        points: { 'explore.viz-types': 1, 'core.formatters': 1 },
        entry: { web: 'plugin.js' },
        contributes: {
          'explore.viz-types': [{ type: id, title: `Unused ${at}`, category: 'Bench' }],
          'core.formatters': [{ id, title: id, kind: 'number' }],
        },
      },
      source: 'builtin',
      tier: 'builtin',
      baseUrl: `static/plugins/${id}/0/`,
      integrity: { 'plugin.js': `sha384-${'A'.repeat(64)}` },
    };
  });
  writeFileSync(path.join(folder, 'plugin-index.json'), JSON.stringify([...index, ...extra]));
  return folder;
}
