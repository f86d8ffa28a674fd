import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartDataResult } from '@orrery/sdk';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { addChart } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let database: number;
let days: number;
let hosts: number;

const CONF = { ROW_LIMIT: 7, SAMPLES_ROW_LIMIT: 5, SQL_MAX_ROW: 20, TABLE_VIZ_MAX_ROW_SERVER: 30, FILTER_SELECT_ROW_LIMIT: 4, DATA_CACHE_CONFIG: { CACHE_DEFAULT_TIMEOUT: 111 } };
const FLAGS = { ALLOW_ADHOC_SUBQUERY: true, ENABLE_ADVANCED_DATA_TYPES: true, ENABLE_TEMPLATE_PROCESSING: true };

beforeAll(async () => {
  app = await startApp({ more: ['data/sql', 'data/advanced-types', 'data/query', 'app/security', 'app/query-history', 'app/saved-queries'], config: { featureFlags: FLAGS, conf: CONF } });
  const instance = await DuckDBInstance.create(path.join(app.dataDir, 'more.duckdb'));
  const connection = await instance.connect();
  // Each day counts its own number, so that comparisons can be told by their values.
  await connection.run("CREATE TABLE days AS SELECT DATE '2022-01-01' + CAST(i AS INTEGER) AS day, i AS n, CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END AS kind, epoch(DATE '2022-01-01' + CAST(i AS INTEGER))::BIGINT AS stamp FROM range(1100) t(i)");
  await connection.run("CREATE TABLE hosts AS SELECT * FROM (VALUES (3232235777, 'a'), (3232235778, 'b'), (167772161, 'c'), (NULL, 'd')) AS t(ip, name)");
  await connection.run('CREATE TABLE long AS SELECT 9007199254740993 AS id, 12345678901234567.89::DECIMAL(20, 2) AS amount');
  connection.closeSync();
  instance.closeSync();
  const create = async (url: string, json: unknown): Promise<number> => {
    const answer = await app.admin.request('POST', url, { json });
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as { id: number }).id;
  };
  database = await create('/api/v1/database/', { database_name: 'More', engine: 'duckdb', parameters: { file: 'more.duckdb' } });
  days = await create('/api/v1/dataset/', { database, schema: 'main', table_name: 'days' });
  hosts = await create('/api/v1/dataset/', { database, schema: 'main', table_name: 'hosts' });
}, 60_000);
afterAll(() => app?.close());

const metadata = <T>() => app.kernel.metadata('test').db<T>();
const post = (query: object, over: object = {}, client: TestClient = app.admin) => client.request('POST', '/api/v1/chart/data', { json: { datasource: { id: days, type: 'table' }, queries: [query], ...over } });

async function ask(query: object, over: object = {}, client: TestClient = app.admin): Promise<ChartDataResult> {
  const answer = await post(query, over, client);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { result: ChartDataResult[] }).result[0]!;
}

async function refused(query: object, over: object = {}, client: TestClient = app.admin): Promise<readonly [number, string]> {
  const { status, json, text } = await post(query, over, client);
  const message = (json as { message?: string }).message;
  return [status, typeof message === 'string' ? message : text];
}

const axis = (timeGrain: string) => ({ label: 'day', sqlExpression: 'day', columnType: 'BASE_AXIS', timeGrain, expressionType: 'SQL' });
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'n' };
const least = { expressionType: 'SIMPLE', aggregate: 'MIN', column: { column_name: 'n' }, label: 'n' };
const range = (val: string) => ({ col: 'day', op: 'TEMPORAL_RANGE', val });
/** The number a day counts. */
const numberOf = (text: string): number => (Date.parse(`${text}T00:00:00Z`) - Date.UTC(2022, 0, 1)) / DAY_MS;

