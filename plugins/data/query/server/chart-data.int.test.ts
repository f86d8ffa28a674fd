import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartDataResult, PluginManifest, QueryObject } from '@orrery/sdk';
import { createToken } from '@orrery/sdk';
import { defineServerPlugin } from '@orrery/sdk/server';
import { fakePlugin, startTestKernel } from '../../../../kernel/server/testing/start-test-kernel.ts';
import type { TestAnswer, TestClient, TestKernel } from '../../../../kernel/server/testing/start-test-kernel.ts';
import { DatabaseService } from '../../../app/database/contract.ts';
import { DatasetService } from '../../../app/dataset/contract.ts';
import { DuckDbLoader } from '../../connector-duckdb/contract.ts';
import { QueryService } from '../contract.ts';

const plugins = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** A plugin of the tree as the server loads it. */
function realPlugin(folder: string) {
  const manifest = JSON.parse(readFileSync(path.join(plugins, folder, 'plugin.json'), 'utf8')) as PluginManifest;
  return {
    indexed: { manifest, source: 'builtin' as const, tier: 'builtin' as const, baseUrl: `/plugins/${manifest.id}/`, integrity: {} },
    folder: path.join(plugins, folder),
    load: async () => (await import(/* @vite-ignore */ pathToFileURL(path.join(plugins, folder, 'server/plugin.ts')).href)) as Record<string, unknown>,
  };
}

let kernel: TestKernel;
let client: TestClient;
let services: { loader: DuckDbLoader; databases: DatabaseService; datasets: DatasetService; queries: QueryService };
let table: number;
let virtual: number;

const Probe = createToken<object>('probe', 'Probe', 1);

const SALES = `
  CREATE TABLE sales AS SELECT
    TIMESTAMP '2024-01-01' + INTERVAL (i * 6) HOUR AS ts,
    epoch(TIMESTAMP '2024-01-01' + INTERVAL (i * 6) HOUR)::BIGINT AS ep,
    CASE i % 4 WHEN 0 THEN 'a' WHEN 1 THEN 'b' WHEN 2 THEN 'c' ELSE NULL END AS region,
    i AS qty, i / 2 AS price, i % 2 = 0 AS ok, DATE '2024-01-01' + (i // 4)::INTEGER AS d
  FROM range(200) t(i)`;

beforeAll(async () => {
  const probe = fakePlugin(
    { id: 'probe', dependencies: { query: '^0.1.0', dataset: '^0.1.0', database: '^0.1.0', 'connector-duckdb': '^0.1.0' } },
    defineServerPlugin({
      requires: { loader: DuckDbLoader, databases: DatabaseService, datasets: DatasetService, queries: QueryService },
      provides: { probe: Probe },
      activate(_, given) {
        services = given;
        return { probe: {} };
      },
    }),
  );
  kernel = await startTestKernel({ plugins: [realPlugin('data/rest'), realPlugin('app/database'), realPlugin('app/dataset'), realPlugin('data/connector-duckdb'), realPlugin('data/query'), probe] });
  await services.loader.execute('test.duckdb', SALES);
  const database = await services.databases.create({ database_name: 'Test', backend: 'duckdb', parameters: { file: 'test.duckdb' } });
  const columns = { rev: { expression: 'qty * price', type: 'DOUBLE' } };
  const metrics = [{ metric_name: 'cnt', expression: 'COUNT(*)' }, { metric_name: 'total', expression: 'SUM(qty * price)', verbose_name: 'Total' }];
  table = (await services.datasets.create({ database_id: database.id, schema: null, table_name: 'sales', owners: [], columns, metrics })).id;
  virtual = (await services.datasets.create({ database_id: database.id, schema: null, table_name: 'v', sql: "select region, qty from sales where qty < 10 -- few\n;", owners: [] })).id;
  await kernel.addUser('ann', 'Admin');
  client = kernel.client();
  await client.login('ann');
}, 60_000);

afterAll(async () => {
  await kernel?.close();
  if (kernel) rmSync(kernel.dataDir, { recursive: true, force: true });
});

function post(query: QueryObject, over: object = {}, id = table): Promise<TestAnswer> {
  return client.request('POST', '/api/v1/chart/data', { json: { datasource: { id, type: 'table' }, force: true, queries: [query], ...over } });
}

