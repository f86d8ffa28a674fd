import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartDataResult, JsonObject } from '@orrery/sdk';
import { createToken } from '@orrery/sdk';
import { HttpError, defineServerPlugin } from '@orrery/sdk/server';
import type { MetadataStore } from '@orrery/sdk/server';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import type { TestAnswer, TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { DatabaseService } from '../../plugins/app/database/contract.ts';
import { DatasetService } from '../../plugins/app/dataset/contract.ts';
import { DuckDbLoader } from '../../plugins/data/connector-duckdb/contract.ts';
import { JinjaMacros, RowRules, TemplateService } from '../../plugins/data/query/contract.ts';
import type { JinjaMacro, RowRule, RowRuleSource } from '../../plugins/data/query/contract.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const Probe = createToken<object>('rules-probe', 'Probe', 1);
const rule = (clause: string, groupKey: string | null = null): RowRule => ({ clause, groupKey, source: 'test rule' });

/** Rules by user name; nobody else has any. */
const RULES: Readonly<Record<string, readonly RowRule[]>> = {
  ann: [rule("tenant = 'a'")],
  bob: [rule("tenant = 'b'")],
  grouped: [rule("tenant = 'a'", 'g'), rule("tenant = 'b'", 'g'), rule('qty > 2')],
  templated: [rule('tenant = {{ [current_username()]|where_in }}[1]'), rule("tenant IN {{ tenants_of('x')|where_in }}")],
  sub: [rule("tenant IN (SELECT tenant FROM permitted WHERE who = 'sub')")],
  broken: [rule("tenant = 'hidden-clause' OR (")],
  unknown: [rule('no_such_column = 1')],
  escape: [rule("tenant = 'a') OR (1 = 1")],
};
let app: TestApp;
let metadata: MetadataStore;
let services: { loader: DuckDbLoader; databases: DatabaseService; datasets: DatasetService; templates: TemplateService };
const id: Record<string, number> = {};
const clients: Record<string, TestClient> = {};

const source: RowRuleSource = {
  async rulesFor(user, dataset) {
    if (user.username === 'down') throw new Error('password=hunter2');
    if (dataset.table_name === 'permitted') return user.username === 'sub' ? [rule('1 = 0')] : [];
    return RULES[user.username] ?? [];
  },
};
const tenantsOf: JinjaMacro = async (context, name) => {
  context.addCacheKey(String(name));
  return ['a'];
};

const plugin = fakePlugin(
  {
    id: 'rules-probe',
    dependencies: { query: '^0.1.0', dataset: '^0.1.0', database: '^0.1.0', 'connector-duckdb': '^0.1.0' },
    points: { 'query.row-rules': 1, 'query.jinja-macros': 1 },
    contributes: { 'query.row-rules': [{ name: 'probe' }], 'query.jinja-macros': [{ name: 'tenants_of' }] },
  },
  defineServerPlugin({
    requires: { loader: DuckDbLoader, databases: DatabaseService, datasets: DatasetService, templates: TemplateService },
    provides: { probe: Probe },
    activate(ctx, given) {
      services = given;
      metadata = ctx.metadata;
      ctx.contribute(RowRules, 'probe', source);
      ctx.contribute(JinjaMacros, 'tenants_of', tenantsOf);
      return { probe: {} };
    },
  }),
);

const setSql = (name: string, text: string): Promise<unknown> => metadata.db<{ tables: { id: number; sql: string; changed_on: number } }>().updateTable('tables').set({ sql: text, changed_on: Date.now() }).where('id', '=', id[name]!).execute();

beforeAll(async () => {
  app = await startApp({ more: ['data/sql', 'data/query'], extra: [plugin], config: { featureFlags: { ENABLE_TEMPLATE_PROCESSING: true, DATE_RANGE_TIMESHIFTS_ENABLED: true } } });
  await services.loader.execute('rules.duckdb', `
    CREATE TABLE sales AS SELECT
      TIMESTAMP '2024-01-01' + INTERVAL (i) DAY AS ts, CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS tenant, 'r' || (i % 3) AS region, i AS qty,
      strftime(TIMESTAMP '2024-01-01' + INTERVAL (i) DAY, '%Y%m%d') AS day
    FROM range(10) t(i);
    CREATE TABLE permitted AS SELECT 'sub' AS who, 'a' AS tenant;`);
  const database = await services.databases.create({ database_name: 'Rules', backend: 'duckdb', parameters: { file: 'rules.duckdb' } });
  const make = async (name: string, more: Partial<Parameters<DatasetService['create']>[0]> = {}): Promise<void> => {
    // Columns are read of a text without templates.
    id[name] = (await services.datasets.create({ database_id: database.id, schema: null, table_name: name, owners: [], ...more, ...(more.sql && { sql: 'select * from sales' }) })).id;
    if (more.sql) await setSql(name, more.sql);
  };
  await make('sales', {
    columns: { doubled: { expression: "qty * {{ 1 + 1 }} -- twice", type: 'BIGINT' } },
    metrics: [{ metric_name: 'cnt', expression: 'COUNT(*)' }, { metric_name: 'mine', expression: "COUNT(*) FILTER (WHERE tenant = '{{ current_username()|upper|lower }}')" }],
  });
  await make('permitted');
  await make('evil', { sql: 'select * from sales', columns: { opens: { expression: 'qty FROM sales /*', type: 'BIGINT' }, closes: { expression: '*/ qty', type: 'BIGINT' } } });
  await make('virtual', { sql: 'select * from sales', metrics: [{ metric_name: 'cnt', expression: 'COUNT(*)' }] });
  await make('inner_filter', {
    sql: "select tenant, qty from sales where 1 = 1 {% if filter_values('region')|length > 0 %} and region in {{ filter_values('region', remove_filter=True)|where_in }}{% endif %} and '{{ url_param('x', 'none') }}' <> ''",
    metrics: [{ metric_name: 'cnt', expression: 'COUNT(*)' }],
  });
  await make('ranged', { sql: "select * from sales where ts >= '{{ from_dttm }}' and ts < '{{ to_dttm }}'", metrics: [{ metric_name: 'cnt', expression: 'COUNT(*)' }] });
  await make('nested', { sql: `select * from {{ dataset(${id['sales']}) }} where qty >= 0`, metrics: [{ metric_name: 'cnt', expression: 'COUNT(*)' }] });
  for (const name of [...Object.keys(RULES), 'down', 'free']) clients[name] = (await app.signedIn(name, 'Alpha')).client;
}, 120_000);

afterAll(async () => {
  await app?.close();
  if (app) rmSync(app.dataDir, { recursive: true, force: true });
});

function post(user: string, query: JsonObject, over: JsonObject = {}, dataset = 'sales', search = ''): Promise<TestAnswer> {
  return clients[user]!.request('POST', `/api/v1/chart/data${search}`, { json: { datasource: { id: id[dataset], type: 'table' }, queries: [query], ...over } });
}

async function ask(user: string, query: JsonObject, over: JsonObject = {}, dataset = 'sales', search = ''): Promise<ChartDataResult> {
  const answer = await post(user, query, over, dataset, search);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { result: ChartDataResult[] }).result[0]!;
}

