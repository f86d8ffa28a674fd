import path from 'node:path';
import type { Logger } from '@orrery/sdk';
import type { DuckDbLoader } from '../../../../data/connector-duckdb/contract.ts';
import { EXAMPLE_CHARTS } from '../charts/index.ts';
import type { ExampleDashboard } from '../dashboards/example-dashboard.ts';
import { EXAMPLE_DASHBOARDS } from '../dashboards/index.ts';
import type { ExampleTable } from '../tables/example-table.ts';
import { EXAMPLE_TABLES } from '../tables/index.ts';
import { createChart, createDashboard, createDataset, EXAMPLES_FILE, tablesOf } from './create-assets.ts';
import type { AssetParts } from './create-assets.ts';
import type { ExampleState } from './example-state.ts';

/** What the installation works with. */
export interface InstallParts extends AssetParts {
  readonly loader: DuckDbLoader;
  readonly state: ExampleState;
  readonly log: Logger;
  /** Absolute folder of the source files. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Told after each step: 0 to 1. */
  progress(done: number): Promise<void>;
}

interface Step {
  /** Noted under this key when done. */
  readonly key: string;
  /** Shown while it runs. */
  readonly name: string;
  run(parts: InstallParts): Promise<Readonly<Record<string, unknown>>>;
}

/** Loads one table; it is replaced as a whole or not at all. */
function loadStep(table: ExampleTable): Step {
  return {
    key: `step:table:${table.name}`,
    name: table.name,
    async run({ loader, folder }) {
      const literal = (name: string): string => `'${path.join(folder, name).replaceAll("'", "''")}'`;
      const source = { path: path.join(folder, table.file), format: table.format };
      return loader.load({ file: EXAMPLES_FILE, name: table.name }, source, { select: table.select(literal) });
    },
  };
}

function dashboardStep(dashboard: ExampleDashboard): Step {
  return {
    key: `step:dashboard:${dashboard.key}`,
    name: dashboard.title,
    async run(parts) {
      await createDashboard(parts, dashboard);
      return {};
    },
  };
}

/** What is on no dashboard. */
const restStep: Step = {
  key: 'step:rest',
  name: 'charts',
  async run(parts) {
    for (const table of EXAMPLE_TABLES) await createDataset(parts, table);
    for (const chart of EXAMPLE_CHARTS) await createChart(parts, chart);
    return {};
  },
};

/** Each dashboard as soon as its tables are there, so that there is something to look at before the big table is in. */
function plan(): readonly Step[] {
  const loaded = new Set<string>();
  const steps = EXAMPLE_TABLES.flatMap((table) => {
    loaded.add(table.name);
    const ready = EXAMPLE_DASHBOARDS.filter((dashboard) => {
      const needed = tablesOf(dashboard);
      return needed.has(table.name) && [...needed].every((name) => loaded.has(name));
    });
    return [loadStep(table), ...ready.map(dashboardStep)];
  });
  return [...steps, restStep];
}

/** All steps in order. */
export const STEPS: readonly Step[] = plan();

/**
 * Installs the examples step by step. Each step is noted when it is done, so that a killed installation goes on
 * where it stopped, and what people delete later does not come back.
 */
export async function installExamples(parts: InstallParts): Promise<void> {
  const { state, log, signal } = parts;
  const done = new Set(await state.keys('step:'));
  for (const step of STEPS) {
    signal.throwIfAborted();
    if (done.has(step.key)) continue;
    await state.set('current', step.name);
    const started = performance.now();
    const facts = await step.run(parts);
    await state.set(step.key, new Date().toISOString());
    done.add(step.key);
    log.info('Example step done', { step: step.name, number: `${done.size}/${STEPS.length}`, ms: Math.round(performance.now() - started), ...facts });
    await parts.progress(done.size / STEPS.length);
  }
  await state.clear('failure');
}