describe('[contract §3.9] time comparisons', () => {
  const compared = async (query: object, offset: string): Promise<unknown[]> => {
    const item = await ask({ metrics: [least], orderby: [['day', true]], row_limit: 20, time_offsets: [offset], ...query });
    return item.data.map((row) => row[`n__${offset}`]);
  };

  it.each([
    ['P1D', '2023-03-01 : 2023-03-03', '1 year ago', ['2022-03-01', '2022-03-02']],
    ['P1D', '2023-03-01 : 2023-03-03', '28 days ago', ['2023-02-01', '2023-02-02']],
    // A month after the last of February is the 28th of March.
    ['P1D', '2023-03-28 : 2023-04-01', '1 month ago', ['2023-02-28', null, null, null]],
    ['P1D', '2023-03-01 : 2023-03-03', 'inherit', ['2023-02-27', '2023-02-28']],
    ['P1D', '2023-03-01 : 2023-03-03', '2022-12-01', ['2022-12-01', '2022-12-02']],
    // A year before a Monday is a Sunday; weeks are matched as weeks, also over the turn of the year.
    ['P1W', '2023-01-02 : 2023-01-16', '1 year ago', ['2022-01-03', '2022-01-10']],
    ['P1M', '2023-01-01 : 2023-03-01', '1 year ago', ['2022-01-01', '2022-02-01']],
    ['P3M', '2023-01-01 : 2023-07-01', '1 year ago', ['2022-01-01', '2022-04-01']],
    ['P1Y', '2023-01-01 : 2024-01-01', '1 year ago', ['2022-01-01']],
  ])('are matched by %s over %s with %s', async (grain, val, offset, expected) => {
    const values = await compared({ columns: [axis(grain)], filters: [range(val)] }, offset);
    if (grain === 'P1W') expect(values.map((n) => Math.floor((Number(n) + 5) / 7))).toEqual(expected.map((day) => Math.floor((numberOf(day!) + 5) / 7)));
    else expect(values).toEqual(expected.map((day) => (day === null ? null : numberOf(day))));
  });

  it('are matched by the dimensions without a time, and by nothing without any', async () => {
    const filters = [range('2023-01-03 : 2023-01-05')];
    const byKind = await ask({ columns: ['kind'], metrics: [sum], filters, time_offsets: ['1 year ago'], orderby: [['kind', true]] });
    const [even, odd] = ['2023-01-03', '2023-01-04'].map(numberOf).sort((a, b) => (a % 2) - (b % 2));
    const [past, pastOdd] = ['2022-01-03', '2022-01-04'].map(numberOf).sort((a, b) => (a % 2) - (b % 2));
    expect(byKind.data).toEqual([{ kind: 'even', n: even, 'n__1 year ago': past }, { kind: 'odd', n: odd, 'n__1 year ago': pastOdd }]);
    expect((await ask({ columns: [], metrics: [sum], filters, time_offsets: ['1 year ago', '1 week ago'] })).data).toEqual([
      { n: even! + odd!, 'n__1 year ago': past! + pastOdd!, 'n__1 week ago': even! + odd! - 14 },
    ]);
  });

  it('of a past without rows are columns of nothing, and every statement is shown', async () => {
    const item = await ask({ columns: [axis('P1D')], metrics: [sum], filters: [range('2022-01-01 : 2022-01-03')], time_offsets: ['1 year ago'], orderby: [['day', true]] });
    expect(item.data.map((row) => row['n__1 year ago'])).toEqual([null, null]);
    expect(item.colnames).toEqual(['day', 'n', 'n__1 year ago']);
    expect(item.query!.match(/;\n\n/g)).toHaveLength(2);
  });

  it('feed post-processing and percent totals', async () => {
    const filters = [range('2023-01-01 : 2023-01-03')];
    const contribution = { operation: 'contribution', options: { columns: ['n', 'n__1 year ago'], rename_columns: ['%n', '%n__1 year ago'] } };
    const main = { columns: ['kind'], metrics: [sum], filters, time_offsets: ['1 year ago'], orderby: [['kind', true]], row_limit: 1, post_processing: [null, contribution] };
    const item = await ask(main, { queries: [main, { columns: [], metrics: [sum], filters, time_offsets: ['1 year ago'], row_limit: 1 }] });
    expect(item.data[0]).toMatchObject({ kind: 'even', n: 366, '%n': 366 / (365 + 366), 'n__1 year ago': 0, '%n__1 year ago': 0 });
    expect(item.sql_rowcount).toBe(1);
  });
});