const count = async (user: string, query: JsonObject = {}, dataset = 'sales', over: JsonObject = {}): Promise<unknown> => (await ask(user, { metrics: ['cnt'], ...query }, over, dataset)).data[0]?.['cnt'];
const tenants = (item: ChartDataResult): unknown[] => [...new Set(item.data.map((row) => row['tenant']))].sort();
const RANGE = { col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-01-05 : 2024-01-09' };
const axis = { label: 'ts', sqlExpression: 'ts', columnType: 'BASE_AXIS', timeGrain: 'P1D', expressionType: 'SQL' };
const sql = (sqlExpression: string, label = 'x') => ({ expressionType: 'SQL', sqlExpression, label });

describe('[contract §4.6] row-level security', () => {
  it('limits the rows of every kind of answer', async () => {
    expect([await count('free'), await count('ann'), await count('bob'), await count('grouped'), await count('sub')]).toEqual([10, 5, 5, 7, 5]);
    expect(tenants(await ask('ann', { columns: ['tenant', 'qty'] }))).toEqual(['a']);
    expect(tenants(await ask('ann', { columns: ['tenant'], metrics: [] }))).toEqual(['a']);
    expect(tenants(await ask('ann', {}, { result_type: 'samples' }))).toEqual(['a']);
    expect(tenants(await ask('ann', {}, { result_type: 'drill_detail' }))).toEqual(['a']);
    expect((await ask('ann', { columns: ['qty'], is_rowcount: true })).data).toEqual([{ rowcount: 5 }]);
    expect(await count('ann', {}, 'virtual')).toBe(5);
    expect((await ask('ann', { metrics: ['cnt'] }, { result_type: 'query' })).query).toContain("WHERE (tenant = 'a')");
  });

  it('limits the inner query of a series limit, shifted queries and totals', async () => {
    const limited = await ask('ann', { columns: ['tenant', 'region'], metrics: ['cnt'], series_columns: ['tenant'], series_limit: 1, series_limit_metric: 'cnt', order_desc: true });
    expect(tenants(limited)).toEqual(['a']);
    expect(limited.query!.match(/tenant = 'a'\)/g)).toHaveLength(2);
    const others = await ask('ann', { columns: ['region'], metrics: ['cnt'], series_columns: ['region'], series_limit: 1, group_others_when_limit_reached: true, extras: { having: 'COUNT(*) > 0' }, orderby: [['cnt', false]], row_limit: 5 });
    expect(others.data.reduce((sum, row) => sum + Number(row['cnt']), 0)).toBe(5);
    const compared = await ask('ann', { columns: [axis], metrics: ['cnt'], filters: [RANGE], time_offsets: ['2 days ago', '2024-01-01 : 2024-01-05'], orderby: [['ts', true]] });
    expect(compared.data.map((row) => [row['cnt'], row['cnt__2 days ago'], row['cnt__2024-01-01 : 2024-01-05']])).toEqual([[1, 1, 1], [1, 1, 1]]);
    const answer = await clients['ann']!.request('POST', '/api/v1/chart/data', {
      json: { datasource: { id: id['sales'], type: 'table' }, queries: [{ columns: ['tenant'], metrics: ['cnt'], post_processing: [{ operation: 'contribution', options: { columns: ['cnt'], rename_columns: ['share'] } }] }, { columns: [], metrics: ['cnt'] }] },
    });
    expect((answer.json as { result: ChartDataResult[] }).result[0]!.data).toEqual([{ tenant: 'a', cnt: 5, share: 1 }]);
  });

  it('is part of the cache key and of what queries in flight share', async () => {
    const query = { metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'qty' }, label: 's' }] };
    const answers = await Promise.all(['ann', 'bob', 'ann', 'bob', 'free'].map((user) => ask(user, query)));
    expect(answers.map(({ data }) => data[0]!['s'])).toEqual([20, 25, 20, 25, 45]);
    expect(new Set(answers.map(({ cache_key: key }) => key)).size).toBe(3);
    expect((await ask('ann', query)).is_cached).toBe(true);
  });

  it.each([
    ['where', { extras: { where: "1 = 1 OR tenant = 'b'" } }],
    ['an unfinished bracket', { extras: { where: '1 = 1) OR (1 = 1' } }],
    ['a comment', { extras: { where: '1 = 1 --' } }],
    ['an open comment', { extras: { where: '1 = 1 /*' } }],
    ['two halves of a comment', { columns: [{ ...sql('tenant /*'), label: 'tenant' }], extras: { where: '*/ 1 = 1' } }],
    ['a line break in a comment', { extras: { where: "1 = 1 --\r) OR (1 = 1" } }],
    ['where with a quote', { extras: { where: "1 = 1 OR 'x' = 'x" } }],
    ['UNION in where', { extras: { where: '1 = 1 UNION SELECT tenant, qty FROM sales' } }],
    ['a statement after where', { extras: { where: '1 = 1; SELECT * FROM sales' } }],
    ['having', { metrics: ['cnt'], extras: { having: '1 = 1) OR (1 = 1' } }],
    ['a sub-query in a column', { columns: [{ ...sql("(SELECT string_agg(tenant, '') FROM sales)"), label: 'tenant' }] }],
    ['FROM in a column', { columns: [{ ...sql('tenant FROM sales'), label: 'tenant' }] }],
    ['an alias called like the column of the rule', { columns: [{ ...sql("'a'"), label: 'tenant' }, 'qty'] }],
    ['a metric', { columns: ['tenant'], metrics: [sql('max(tenant) FROM sales --')] }],
    ['a metric with a sub-query', { columns: ['tenant'], metrics: [sql('(SELECT max(qty) FROM sales)')] }],
    ['ordering', { columns: ['tenant'], metrics: ['cnt'], orderby: [[sql('1 UNION ALL SELECT tenant, 1 FROM sales'), true]] }],
    ['a filter on an expression', { columns: ['tenant'], filters: [{ col: sql("tenant = 'a' OR 1 = 1) OR (tenant"), op: '==', val: 'b' }] }],
    ['a filter value', { columns: ['tenant'], filters: [{ col: 'tenant', op: '==', val: "x' OR '1'='1" }] }],
    ['a label', { columns: [{ ...sql('tenant'), label: 'tenant" FROM sales --' }] }],
    ['a template in where', { extras: { where: "{{ '1 = 1) OR (1 = 1' }}" } }],
    ['a template that hides a quote', { extras: { where: "tenant = '{{ url_param('q') }}'" }, url_params: { q: "b' OR '1'='1" } }],
    ['a calculated column that opens a comment', { columns: ['opens', 'tenant'], orderby: [['closes', true]] }, 'evil'],
    ['a table function', { columns: [{ ...sql("query('select 1')"), label: 'tenant' }] }],
    ['a dollar quote', { extras: { where: '$$ $$ = 1' } }],
  ])('is not escaped by %s', async (_, query, dataset = 'sales') => {
    const answer = await post('ann', { columns: ['tenant', 'qty'], ...query } as JsonObject, {}, dataset);
    expect([200, 400]).toContain(answer.status);
    if (answer.status !== 200) return;
    const { data } = (answer.json as { result: ChartDataResult[] }).result[0]!;
    // Tenant a has the even quantities.
    for (const row of data) {
      expect(JSON.stringify(row)).not.toMatch(/"b"/);
      if (typeof row['qty'] === 'number') expect(row['qty'] % 2).toBe(0);
    }
    expect(data.length).toBeLessThanOrEqual(5);
  });

  it('does not take an alias for a column the dataset lacks', async () => {
    await setSql('evil', 'select qty from sales');
    expect((await post('ann', { columns: ['qty'] }, {}, 'evil')).status).toBe(400);
    expect((await post('ann', { columns: ['qty', { ...sql("'a'"), label: 'tenant' }] }, {}, 'evil')).status).toBe(400);
  });

  it('refuses when a rule is not one condition, without repeating it', async () => {
    for (const user of ['broken', 'escape']) {
      const answer = await post(user, { metrics: [{ label: 'cnt' }] });
      expect(answer.status).toBe(400);
      expect((answer.json as { message: string }).message).toMatch(/^Error: A rule of row-level security \(test rule\)/);
      expect(answer.text).not.toMatch(/hidden-clause|1 = 1/);
    }
    expect((await post('unknown', { metrics: ['cnt'] })).status).toBe(400);
  });

  it('refuses when a source of rules fails, whatever is asked', async () => {
    for (const over of [{}, { result_type: 'samples' }, { result_type: 'query' }]) {
      const answer = await post('down', { metrics: ['cnt'] }, over);
      expect(answer.status).toBe(503);
      expect(answer.text).not.toContain('hunter2');
    }
  });

  it('renders rules with the rights of who asks, plugins’ macros included', async () => {
    expect((await ask('templated', { metrics: ['cnt'] }, { result_type: 'query' })).query).toContain("(tenant IN ('a'))");
  });

  it('holds for each query’s own dataset', async () => {
    const query = { metrics: ['cnt'], datasource: { id: id['virtual'], type: 'table' } };
    expect((await ask('ann', query, {}, 'permitted')).data).toEqual([{ cnt: 5 }]);
    expect((await post('ann', { metrics: ['cnt'], datasource: { id: 4711, type: 'table' } })).status).toBe(404);
    expect((await post('ann', { metrics: ['cnt'], datasource: { id: 1, type: 'cube' } })).status).toBe(400);
  });
});

