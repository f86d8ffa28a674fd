import path from 'node:path';
import type { Logger } from '@orrery/sdk';
import type { DashboardStore } from '../../../../app/dashboard/contract.ts';
import type { DatabaseService } from '../../../../app/database/contract.ts';
import type { DatasetService } from '../../../../app/dataset/contract.ts';
import type { ChartStore } from '../../../../app/explore/contract.ts';
import type { DuckDbLoader } from '../../../../data/connector-duckdb/contract.ts';
import { EXAMPLE_CHARTS } from '../charts/index.ts';
import { buildLayout } from '../dashboards/build-layout.ts';
import { buildMetadata } from '../dashboards/build-metadata.ts';
import { EXAMPLE_DASHBOARDS } from '../dashboards/index.ts';
import type { ExampleTable } from '../tables/example-table.ts';
import { EXAMPLE_TABLES } from '../tables/index.ts';
import type { ExampleState } from './example-state.ts';
import { exampleUuid } from './example-uuid.ts';

/** File of the example database in the data directory. */
export const EXAMPLES_FILE = 'examples.duckdb';

/** What the installation works with. */
export interface InstallParts {
  readonly databases: DatabaseService;
  readonly datasets: DatasetService;
  readonly charts: ChartStore;
  readonly dashboards: DashboardStore;
  readonly loader: DuckDbLoader;
  readonly state: ExampleState;
  readonly log: Logger;
  /** Absolute folder of the source files. */
  readonly folder: string;
  /** Owner of everything. */
  readonly ownerId: number;
  readonly signal: AbortSignal;
  /** Told after each step: 0 to 1. */
  progress(done: number): Promise<void>;
}

/** Steps in order, by the key they are noted under. */
export const STEPS: readonly string[] = [...EXAMPLE_TABLES.map(({ name }) => `step:table:${name}`), 'step:dashboards'];

/** Loads one table; it is replaced as a whole or not at all. */
async function loadTable({ loader, folder }: InstallParts, table: ExampleTable): Promise<number> {
  const literal = (name: string): string => `'${path.join(folder, name).replaceAll("'", "''")}'`;
  const source = { path: path.join(folder, table.file), format: table.format };
  const { rows } = await loader.load({ file: EXAMPLES_FILE, name: table.name }, source, { select: table.select(literal) });
  return rows;
}

/** Creates database, datasets, charts and dashboards; what a former run made is found by its uuid and left alone. */
async function createAssets({ databases, datasets, charts, dashboards, ownerId }: InstallParts): Promise<void> {
  const database = await databases.create({
    uuid: exampleUuid('database', 'examples'),
    database_name: 'Examples',
    backend: 'duckdb',
    parameters: { file: EXAMPLES_FILE },
    createdBy: ownerId,
  });

  const datasetIds = new Map<string, number>();
  for (const table of EXAMPLE_TABLES) {
    const { id } = await datasets.create({
      uuid: exampleUuid('dataset', table.name),
      database_id: database.id,
      schema: 'main',
      table_name: table.name,
      description: table.description,
      owners: [ownerId],
      ...(table.mainTime ? { main_dttm_col: table.mainTime } : {}),
      columns: table.columns,
      metrics: table.metrics,
    });
    datasetIds.set(table.name, id);
  }

  const chartIds = new Map<string, { id: number; title: string }>();
  for (const chart of EXAMPLE_CHARTS) {
    const datasetId = datasetIds.get(chart.table) ?? 0;
    const { id } = await charts.create({
      uuid: exampleUuid('chart', chart.key),
      slice_name: chart.title,
      viz_type: chart.vizType,
      datasource_id: datasetId,
      params: JSON.stringify({ datasource: `${datasetId}__table`, viz_type: chart.vizType, ...chart.controls }),
      owners: [ownerId],
      ...(chart.description ? { description: chart.description } : {}),
    });
    chartIds.set(chart.key, { id, title: chart.title });
  }

  const chartOf = (key: string): { id: number; title: string } => {
    const found = chartIds.get(key);
    if (!found) throw new Error(`The example chart ${key} does not exist`);
    return found;
  };
  for (const dashboard of EXAMPLE_DASHBOARDS) {
    const layout = buildLayout(dashboard, chartOf);
    const metadata = buildMetadata(dashboard, layout, { chart: (key) => chartOf(key).id, dataset: (table) => datasetIds.get(table) ?? 0 });
    await dashboards.create({
      uuid: exampleUuid('dashboard', dashboard.key),
      dashboard_title: dashboard.title,
      slug: dashboard.slug,
      positions: { ...layout.positions },
      json_metadata: metadata,
      published: true,
      owners: [ownerId],
    });
  }
}

/**
 * Installs the examples step by step. Each step is noted when it is done, so that a killed installation goes on
 * where it stopped, and what people delete later does not come back.
 */
export async function installExamples(parts: InstallParts): Promise<void> {
  const { state, log, signal } = parts;
  const done = new Set(await state.keys('step:'));
  const step = async (key: string, work: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    if (!done.has(key)) {
      await work();
      await state.set(key, new Date().toISOString());
      done.add(key);
    }
    await parts.progress(done.size / STEPS.length);
  };

  for (const [index, table] of EXAMPLE_TABLES.entries()) {
    await step(`step:table:${table.name}`, async () => {
      const started = performance.now();
      await state.set('current', table.name);
      const rows = await loadTable(parts, table);
      log.info('Example table loaded', { table: table.name, rows, ms: Math.round(performance.now() - started), step: `${index + 1}/${STEPS.length}` });
    });
  }
  await step('step:dashboards', async () => {
    await state.set('current', 'dashboards');
    await createAssets(parts);
  });
  await state.clear('failure');
  log.info('The example dashboards are ready', { dashboards: EXAMPLE_DASHBOARDS.length, charts: EXAMPLE_CHARTS.length });
}