describe('[contract §3.3] row caps', () => {
  const count = async (query: object, over: object = {}): Promise<number> => (await ask({ columns: ['n'], ...query }, over)).rowcount!;

  it('are the default, what was asked, and never more than the maximum', async () => {
    expect(await count({})).toBe(7);
    expect(await count({ row_limit: 3 })).toBe(3);
    expect(await count({ row_limit: 12, row_offset: 2 })).toBe(12);
    expect(await count({ row_limit: 1000 })).toBe(20);
    expect(await count({ row_limit: 0 })).toBe(20);
    expect(await count({ row_limit: 1000 }, { form_data: { server_pagination: true } })).toBe(30);
    expect(await count({}, { result_type: 'samples' })).toBe(5);
    expect(await count({ row_limit: 1000 }, { result_type: 'drill_detail' })).toBe(20);
    expect((await ask({ columns: ['n'], is_rowcount: true, row_limit: 9 })).data).toEqual([{ rowcount: 9 }]);
  });

  it('hold for samples by page and values of a column', async () => {
    const page = await app.admin.request('POST', `/datasource/samples?datasource_type=table&datasource_id=${days}&per_page=1000&page=2`, { json: {}, csrf: false });
    expect(page.json).toMatchObject({ result: { rowcount: 5, per_page: 5, page: 2, total_count: 1100 } });
    expect(((await app.admin.get(`/api/v1/datasource/table/${days}/column/n/values/`)).json as { result: unknown[] }).result).toHaveLength(4);
  });
});

