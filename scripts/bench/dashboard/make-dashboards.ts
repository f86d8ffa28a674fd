import type { BrowserContext } from 'playwright';
import { POINTS } from './floor-server.ts';

interface Json {
  readonly [key: string]: unknown;
}

const SQL = `SELECT DATE '2024-01-01' + CAST(i AS INTEGER) AS day, (i * 7919) % 101 AS value, 'category ' || (i % 5) AS category FROM range(${POINTS}) AS t(i)`;
const PER_ROW = 4;

/** Makes dashboards over a small virtual dataset, each chart with a query of its own. */
export class DashboardMaker {
  private dataset: Promise<number> | undefined;

  constructor(
    private readonly context: BrowserContext,
    private readonly url: string,
  ) {}

  /** A dashboard of `count` line charts or pies; answers its path. */
  async make(kind: 'line' | 'pie', count: number): Promise<string> {
    const dataset = await (this.dataset ??= this.makeDataset());
    const charts: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const { id } = await this.send('POST', '/api/v1/chart/', {
        slice_name: `${kind} ${index}`,
        viz_type: kind === 'line' ? 'echarts_timeseries_line' : 'pie',
        datasource_id: dataset,
        datasource_type: 'table',
        params: JSON.stringify(kind === 'line' ? lineParams(index) : pieParams(index)),
      });
      charts.push(Number(id));
    }
    const { id } = await this.send('POST', '/api/v1/dashboard/', { dashboard_title: `${count} ${kind} charts`, published: true, position_json: JSON.stringify(positionOf(charts)) });
    for (const chart of charts) await this.send('PUT', `/api/v1/chart/${chart}`, { dashboards: [id] });
    return `/superset/dashboard/${String(id)}/`;
  }

  private async makeDataset(): Promise<number> {
    const list = await this.send('GET', '/api/v1/database/?q=(page_size:1)');
    const database = (list['result'] as readonly Json[])[0]?.['id'];
    const { id } = await this.send('POST', '/api/v1/dataset/', { database, table_name: 'bench_days', sql: SQL });
    const { result } = await this.send('GET', `/api/v1/dataset/${String(id)}`);
    const columns = ((result as Json)['columns'] as readonly Json[]).map(({ id: column, column_name }) => ({ id: column, column_name, is_dttm: column_name === 'day' }));
    await this.send('PUT', `/api/v1/dataset/${String(id)}`, { columns });
    return Number(id);
  }

  private async send(method: string, path: string, data?: object): Promise<Json> {
    const { request } = this.context;
    const { result: token } = (await (await request.get(`${this.url}/api/v1/security/csrf_token/`)).json()) as { result: string };
    const response = await request.fetch(this.url + path, { method, headers: { 'x-csrftoken': token }, ...(data ? { data } : {}) });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Json;
  }
}

const sum = (factor: number): Json => ({ expressionType: 'SQL', sqlExpression: `SUM(value) * ${factor + 1}`, label: `total ${factor}` });
const lineParams = (index: number): Json => ({ viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1D', metrics: [sum(index)], groupby: [], adhoc_filters: [], row_limit: 1000 });
const pieParams = (index: number): Json => ({ viz_type: 'pie', metric: sum(index), groupby: ['category'], adhoc_filters: [], row_limit: 100 });

function positionOf(charts: readonly number[]): Json {
  const rows = Array.from({ length: Math.ceil(charts.length / PER_ROW) }, (_, row) => ({ id: `ROW-${row}`, charts: charts.slice(row * PER_ROW, (row + 1) * PER_ROW) }));
  const parents = ['ROOT_ID', 'GRID_ID'];
  return Object.fromEntries([
    ['DASHBOARD_VERSION_KEY', 'v2'],
    ['ROOT_ID', { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }],
    ['GRID_ID', { id: 'GRID_ID', type: 'GRID', children: rows.map(({ id }) => id), parents: ['ROOT_ID'] }],
    ...rows.map(({ id, charts: own }) => [id, { id, type: 'ROW', children: own.map((chart) => `CHART-${chart}`), meta: { background: 'BACKGROUND_TRANSPARENT' }, parents }]),
    ...rows.flatMap(({ id, charts: own }) =>
      own.map((chart) => [`CHART-${chart}`, { id: `CHART-${chart}`, type: 'CHART', children: [], meta: { chartId: chart, width: 12 / PER_ROW, height: 30 }, parents: [...parents, id] }]),
    ),
  ]);
}
