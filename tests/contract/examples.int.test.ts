import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartDataResult, FormData } from '@orrery/sdk';
import type { VizType } from '@orrery/sdk/viz';
import type { DashboardBundle } from '../../plugins/app/dashboard/contract.ts';
import { bigNumberTotal } from '../../plugins/viz/big-number-total/web/big-number-total.ts';
import { bigNumber } from '../../plugins/viz/big-number/web/big-number.ts';
import { pie } from '../../plugins/viz/pie/web/pie.ts';
import { table } from '../../plugins/viz/table/web/table.ts';
import { timeseriesBar } from '../../plugins/viz/timeseries-bar/web/timeseries-bar.ts';
import { timeseriesLine } from '../../plugins/viz/timeseries-line/web/timeseries-line.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;

async function progress(): Promise<{ status: string; done: number; total: number; message: string | null }> {
  return (await app.admin.get('/api/v1/examples/progress')).json as { status: string; done: number; total: number; message: string | null };
}

async function untilDone(): Promise<void> {
  for (let waited = 0; waited < 90_000; waited += 200) {
    const { status, message } = await progress();
    if (status === 'done') return;
    if (status === 'failed') throw new Error(message ?? 'failed');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The examples were not installed within 90 s');
}

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'pack/examples'], config: { examples: true } });
  await app.kernel.listen({ host: '127.0.0.1', port: 0 });
  await untilDone();
}, 120_000);
afterAll(() => app.close());

const VIZ_TYPES: Readonly<Record<string, Pick<VizType, 'buildQuery'>>> = {
  big_number_total: bigNumberTotal,
  big_number: bigNumber,
  echarts_timeseries_line: timeseriesLine,
  echarts_timeseries_bar: timeseriesBar,
  pie,
  table,
};

interface List {
  readonly count: number;
  readonly result: readonly Record<string, unknown>[];
}