describe('[contract §3.7] the cache', () => {
  it('[COL-20] keeps results as long as the first says that is set: context, chart, dataset, database, default', async () => {
    const chart = await addChart(app, days, 'Kept');
    let round = 0;
    const timeout = async (over: object = {}): Promise<unknown> => (await ask({ columns: ['kind'], metrics: [{ ...sum, label: `t${round++}` }] }, over)).cache_timeout;
    const form = { form_data: { slice_id: chart } };
    const set = async (url: string, cache_timeout: number | null): Promise<void> => expect((await app.admin.request('PUT', url, { json: { cache_timeout } })).status).toBe(200);
    expect(await timeout(form)).toBe(111);
    await set(`/api/v1/database/${database}`, 40);
    // Connections are looked up again after some seconds; the dataset knows its database at once.
    expect(await timeout(form)).toBe(40);
    await set(`/api/v1/dataset/${days}`, 30);
    expect(await timeout(form)).toBe(30);
    await set(`/api/v1/chart/${chart}`, 20);
    expect(await timeout(form)).toBe(20);
    expect(await timeout()).toBe(30);
    expect(await timeout({ ...form, custom_cache_timeout: 10 })).toBe(10);
    await set(`/api/v1/chart/${chart}`, 0);
    expect(await timeout(form)).toBe(30);
    await set(`/api/v1/dataset/${days}`, null);
    await set(`/api/v1/database/${database}`, null);
  });

  it('says what is cached and since when, forgets when asked, and keeps nothing for -1', async () => {
    const query = { columns: ['kind'], metrics: [{ ...sum, label: 'kept' }] };
    expect(await ask(query)).toMatchObject({ is_cached: false, cached_dttm: null, cache_timeout: 111, cache_key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const again = await ask(query);
    expect(again).toMatchObject({ is_cached: true, cached_dttm: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) });
    expect(await ask(query, { force: true })).toMatchObject({ is_cached: false, cache_key: again.cache_key });
    const unkept = { columns: ['kind'], metrics: [{ ...sum, label: 'unkept' }] };
    await ask(unkept, { custom_cache_timeout: -1 });
    expect(await ask(unkept, { custom_cache_timeout: -1 })).toMatchObject({ is_cached: false, cache_timeout: -1 });
  });

  it('keeps the results of databases that cache per user apart', async () => {
    const query = { columns: ['kind'], metrics: [{ ...sum, label: 'mine' }] };
    const { client: other } = await app.signedIn('other', 'Alpha');
    const keys = async () => [(await ask(query)).cache_key, (await ask(query, {}, other)).cache_key];
    const [first, second] = await keys();
    expect(first).toBe(second);
    expect((await app.admin.request('PUT', `/api/v1/database/${database}`, { json: { extra: JSON.stringify({ per_user_caching: true }) } })).status).toBe(200);
    const [mine, theirs] = await keys();
    expect(mine).not.toBe(theirs);
    await app.admin.request('PUT', `/api/v1/database/${database}`, { json: { extra: '{}' } });
    expect(new Set(await keys()).size).toBe(1);
  });
});

describe('[contract §3.1] queries of SQL Lab as datasources', () => {
  let query: number;
  let saved: number;
  const over = (type: string, id: number) => ({ datasource: { id, type } });

  beforeAll(async () => {
    const now = Date.now();
    const row = { client_id: 'abc', database_id: database, user_id: app.adminId, status: 'success', tab_name: 'Tab', catalog: null, schema: 'main', limiting_factor: 'NOT_LIMITED', progress: 100, start_time: now, changed_on: now };
    const add = async (sql: string): Promise<number> => {
      const done = await metadata<{ query: Record<string, unknown> & { id: number } }>().insertInto('query').values({ ...row, uuid: crypto.randomUUID(), sql } as never).returning('id').executeTakeFirstOrThrow();
      return done.id;
    };
    query = await add('select day, n, kind from days where n < 10;');
    const answer = await app.admin.request('POST', '/api/v1/saved_query/', { json: { db_id: database, schema: 'main', label: 'Saved', sql: "select day, n from days where n < {{ most }}", template_parameters: '{"most": 4}' } });
    expect(answer.status, answer.text).toBe(201);
    saved = (answer.json as { id: number }).id;
  });

  it('answer rows, metrics, ranges and samples', async () => {
    const item = await ask({ columns: ['kind'], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'c' }], filters: [range('2022-01-01 : 2022-01-05')], orderby: [['kind', true]] }, over('query', query));
    expect(item.data).toEqual([{ kind: 'even', c: 2 }, { kind: 'odd', c: 2 }]);
    expect(item.query).toContain('AS virtual_table');
    expect((await ask({ columns: ['day', 'n'], orderby: [['n', true]] }, over('saved_query', saved))).data).toHaveLength(4);
    expect((await ask({}, { ...over('query', query), result_type: 'columns' })).data).toContainEqual({ column_name: 'day', verbose_name: null, dtype: 2 });
    const page = await app.admin.request('POST', `/datasource/samples?datasource_type=query&datasource_id=${query}`, { json: {}, csrf: false });
    expect(page.json).toMatchObject({ result: { rowcount: 5, total_count: 10, colnames: ['day', 'n', 'kind'] } });
    expect((await app.admin.get(`/api/v1/datasource/query/${query}/column/kind/values/`)).json).toEqual({ result: expect.arrayContaining(['even', 'odd']) });
    expect((await app.admin.request('POST', `/api/v1/datasource/saved_query/${saved}/validate_expression/`, { json: { expression: 'n + 1', expression_type: 'column' } })).json).toEqual({ result: [] });
  });

  it('need the right to every table, and stop at row-level security', async () => {
    const gamma = (await app.signedIn('gamma', 'Gamma')).client;
    expect((await refused({ columns: ['n'] }, over('query', query), gamma))[0]).toBe(403);
    const alpha = (await app.signedIn('alpha', 'Alpha')).client;
    expect((await ask({ columns: ['n'] }, over('query', query), alpha)).rowcount).toBe(7);
    const { id: role } = await metadata<{ ab_role: { id: number; name: string } }>().selectFrom('ab_role').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
    const rule = await app.admin.request('POST', '/api/v1/rowlevelsecurity/', { json: { name: 'even', filter_type: 'Regular', tables: [days], roles: [role], clause: "kind = 'even'" } });
    expect(await refused({ columns: ['n'] }, over('query', query), alpha)).toEqual([400, expect.stringMatching(/row-level security restricts it/)]);
    expect((await ask({ columns: ['n'] }, over('query', query))).rowcount).toBe(7);
    await app.admin.request('DELETE', `/api/v1/rowlevelsecurity/${(rule.json as { id: number }).id}`, {});
  });

  it('that do not exist or are no datasources say so', async () => {
    expect(await refused({ columns: ['n'] }, over('query', 9999))).toEqual([404, 'Not found']);
    expect(await refused({ columns: ['n'] }, over('view', 1))).toEqual([422, 'Datasource type is not supported: view']);
    expect((await app.admin.get('/api/v1/datasource/view/1/column/n/values/')).status).toBe(400);
    expect((await app.admin.get('/api/v1/datasource/query/9999/column/n/values/')).status).toBe(404);
  });
});