describe('[contract §9] templates', () => {
  it('are rendered in columns, metrics, clauses and virtual datasets', async () => {
    expect((await ask('free', { columns: ['qty', 'doubled'], orderby: [['qty', true]], row_limit: 2, row_offset: 3 })).data).toEqual([{ qty: 3, doubled: 6 }, { qty: 4, doubled: 8 }]);
    expect((await ask('ann', { metrics: ['mine'] })).data).toEqual([{ mine: 0 }]);
    expect(await count('free', { extras: { where: 'qty < {{ 2 + 2 }}', having: 'COUNT(*) > {{ 1 }}' } })).toBe(4);
    expect((await ask('free', { columns: [sql("{{ 'region' }}")], metrics: ['cnt'], orderby: [['x', true]] })).data[0]).toEqual({ x: 'r0', cnt: 4 });
    const adhoc = { expressionType: 'SQL', sqlExpression: 'MAX(qty) + {{ 1 }}' };
    expect((await ask('free', { metrics: [adhoc] })).data).toEqual([{ 'MAX(qty) + {{ 1 }}': 10 }]);
  });

  it('takes over filters, says so, and counts them in the cache key', async () => {
    const query = { metrics: ['cnt'], filters: [{ col: 'region', op: 'IN', val: ['r0'] }] };
    const item = await ask('free', query, {}, 'inner_filter');
    expect(item).toMatchObject({ data: [{ cnt: 4 }], applied_template_filters: ['region'], applied_filters: [{ column: 'region' }], rejected_filters: [] });
    expect((await ask('ann', query, {}, 'inner_filter')).data).toEqual([{ cnt: 2 }]);
    expect(item.query).toContain("region in ('r0')");
    expect(item.query).not.toContain("WHERE region IN");
    const [x, y] = [await ask('free', { ...query, url_params: { x: "x' --" } }, {}, 'inner_filter'), await ask('free', query, {}, 'inner_filter')];
    expect(x.query).toContain("'x'' --'");
    expect(x.cache_key).not.toBe(y.cache_key);
    expect(y.is_cached).toBe(true);
  });

  it('know the range, in comparisons the shifted one', async () => {
    const item = await ask('free', { columns: [axis], metrics: ['cnt'], filters: [RANGE], time_offsets: ['2 days ago'], orderby: [['ts', true]] }, {}, 'ranged');
    expect(item.query).toContain("ts >= '2024-01-05T00:00:00'");
    expect(item.query).toContain("ts >= '2024-01-03T00:00:00'");
    expect(item.data.map((row) => row['cnt__2 days ago'])).toEqual([1, 1, 1, 1]);
  });

  it('read other datasets with the rules of who asks', async () => {
    expect(await count('ann', {}, 'nested')).toBe(5);
    await setSql('nested', `select * from {{ dataset(${id['sales']}, columns=['tenant', 'qty']) }}`);
    const item = await ask('ann', { metrics: ['cnt'] }, {}, 'nested');
    expect(item.data).toEqual([{ cnt: 5 }]);
    expect(item.query).toContain(`AS dataset_${id['sales']}`);
    expect(item.query!.match(/tenant = 'a'/g)!.length).toBe(2);
    // The inner dataset's own templates see the filters of the request.
    await setSql('nested', `select * from {{ dataset(${id['inner_filter']}, columns=['tenant', 'qty']) }}`);
    expect((await ask('free', { metrics: ['cnt'], filters: [{ col: 'region', op: 'IN', val: ['r0'] }] }, { result_type: 'query' }, 'nested')).query).toContain("region in ('r0')");
    // A dataset the caller may not read stays closed.
    const gamma = (await app.signedIn('gus', 'Gamma')).client;
    expect((await gamma.request('POST', '/api/v1/chart/data', { json: { datasource: { id: id['nested'], type: 'table' }, queries: [{ metrics: ['cnt'] }] } })).status).toBe(403);
  });

  it('say what is wrong with them', async () => {
    const answer = await post('free', { metrics: ['cnt'], extras: { where: "{{ qty" } });
    expect([answer.status, (answer.json as { message: string }).message]).toEqual([400, expect.stringMatching(/^Error: Error in jinja expression in WHERE clause: syntax error/)]);
    expect((await post('free', { metrics: ['cnt'], extras: { where: "{{ metric('nope') }} > 1" } })).text).toMatch(/Metric `nope` not found/);
  });

  it('serve other plugins', async () => {
    const { dialect } = await services.databases.connect(1);
    const user = { id: 5, username: 'eve', firstName: '', lastName: '', email: '', roles: { Beta: [], Alpha: [] }, isAnonymous: false, isAdmin: false };
    expect(await services.templates.render('select {{ x }}, {{ nope }}, {{ current_user_id() }}', { user, dialect, variables: { x: 7 } })).toEqual({ text: 'select 7, {{ nope }}, 5', undefinedNames: ['nope'], cacheKeys: ['5'] });
    const failure = await services.templates.render('select\n{{ x', { user, dialect }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ status: 422, body: { errors: [{ error_type: 'GENERIC_COMMAND_ERROR', extra: { line: 2, template: 'select\n{{ x', exception_type: 'TemplateSyntaxError' } }] } });
  });
});