async function ask(query: QueryObject, over: object = {}, id = table): Promise<ChartDataResult> {
  const answer = await post(query, over, id);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { result: ChartDataResult[] }).result[0]!;
}

async function refused(query: QueryObject, over: object = {}, id = table): Promise<unknown> {
  const answer = await post(query, over, id);
  expect(answer.status, answer.text).toBe(400);
  return (answer.json as { message: unknown }).message;
}

const JANUARY = { col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-02-01' };
const SUM_QTY = { expressionType: 'SIMPLE' as const, aggregate: 'SUM' as const, column: { column_name: 'qty' }, label: 'SUM(qty)' };
const axis = (timeGrain: string) => ({ label: 'ts', sqlExpression: 'ts', columnType: 'BASE_AXIS' as const, timeGrain, expressionType: 'SQL' as const });
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

describe('POST /api/v1/chart/data', () => {
  it('answers a big number', async () => {
    const item = await ask({ metrics: ['cnt', SUM_QTY], filters: [JANUARY] });
    expect(item).toMatchObject({ data: [{ cnt: 124, 'SUM(qty)': 7626 }], colnames: ['cnt', 'SUM(qty)'], coltypes: [0, 0], rowcount: 1, sql_rowcount: 1, status: 'success', error: null });
    expect(item).toMatchObject({ from_dttm: day('2024-01-01'), to_dttm: day('2024-02-01'), applied_filters: [{ column: 'ts' }], rejected_filters: [], indexnames: [0], is_cached: false });
    expect(item.query).toMatch(/;\n\n$/);
  });

  it('[contract §0.2] asks no CSRF token of a session, for it only reads', async () => {
    const answer = await client.request('POST', '/api/v1/chart/data', { json: { datasource: { id: table, type: 'table' }, queries: [{ metrics: ['count'] }] }, csrf: false });
    expect(answer.status).toBe(200);
  });

  it('answers a time series by dimension, pivoted', async () => {
    const item = await ask({
      columns: [axis('P1M'), 'region'],
      metrics: [SUM_QTY],
      orderby: [[SUM_QTY, false]],
      series_columns: ['region'],
      row_limit: 1000,
      post_processing: [
        { operation: 'pivot', options: { index: ['ts'], columns: ['region'], aggregates: { 'SUM(qty)': { operator: 'mean' } }, drop_missing_columns: true } },
        { operation: 'flatten' },
      ],
    });
    expect(item.colnames).toEqual(['ts', 'SUM(qty), <NULL>', 'SUM(qty), a', 'SUM(qty), b', 'SUM(qty), c']);
    expect(item.coltypes).toEqual([2, 0, 0, 0, 0]);
    expect(item.data[0]).toEqual({ ts: day('2024-01-01'), 'SUM(qty), <NULL>': 1953, 'SUM(qty), a': 1860, 'SUM(qty), b': 1891, 'SUM(qty), c': 1922 });
    expect(item.label_map).toMatchObject({ ts: ['ts'], 'SUM(qty), a': ['SUM(qty)', 'a'] });
    expect(item.data).toHaveLength(2);
  });

  // Series without a value are not joined (contract §4.7), though they count as one of the two.
  it('keeps the top series, and gathers the rest as Others', async () => {
    const query: QueryObject = { columns: [axis('P1Y'), 'region'], metrics: [SUM_QTY], series_columns: ['region'], series_limit: 2, series_limit_metric: SUM_QTY, orderby: [[SUM_QTY, false]] };
    expect((await ask(query)).data.map(({ region }) => region)).toEqual(['c']);
    expect((await ask({ ...query, group_others_when_limit_reached: true })).data.map(({ region }) => region).sort()).toEqual(['Others', 'c']);
  });

  it('answers raw rows, distinct dimensions and calculated columns', async () => {
    expect((await ask({ columns: ['qty', 'rev', 'ok', 'd'], row_limit: 2, row_offset: 2, orderby: [['qty', true]] })).data).toEqual([
      { qty: 2, rev: 2, ok: true, d: day('2024-01-01') },
      { qty: 3, rev: 4.5, ok: false, d: day('2024-01-01') },
    ]);
    expect((await ask({ columns: ['region'], metrics: [], orderby: [['region', true]] })).data.map(({ region }) => region)).toEqual(['a', 'b', 'c', null]);
    expect((await ask({ columns: [{ label: 'up', sqlExpression: 'upper(region) -- shout', expressionType: 'SQL' }], metrics: ['cnt'], orderby: [['up', true]], row_limit: 1 })).data).toEqual([{ up: 'A', cnt: 50 }]);
    expect((await ask({ columns: ['region'], metrics: ['cnt'], is_rowcount: true, row_limit: 3 })).data).toEqual([{ rowcount: 3 }]);
  });

  it('truncates an ad hoc x axis after asking its type', async () => {
    const item = await ask({ columns: [{ label: 'shifted', sqlExpression: "ts + INTERVAL '1 day'", columnType: 'BASE_AXIS', timeGrain: 'P1M', expressionType: 'SQL' }], metrics: ['cnt'], orderby: [['shifted', true]] });
    expect(item.coltypes[0]).toBe(2);
    expect(item.data[0]).toEqual({ shifted: day('2024-01-01'), cnt: 120 });
  });

  it.each([
    [{ col: 'region', op: '==', val: 'a' }, 50],
    [{ col: 'region', op: '!=', val: 'a' }, 100],
    [{ col: 'region', op: 'IN', val: ['a', '<NULL>'] }, 100],
    [{ col: 'region', op: 'NOT IN', val: ['a', null] }, 100],
    [{ col: 'region', op: 'NOT IN', val: ['a'] }, 100],
    [{ col: 'region', op: 'IS NULL' }, 50],
    [{ col: 'region', op: 'is not null' }, 150],
    [{ col: 'region', op: 'ILIKE', val: '%A%' }, 50],
    [{ col: 'region', op: 'NOT LIKE', val: 'a%' }, 100],
    [{ col: 'qty', op: 'LIKE', val: '1%' }, 111],
    [{ col: 'qty', op: '>', val: '197' }, 2],
    [{ col: 'qty', op: 'IN', val: ['1', '2.5', 3] }, 2],
    [{ col: 'rev', op: '<=', val: 2 }, 3],
    [{ col: 'ok', op: 'IS TRUE' }, 100],
    [{ col: 'ok', op: '==', val: 'false' }, 100],
    [{ col: 'ts', op: '<', val: Date.UTC(2024, 0, 2) }, 4],
    [{ col: 'd', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03T12:00:00' }, 8],
    [{ col: 'ts', op: 'TEMPORAL_RANGE', val: 'No filter' }, 200],
    [{ col: 'nope', op: '==', val: 1 }, 200],
    [{ col: { label: 'x', sqlExpression: 'qty % 2', expressionType: 'SQL' }, op: '==', val: 0 }, 100],
  ] as const)('filters by %j', async (filter, expected) => {
    expect((await ask({ metrics: ['cnt'], filters: [filter] as never })).data).toEqual([{ cnt: expected }]);
  });

  it('lists what took no effect', async () => {
    const item = await ask({ metrics: ['cnt'], filters: [{ col: 'nope', op: '==', val: 1, isExtra: true }], applied_time_extras: { __time_range: 'Last year' } });
    expect(item.rejected_filters).toEqual([{ column: 'nope', reason: 'not_in_datasource' }]);
    expect(item.applied_filters).toEqual([{ column: '__time_range' }]);
  });

  it('brackets custom clauses and lets none escape', async () => {
    expect((await ask({ metrics: ['cnt'], filters: [{ col: 'region', op: '==', val: 'a' }], extras: { where: '1 = 1 OR 2 = 2' } })).data).toEqual([{ cnt: 50 }]);
    expect((await ask({ columns: ['region'], metrics: ['cnt'], extras: { where: "(region <> 'a' -- not a\n)", having: '(COUNT(*) > 1)' } })).rowcount).toBe(2);
    expect(await refused({ metrics: ['cnt'], extras: { where: '1 = 1) OR (1 = 1' } })).toMatch(/Invalid SQL clause/);
    expect(await refused({ metrics: ['cnt'], extras: { where: "1 = 1; DROP TABLE sales" } })).toMatch(/Invalid SQL clause/);
    expect(await refused({ metrics: ['cnt'], extras: { where: '1 = (select 1)' } })).toBe('Error: Custom SQL fields cannot contain sub-queries.');
    expect(await refused({ metrics: ['cnt'], extras: { where: '1 = 1 /* open' } })).toMatch(/Invalid SQL clause/);
    expect(await refused({ metrics: [{ expressionType: 'SQL', sqlExpression: 'count(*) from sales union all from sales', label: 'x' }] })).toMatch(/Invalid SQL clause/);
    expect(await refused({ metrics: [{ expressionType: 'SQL', sqlExpression: "max(getenv('HOME'))", label: 'x' }] })).toMatch(/not allowed/);
    expect(await refused({ metrics: ['cnt'], filters: [{ col: 'region', op: '==', val: "x' OR '1'='1" }] , extras: { where: 'nope = 1' } })).toMatch(/nope/);
  });

  it('reads virtual datasets', async () => {
    expect((await ask({ columns: ['region'], metrics: [{ ...SUM_QTY }], orderby: [['region', true]] }, {}, virtual)).data[0]).toEqual({ region: 'a', 'SUM(qty)': 12 });
  });

  it('compares with the past', async () => {
    const item = await ask({
      columns: [axis('P1D')],
      metrics: [SUM_QTY],
      filters: [{ ...JANUARY, val: '2024-01-08 : 2024-01-10' }],
      time_offsets: ['1 week ago'],
      orderby: [['ts', true]],
    });
    expect(item.data).toEqual([
      { ts: day('2024-01-08'), 'SUM(qty)': 118, 'SUM(qty)__1 week ago': 6 },
      { ts: day('2024-01-09'), 'SUM(qty)': 134, 'SUM(qty)__1 week ago': 22 },
    ]);
    expect(await refused({ columns: [axis('P1D')], metrics: [SUM_QTY], time_offsets: ['1 week ago'] })).toMatch(/enclosed time range/);
  });

  it('applies the time column filter of dashboards', async () => {
    const item = await ask({ columns: [axis('P1M')], metrics: ['cnt'], granularity: 'd', time_range: '2024-01-01 : 2024-01-03', filters: [JANUARY] }, { form_data: { x_axis: 'ts' } });
    expect(item.data).toEqual([{ d: day('2024-01-01'), cnt: 8 }]);
  });

  it('feeds totals to percent metrics', async () => {
    const contribution = { operation: 'contribution', options: { columns: ['cnt'], rename_columns: ['%cnt'] } };
    const answer = await client.request('POST', '/api/v1/chart/data', {
      json: { datasource: { id: table, type: 'table' }, queries: [{ columns: ['region'], metrics: ['cnt'], row_limit: 1, orderby: [['region', true]], post_processing: [contribution] }, { columns: [], metrics: ['cnt'] }] },
    });
    expect((answer.json as { result: ChartDataResult[] }).result[0]!.data).toEqual([{ region: 'a', cnt: 50, '%cnt': 0.25 }]);
  });

  it('knows the other result types', async () => {
    expect((await ask({ metrics: ['cnt'] }, { result_type: 'query' })).query).toContain('COUNT(*) AS cnt');
    expect(Object.keys(await ask({ metrics: ['cnt'] }, { result_type: 'results' })).sort()).toEqual(['colnames', 'coltypes', 'data', 'rowcount', 'sql_rowcount']);
    expect((await ask({}, { result_type: 'columns' })).data).toContainEqual({ column_name: 'ts', verbose_name: null, dtype: 2 });
    expect((await ask({}, { result_type: 'timegrains' })).data).toContainEqual({ name: 'Day', function: "DATE_TRUNC('day', {col})", duration: 'P1D' });
    expect((await ask({ metrics: ['cnt'], row_limit: 5, filters: [{ ...JANUARY, val: '2030-01-01 : ' }] }, { result_type: 'samples' })).rowcount).toBe(5);
    expect((await ask({ metrics: ['cnt'], filters: [{ ...JANUARY, val: '2024-01-01 : 2024-01-02' }] }, { result_type: 'drill_detail' })).rowcount).toBe(4);
  });

  it('remembers results until asked to forget', async () => {
    const query: QueryObject = { metrics: ['total'], filters: [JANUARY] };
    const first = await ask(query, { force: false });
    const second = await ask(query, { force: false });
    expect([first.is_cached, second.is_cached]).toEqual([false, true]);
    expect(second).toMatchObject({ data: first.data, cache_key: first.cache_key });
    expect(second.cached_dttm).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await ask(query, { force: true })).is_cached).toBe(false);
  });

  it('[GEN-01] refuses in the contract’s words', async () => {
    expect(await refused({ metrics: ['zzz'] })).toBe("Error: Metric 'zzz' does not exist");
    expect(await refused({})).toBe('Error: Empty query?');
    expect(await refused({ columns: ['x'] })).toBe("Error: Columns missing in dataset: ['x']");
    expect(await refused({ columns: ['region'], metrics: ['cnt'], orderby: [['zzz', true]] })).toBe('Error: Unknown column used in orderby: zzz');
    expect(await refused({ metrics: ['cnt'], filters: [{ col: 'qty', op: '>', val: 'abc' }] })).toBe('Error: Must specify a value for filters with comparison operators');
    expect(await refused({ metrics: ['cnt'], filters: [{ col: 'qty', op: 'IN', val: [] }] })).toBe('Error: Filter value list cannot be empty');
    expect(await refused({ metrics: ['cnt'], filters: [{ col: 'qty', op: 'REGEX', val: 'x' }] })).toMatch(/Request is incorrect/);
    expect(await refused({ metrics: ['cnt', 'cnt'] })).toBe('Duplicate column/metric labels: "cnt". Please make sure all columns and metrics have a unique label.');
    expect(await refused({ metrics: ['cnt'], row_limit: -1 })).toBe('`row_limit` must be greater than or equal to 0');
    expect(await refused({ columns: ['region'], metrics: ['cnt'], series_columns: ['qty'] })).toBe('The following entries in `series_columns` are missing in `columns`: qty');
    expect(await refused({ columns: [axis('PT5M')], metrics: ['cnt'] })).toBe('Error: No grain spec for PT5M for database duckdb');
    expect(await refused({ metrics: ['cnt'] }, { x: 1 })).toBe("Request is incorrect: {'x': ['Unknown field.']}");
    expect(await refused({ metrics: ['cnt'], post_processing: [{ operation: 'prophet', options: {} }] })).toBe('Error: Time grain missing');
    expect((await post({ metrics: ['cnt'] }, {}, 999)).status).toBe(404);
  });

  it('writes CSV that spreadsheets do not run', async () => {
    const answer = await post({ columns: [{ label: '=x', sqlExpression: "'=1+1'", expressionType: 'SQL' }], metrics: ['total'], filters: [{ col: 'qty', op: '==', val: 2 }] }, { result_format: 'csv' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8-sig');
    expect(answer.text.replace(/^\ufeff/, '')).toBe("'=x,Total\n'=1+1,2\n");
  });

  it('shares equal queries in flight and stops them when nobody waits', async () => {
    const slow: QueryObject = { metrics: [{ expressionType: 'SQL', sqlExpression: 'sum(list_sum(list_transform(range(3000000), x -> x % 7)))', label: 'n' }] };
    const context = { datasource: { id: table, type: 'table' }, queries: [slow] };
    const admin = { id: 1, username: 'ann', isAdmin: true } as never;
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = [first, second].map((controller) => services.queries.run(context, admin, controller.signal).then(() => 'done', (error: Error) => error.message));
    await new Promise((resolve) => setTimeout(resolve, 60));
    first.abort();
    expect(await outcomes[0]).toMatch(/cancelled/);
    second.abort();
    expect(await outcomes[1]).toMatch(/cancelled/);
    const start = performance.now();
    await ask({ metrics: ['cnt'] });
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('refuses those without access', async () => {
    await kernel.addUser('gus', 'Gamma');
    const gus = kernel.client();
    await gus.login('gus');
    expect((await gus.request('POST', '/api/v1/chart/data', { json: { datasource: { id: table, type: 'table' }, queries: [{ metrics: ['cnt'] }] } })).status).toBe(403);
  });
});

describe('POST /api/v1/chart/data/batch', () => {
  it('streams a line per query', async () => {
    const context = (metric: string): object => ({ datasource: { id: table, type: 'table' }, queries: [{ metrics: [metric] }] });
    const answer = await client.request('POST', '/api/v1/chart/data/batch', { json: { queries: [context('cnt'), context('zzz'), context('total')] } });
    const lines = answer.text.trim().split('\n').map((line) => JSON.parse(line) as { index: number; status: number; body: { result?: ChartDataResult[]; message?: string } });
    expect(lines.sort((a, b) => a.index - b.index).map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(lines[0]!.body.result![0]!.data).toEqual([{ cnt: 200 }]);
    expect(lines[1]!.body.message).toBe("Error: Metric 'zzz' does not exist");
    expect((await client.request('POST', '/api/v1/chart/data/batch', { json: { queries: [] } })).status).toBe(400);
  });
});