describe('the examples on a first start', () => {
  it('are one database, nine datasets, three dashboards and all their charts', async () => {
    const counts = await Promise.all(
      ['database', 'dataset', 'dashboard', 'chart'].map(async (name) => ((await app.admin.get(withQ(`/api/v1/${name}/`, { page_size: 100 }))).json as List).count),
    );
    expect(counts.slice(0, 3)).toEqual([1, 9, 3]);
    expect(counts[3]).toBeGreaterThanOrEqual(25);
  });

  it('[contract §1.4.1] each dashboard opens with charts and datasets in one answer, all charts placed and in scope', async () => {
    for (const slug of ['flights', 'movies', 'world']) {
      const { status, json } = await app.admin.get(`/api/v1/dashboard/${slug}/bundle`);
      expect(status).toBe(200);
      const { dashboard, charts, datasets, canEdit } = json as DashboardBundle;
      const positions = JSON.parse(dashboard.position_json ?? '{}') as Record<string, { type?: string; children?: string[]; parents?: string[]; meta?: { chartId?: number; uuid?: string; width?: number } }>;
      const placed = Object.values(positions).filter(({ type }) => type === 'CHART');
      expect(placed.map(({ meta }) => meta?.chartId).sort()).toEqual(charts.map(({ id }) => id).sort());
      expect(placed.every(({ meta }) => typeof meta?.uuid === 'string')).toBe(true);
      const ids = new Set(datasets.map(({ id }) => `${id}__table`));
      expect(charts.every(({ form_data }) => ids.has(form_data.datasource))).toBe(true);
      const metadata = JSON.parse(dashboard.json_metadata ?? '{}') as { native_filter_configuration: { targets: { datasetId?: number; column?: { name: string } }[] }[] };
      for (const { targets } of metadata.native_filter_configuration) {
        for (const { datasetId, column } of targets) {
          if (datasetId === undefined) continue;
          expect(datasets.find(({ id }) => id === datasetId)?.columns.map(({ column_name }) => column_name)).toContain(column?.name);
        }
      }
      // Rows of twelve columns at most, and every child is there.
      for (const node of Object.values(positions)) {
        for (const child of node.children ?? []) expect(positions[child]).toBeDefined();
        if (node.type === 'ROW') expect(node.children?.reduce((sum, child) => sum + (positions[child]?.meta?.width ?? 0), 0)).toBeLessThanOrEqual(12);
      }
      expect(canEdit).toBe(true);
    }
  });

  it('charts name only columns and metrics their dataset has', async () => {
    const { result } = (await app.admin.get(withQ('/api/v1/chart/', { page_size: 100 }))).json as List;
    for (const chart of result) {
      const dataset = (await app.admin.get(`/api/v1/explore/?slice_id=${String(chart['id'])}`)).json as { result: { dataset: { columns: { column_name: string }[]; metrics: { metric_name: string }[] }; form_data: Record<string, unknown> } };
      const columns = new Set(dataset.result.dataset.columns.map(({ column_name }) => column_name));
      const metrics = new Set(dataset.result.dataset.metrics.map(({ metric_name }) => metric_name));
      const { form_data } = dataset.result;
      const named = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
      for (const key of ['x_axis', 'groupby', 'all_columns']) for (const name of named(form_data[key])) expect(columns, `${String(chart['slice_name'])}: ${key}`).toContain(name);
      for (const key of ['metric', 'metrics', 'timeseries_limit_metric']) for (const name of named(form_data[key])) expect(metrics, `${String(chart['slice_name'])}: ${key}`).toContain(name);
      for (const { subject } of form_data['adhoc_filters'] as { subject: string | null }[]) if (subject) expect(columns).toContain(subject);
    }
  });

  it('every chart answers rows', async () => {
    const { result } = (await app.admin.get(withQ('/api/v1/chart/', { page_size: 100 }))).json as List;
    const failures: string[] = [];
    for (const chart of result) {
      const formData = chart['form_data'] as FormData;
      const context = VIZ_TYPES[formData.viz_type]?.buildQuery(formData);
      const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: context });
      const answers = (json as { result?: ChartDataResult[] }).result ?? [];
      if (status !== 200 || !answers.every(({ rowcount }) => rowcount > 0)) failures.push(`${String(chart['slice_name'])}: ${status} ${text.slice(0, 300)}`);
      if (process.env['SHOW_CHARTS']) console.log(chart['slice_name'], answers.map(({ rowcount, data, colnames }) => [rowcount, colnames, ...data.slice(0, 3)]));
    }
    expect(failures).toEqual([]);
  });

  it('hold three million flights with real timestamps and named airports', async () => {
    const { result } = (await app.admin.get(withQ('/api/v1/dataset/', { filters: [{ col: 'table_name', opr: 'eq', value: 'flights' }] }))).json as List;
    const { json } = await app.admin.get(`/api/v1/dataset/${String(result[0]?.['id'])}`);
    const dataset = (json as { result: { main_dttm_col: string; columns: { column_name: string; type_generic: number; is_dttm: boolean; verbose_name: string }[] } }).result;
    expect(dataset.main_dttm_col).toBe('flight_date');
    expect(dataset.columns.find(({ column_name }) => column_name === 'flight_date')).toMatchObject({ type_generic: 2, is_dttm: true, verbose_name: 'Departure' });
    const states = await app.admin.get(`/api/v1/datasource/table/${String(result[0]?.['id'])}/column/origin_state/values/`);
    expect((states.json as { result: string[] }).result).toContain('TX');
  });
});

it('a first start that was killed goes on at the next', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orrery-examples-'));
  const config = { examples: true, dataDir };
  const killed = await startApp({ more: ['pack/examples'], config: { ...config, roles: 'web' } });
  // What kill -9 leaves: a job that says it runs, with a fresh sign of life.
  await killed.kernel.metadata('test').db<{ job: { state: string; heartbeat_on: number } }>().updateTable('job').set({ state: 'running', heartbeat_on: Date.now() }).execute();
  await killed.close();

  const next = await startApp({ more: ['pack/examples'], config, admin: 'second' });
  try {
    await next.kernel.listen({ host: '127.0.0.1', port: 0 });
    let done = 0;
    for (let waited = 0; waited < 15_000 && done < 2; waited += 200) {
      done = ((await next.admin.get('/api/v1/examples/progress')).json as { done: number }).done;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(done).toBeGreaterThanOrEqual(2);
  } finally {
    await next.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
