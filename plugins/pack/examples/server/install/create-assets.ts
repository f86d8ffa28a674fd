import type { DashboardStore } from '../../../../app/dashboard/contract.ts';
import type { DatabaseService } from '../../../../app/database/contract.ts';
import type { DatasetService } from '../../../../app/dataset/contract.ts';
import type { ChartStore } from '../../../../app/explore/contract.ts';
import type { ExampleChart } from '../charts/example-chart.ts';
import { EXAMPLE_CHARTS } from '../charts/index.ts';
import { buildLayout } from '../dashboards/build-layout.ts';
import { buildMetadata } from '../dashboards/build-metadata.ts';
import type { ExampleCell, ExampleDashboard } from '../dashboards/example-dashboard.ts';
import type { ExampleTable } from '../tables/example-table.ts';
import { EXAMPLE_TABLES } from '../tables/index.ts';
import { exampleUuid } from './example-uuid.ts';

/** File of the example database in the data directory. */
export const EXAMPLES_FILE = 'examples.duckdb';

/** Uuid of the examples database in every Superset: bundles of its examples name it, and find their data here. */
export const EXAMPLES_UUID = 'a2dc77af-e654-49bb-b321-40f6b559a1ee';

/** Where assets are created, and for whom. Everything is created once: what a former run made is found by its uuid. */
export interface AssetParts {
  readonly databases: DatabaseService;
  readonly datasets: DatasetService;
  readonly charts: ChartStore;
  readonly dashboards: DashboardStore;
  readonly ownerId: number;
}

function chartKeys(cells: readonly ExampleCell[]): readonly string[] {
  return cells.flatMap((cell) => ('chart' in cell ? [cell.chart] : 'column' in cell ? chartKeys(cell.column) : []));
}

/** Charts on a dashboard. Throws when it names one that does not exist. */
export function chartsOf(dashboard: ExampleDashboard): readonly ExampleChart[] {
  return chartKeys(dashboard.tabs.flatMap(({ rows }) => rows.flat())).map((key) => {
    const chart = EXAMPLE_CHARTS.find((candidate) => candidate.key === key);
    if (!chart) throw new Error(`The example chart ${key} does not exist`);
    return chart;
  });
}

/** Names of the tables a dashboard shows. */
export function tablesOf(dashboard: ExampleDashboard): ReadonlySet<string> {
  return new Set(chartsOf(dashboard).map(({ table }) => table));
}

/** Creates the dataset over an example table, and the database when it is the first. */
export async function createDataset({ databases, datasets, ownerId }: AssetParts, table: ExampleTable): Promise<number> {
  const database = await databases.create({
    uuid: EXAMPLES_UUID,
    database_name: 'Examples',
    backend: 'duckdb',
    parameters: { file: EXAMPLES_FILE },
    allow_file_upload: true,
    createdBy: ownerId,
  });
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
  return id;
}

/** Creates a chart and the dataset under it. */
export async function createChart(parts: AssetParts, chart: ExampleChart): Promise<{ readonly id: number; readonly datasetId: number }> {
  const table = EXAMPLE_TABLES.find(({ name }) => name === chart.table);
  if (!table) throw new Error(`The example table ${chart.table} does not exist`);
  const datasetId = await createDataset(parts, table);
  const { id } = await parts.charts.create({
    uuid: exampleUuid('chart', chart.key),
    slice_name: chart.title,
    viz_type: chart.vizType,
    datasource_id: datasetId,
    params: JSON.stringify({ datasource: `${datasetId}__table`, viz_type: chart.vizType, ...chart.controls }),
    owners: [parts.ownerId],
    ...(chart.description ? { description: chart.description } : {}),
  });
  return { id, datasetId };
}

/** Creates a dashboard with its charts and their datasets. */
export async function createDashboard(parts: AssetParts, dashboard: ExampleDashboard): Promise<void> {
  const chartIds = new Map<string, { id: number; title: string }>();
  const datasetIds = new Map<string, number>();
  for (const chart of chartsOf(dashboard)) {
    const { id, datasetId } = await createChart(parts, chart);
    chartIds.set(chart.key, { id, title: chart.title });
    datasetIds.set(chart.table, datasetId);
  }
  const known = <T>(map: ReadonlyMap<string, T>, key: string): T => {
    const found = map.get(key);
    if (found === undefined) throw new Error(`The dashboard ${dashboard.key} names ${key}, which is not on it`);
    return found;
  };
  const layout = buildLayout(dashboard, (key) => known(chartIds, key));
  await parts.dashboards.create({
    uuid: exampleUuid('dashboard', dashboard.key),
    dashboard_title: dashboard.title,
    slug: dashboard.slug,
    positions: { ...layout.positions },
    json_metadata: buildMetadata(dashboard, layout, { chart: (key) => known(chartIds, key).id, dataset: (table) => known(datasetIds, table) }),
    published: true,
    owners: [parts.ownerId],
  });
}