describe('[contract §4.1] ALLOW_ADHOC_SUBQUERY', () => {
  const where = { metrics: [sum], extras: { where: 'n = (select max(ip) - max(ip) + 3 from hosts)' } };

  it('lets sub-queries read what the caller may read', async () => {
    expect((await ask(where)).data).toEqual([{ n: 3 }]);
    const column = { label: 'c', sqlExpression: '(select count(*) from hosts)', expressionType: 'SQL' };
    expect((await ask({ columns: [column, 'n'], row_limit: 1, orderby: [['n', true]] })).data).toEqual([{ c: 4, n: 0 }]);
  });

  it('refuses tables that are not the caller’s, and those with row-level security', async () => {
    const { client, id } = await app.signedIn('narrow', 'Gamma');
    const db = metadata<{ ab_permission_role: { role_id: number; action: string; subject: string }; ab_role: { id: number; name: string }; ab_user_role: { user_id: number; role_id: number } }>();
    await db.insertInto('ab_role').values({ name: 'Days' } as never).execute();
    const { id: role } = await db.selectFrom('ab_role').select('id').where('name', '=', 'Days').executeTakeFirstOrThrow();
    await db.insertInto('ab_permission_role').values({ role_id: role, action: 'datasource_access', subject: `[More].[days](id:${days})` }).execute();
    await db.insertInto('ab_user_role').values({ user_id: id, role_id: role }).execute();
    await app.kernel.permissions.invalidate();
    expect((await ask({ metrics: [sum], extras: { where: 'n = 3' } }, {}, client)).data).toEqual([{ n: 3 }]);
    expect((await refused(where, {}, client))[0]).toBe(403);
    const rule = await app.admin.request('POST', '/api/v1/rowlevelsecurity/', { json: { name: 'hosts', filter_type: 'Base', tables: [hosts], roles: [], clause: "name = 'a'" } });
    expect(await refused(where)).toEqual([400, expect.stringMatching(/row-level security/)]);
    await app.admin.request('DELETE', `/api/v1/rowlevelsecurity/${(rule.json as { id: number }).id}`, {});
  });

  it('still takes nothing that is no expression', async () => {
    for (const text of ['1 = 1) union select 1 from hosts where (1 = 1', '1 = 1; select 1', "n = (select query('x'))", 'n in (select 1']) {
      expect((await refused({ metrics: [sum], extras: { where: text } }))[0], text).toBe(400);
    }
  });
});