describe('[contract §3.2] the rest of a query', () => {
  it('adds tooltip columns, hour offsets, and moves shifted times', async () => {
    expect((await ask('free', { columns: ['qty'], row_limit: 1 }, { form_data: { tooltip_contents: [{ item_type: 'column', column_name: 'region' }, 'tenant', 'nope'] } })).colnames).toEqual(['qty', 'region', 'tenant']);
    const moved = await ask('free', { columns: [axis], metrics: ['cnt'], filters: [{ ...RANGE, val: '2024-02-05 : 2024-02-07' }], time_shift: '1 month', orderby: [['ts', true]] });
    expect(moved.data.map(({ ts }) => ts)).toEqual([Date.UTC(2024, 1, 5), Date.UTC(2024, 1, 6)]);
  });

  it('compares texts in the format of their column', async () => {
    const got = await app.admin.request('GET', `/api/v1/dataset/${id['sales']}`);
    expect(got.status, got.text).toBe(200);
    const columns = got.json as { result: { columns: { id: number; column_name: string }[] } };
    const day = columns.result.columns.find(({ column_name: name }) => name === 'day')!;
    const put = await app.admin.request('PUT', `/api/v1/dataset/${id['sales']}`, { json: { columns: columns.result.columns.map((one) => (one === day ? { id: day.id, column_name: 'day', is_dttm: true, python_date_format: '%Y%m%d' } : { id: one.id, column_name: one.column_name })) } });
    expect(put.status, put.text).toBe(200);
    const item = await ask('free', { columns: ['day'], filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-03 : 2024-01-05' }], orderby: [['day', true]] });
    expect(item.query).toContain("day >= '20240103'");
    expect(item.data).toEqual([{ day: Date.UTC(2024, 0, 3) }, { day: Date.UTC(2024, 0, 4) }]);
  });

  it('gives unreadable values of a list no meaning', async () => {
    expect(await count('free', { filters: [{ col: 'qty', op: 'IN', val: ['1', '2.5', 'x', 3] }] })).toBe(2);
    expect(await count('free', { filters: [{ col: 'qty', op: 'IN', val: ['x'] }] })).toBe(0);
    expect(await count('free', { filters: [{ col: 'qty', op: 'NOT IN', val: ['x', 1] }] })).toBe(9);
  });

  it('sees a changed dataset at once', async () => {
    expect(await count('free', {}, 'virtual')).toBe(10);
    await setSql('virtual', 'select * from sales where qty < 3');
    expect(await count('free', {}, 'virtual')).toBe(3);
  });
});