describe('[contract §4.5] advanced data types in filters', () => {
  beforeAll(async () => {
    const got = (await app.admin.get(`/api/v1/dataset/${hosts}`)).json as { result: { columns: { id: number; column_name: string }[] } };
    const columns = got.result.columns.map(({ id, column_name }) => ({ id, column_name, ...(column_name === 'ip' ? { advanced_data_type: 'internet_address' } : {}) }));
    expect((await app.admin.request('PUT', `/api/v1/dataset/${hosts}`, { json: { columns } })).status).toBe(200);
  });
  const names = async (op: string, val?: unknown): Promise<unknown[]> =>
    (await ask({ columns: ['name'], filters: [{ col: 'ip', op, ...(val === undefined ? {} : { val }) }], orderby: [['name', true]] }, { datasource: { id: hosts, type: 'table' } })).data.map(({ name }) => name);

  it('translate what people write into what the column holds', async () => {
    expect(await names('==', '192.168.1.1')).toEqual(['a']);
    expect(await names('IN', ['192.168.1.1', '10.0.0.1'])).toEqual(['a', 'c']);
    expect(await names('IN', ['192.168.0.0/16'])).toEqual(['a', 'b']);
    expect(await names('IN', ['10.0.0.1', null])).toEqual(['c', 'd']);
    expect(await names('NOT IN', ['192.168.0.0/16'])).toEqual(['c']);
    expect(await names('>', '10.0.0.1')).toEqual(['a', 'b']);
    expect(await names('IS NULL')).toEqual(['d']);
    expect(await refused({ columns: ['name'], filters: [{ col: 'ip', op: '==', val: 'nonsense' }] }, { datasource: { id: hosts, type: 'table' } })).toEqual([400, expect.stringMatching(/^Error: .*nonsense/)]);
  });
});

describe('[contract §4.3] formats of stored times', () => {
  it('of a database hold for its columns of that name', async () => {
    const got = (await app.admin.get(`/api/v1/dataset/${days}`)).json as { result: { columns: { id: number; column_name: string; is_dttm: boolean }[] } };
    const columns = got.result.columns.map(({ id, column_name, is_dttm }) => ({ id, column_name, is_dttm: is_dttm || column_name === 'stamp' }));
    expect((await app.admin.request('PUT', `/api/v1/dataset/${days}`, { json: { columns } })).status).toBe(200);
    expect((await app.admin.request('PUT', `/api/v1/database/${database}`, { json: { extra: JSON.stringify({ python_date_format_by_column_name: { stamp: 'epoch_s' } }) } })).status).toBe(200);
    const item = await ask({ columns: ['stamp'], filters: [{ col: 'stamp', op: 'TEMPORAL_RANGE', val: '2022-01-02 : 2022-01-03' }] });
    expect(item.data).toEqual([{ stamp: Date.UTC(2022, 0, 2) }]);
    expect(item.query).toContain('stamp >= 1641081600');
    expect(item.coltypes).toEqual([2]);
  });
});

describe('[contract §3.5] numbers too long for a number', () => {
  it('keep their digits in JSON, by row and by column, and in files', async () => {
    const created = await app.admin.request('POST', '/api/v1/dataset/', { json: { database, schema: 'main', table_name: 'long' } });
    const over = { datasource: { id: (created.json as { id: number }).id, type: 'table' } };
    const query = { columns: ['id', 'amount'] };
    const { text } = await post(query, over);
    expect(text).toContain('"data":[{"id":9007199254740993,"amount":12345678901234567.89}]');
    expect(text).toContain('"coltypes":[0,0]');
    expect((await post(query, { ...over, result_format: 'csv' })).text).toContain('9007199254740993,12345678901234567.89');
    expect((await post({ ...query, filters: [{ col: 'id', op: '==', val: '9007199254740993' }] }, over)).text).toContain('"rowcount":1');
  });
});

describe('[contract §3.2] refusals', () => {
  it('name every missing column at once', async () => {
    expect(await refused({ columns: ['a', 'n', 'b'], metrics: [{ ...sum, column: { column_name: 'c' }, label: 'sum' }] })).toEqual([400, "Error: Columns missing in dataset: ['a', 'b', 'c']"]);
  });

  it('are those of the schema for unknown fields, but not inside a query', async () => {
    expect(await refused({ columns: ['n'], extras: { nope: 1 } })).toEqual([400, "Request is incorrect: {'queries': {'0': {'extras': {'nope': ['Unknown field.']}}}}"]);
    expect((await refused({ columns: ['n'], filters: [{ col: 'n', op: '==', val: 1, nope: 1 }] }))[0]).toBe(400);
    expect((await ask({ columns: ['n'], row_limit: 1, nope: 1 })).rowcount).toBe(1);
  });
});
