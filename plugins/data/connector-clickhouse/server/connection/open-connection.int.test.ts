import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, ExecuteOptions } from '@orrery/sdk/server';
import { testClickhouse } from '../../../../../tests/support/clickhouse/test-clickhouse.ts';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import { openConnection } from './open-connection.ts';
import { runCommand, runQuery } from './run-query.ts';
import { createServerRegistry } from './server-registry.ts';

// The conformance suite (tests/contract/connectors.test.ts) has what all engines share; here is what only ClickHouse has.
const server = await testClickhouse();
// The real service, though another plugin's; its short texts need no thread.
const { createSqlAnalysis } = (await import(new URL('../../../sql/server/create-sql-analysis.ts', import.meta.url).href)) as { createSqlAnalysis(worker: unknown): SqlAnalysis };

describe.skipIf(!server)('a ClickHouse connection', () => {
  const servers = createServerRegistry();
  const database = { id: 1, uuid: 'u', parameters: { ...server?.parameters, query: { max_threads: '1', no_such_setting: '1' } } };
  const schema = `connector_${process.pid}`;
  let connection: Connection;
  const options = (over: Partial<ExecuteOptions> = {}): ExecuteOptions => ({ signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 1_000_000, mode: 'read', schema, ...over });
  const rows = async (sql: string, over: Partial<ExecuteOptions> = {}): Promise<readonly (readonly unknown[])[]> => {
    const all: unknown[][] = [];
    for await (const { columns, rowCount } of (await connection.execute(sql, options(over))).batches) for (let row = 0; row < rowCount; row++) all.push(columns.map((column) => column[row]));
    return all;
  };
  const failure = (sql: string, over: Partial<ExecuteOptions> = {}): Promise<unknown> => rows(sql, over).then(() => 'none', (error: unknown) => error);
  const running = async (): Promise<unknown> => (await rows("SELECT count() FROM system.processes WHERE query LIKE '%slow_marker%' AND query NOT LIKE '%system.processes%'"))[0]?.[0];
  const SLOW = "SELECT count() AS n, 'slow_marker' AS m FROM numbers(100000000000) WHERE sipHash64(number) = 1";

  beforeAll(async () => {
    connection = await openConnection(servers, createSqlAnalysis(undefined), database);
    for (const sql of [
      `CREATE DATABASE ${schema}`,
      `CREATE TABLE ${schema}.sales (id Int32 COMMENT 'Why', ts DateTime64(3), region LowCardinality(String), qty Nullable(Int32), INDEX region_i region TYPE set(10)) ENGINE = MergeTree ORDER BY (region, id) COMMENT 'A table'`,
      `INSERT INTO ${schema}.sales VALUES (1, '2024-01-01 05:00:00.250', 'n', 5), (2, '2024-01-01 06:00:00', 's', 7), (3, '2024-01-02 06:00:00', 's', NULL)`,
    ]) await run(sql);
  });
  /** Past admission. */
  async function run(sql: string): Promise<void> {
    await runCommand(await servers.get(database), sql, options({ mode: 'write', schema: null }));
  }
  afterAll(async () => {
    if (server) await run(`DROP DATABASE ${schema}`);
    servers.dispose();
    server?.stop();
  });

  it('gives values of every type', async () => {
    const sql = `SELECT toUInt64('18446744073709551615') AS u, toInt64(5) AS small, toInt256('-123456789012345678901234567890') AS huge, toDecimal64(1.25, 2) AS price, toDateTime('2024-01-01 01:02:03', 'Europe/Berlin') AS berlin, toDate32('1950-01-02') AS day,
      CAST('2024-01-01 01:02:03.456789' AS DateTime64(6)) AS micro, true AS ok, [1, NULL] AS list, map('a', 1) AS m, CAST((1, 'y') AS Tuple(p Int32, q String)) AS t, [9007199254740993] AS longs, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') AS uuid, CAST(NULL AS Nullable(DateTime)) AS nothing, 0 / 0 AS nan`;
    expect(await rows(sql)).toEqual([[
      '18446744073709551615', 5, '-123456789012345678901234567890', 1.25, Date.UTC(2024, 0, 1, 0, 2, 3), Date.UTC(1950, 0, 2), Date.UTC(2024, 0, 1, 1, 2, 3, 456), true, '[1,null]', '{"a":1}', '{"p":1,"q":"y"}', '["9007199254740993"]', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', null, null,
    ]]);
  });

  it('means columns by their names, not the aliases that hide them', async () => {
    const day = 'toStartOfDay(toDateTime(ts))';
    expect(await rows(`SELECT ${day} AS ts, sum(qty) AS qty FROM sales WHERE ts >= toDateTime('2024-01-01 06:00:00') GROUP BY ${day} ORDER BY ${day}`)).toEqual([[Date.UTC(2024, 0, 1), 7], [Date.UTC(2024, 0, 2), null]]);
    expect(await rows("SELECT 'n' AS region FROM sales WHERE region = 's'")).toEqual([['n'], ['n']]);
  });

  it('joins, unites and aggregates as SQL does elsewhere', async () => {
    expect(await rows("SELECT count() AS c FROM sales LEFT JOIN (SELECT region AS r FROM sales WHERE region = 'n') AS j ON region = r WHERE r IS NULL")).toEqual([[2]]);
    expect(await rows('SELECT sum(qty) AS s, max(region) AS r FROM sales WHERE id > 9')).toEqual([[null, null]]);
    expect(await rows('SELECT 1 AS x UNION SELECT 1 AS x')).toEqual([[1]]);
  });

  it.each([
    "SELECT * FROM url('http://localhost/', CSV)", "SELECT * FROM file('/etc/passwd')", "SELECT * FROM remote('127.0.0.1', system.one)", 'SELECT 1 SETTINGS readonly = 0', 'SELECT a FROM sales foo bar', "SELECT 1 INTO OUTFILE '/tmp/x'",
    'SELECT id FROM sales PREWHERE id > 1 ARRAY JOIN [1] AS tag UNION ALL SELECT 1 FROM secret foo bar', 'SYSTEM SHUTDOWN', 'KILL QUERY WHERE 1', 'SET readonly = 0', "SELECT * FROM sales WHERE id IN (SELECT 1 FROM s3('x'))", 'SELECT hostName()',
  ])('does not run: %s', async (sql) => {
    expect(['refused', 'syntax']).toContain(((await failure(sql)) as { code?: string }).code);
  });

  it('has a second wall: the server itself refuses to write', async () => {
    const admin = await servers.get(database);
    await expect(runQuery(admin, 'CREATE TABLE made (a Int32) ENGINE = Memory', options())).rejects.toMatchObject({ code: 'refused' });
    await expect(runQuery(admin, 'SELECT 1 SETTINGS max_execution_time = 0', options())).rejects.toMatchObject({ code: 'refused' });
  });

  it('stops more statements than it has connections, in the server', async () => {
    const controller = new AbortController();
    const many = Array.from({ length: 14 }, () => failure(SLOW, { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const started = performance.now();
    controller.abort();
    for (const error of await Promise.all(many)) expect(error).toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(1500);
    await expect.poll(running, { timeout: 2000 }).toBe(0);
  });

  it('stops what its reader left, and reads the very number of rows', async () => {
    for await (const batch of (await connection.execute("SELECT number, 'slow_marker' AS m FROM numbers(300000)", options())).batches) if (batch.rowCount > 0) break;
    expect((await rows('SELECT number FROM numbers(300000)', { maxRows: 200_001 })).length).toBe(200_001);
    expect((await rows('SELECT number FROM numbers(20)', { maxRows: 20 })).length).toBe(20);
    expect(await rows('SELECT number FROM numbers(20)', { maxRows: 0 })).toEqual([]);
    await expect.poll(running, { timeout: 2000 }).toBe(0);
  });

  it('tells what fails in the midst of a result', async () => {
    expect(await failure('SELECT throwIf(number = 299999) AS x FROM numbers(300000)')).toMatchObject({ code: 'engine', message: expect.stringContaining('throwIf') as unknown });
    expect(await failure('SELECT 1 FROM nowhere.t')).toMatchObject({ code: 'missing-schema' });
  });

  it('uses settings of the address, as far as the server knows them', async () => {
    expect(await rows("SELECT value FROM system.settings WHERE name = 'max_threads'")).toEqual([['1']]);
  });

  it('reads details, and describes', async () => {
    expect(await connection.details!({ schema, name: 'sales' })).toEqual({
      keys: [{ kind: 'index', name: 'sorting key', columns: ['region', 'id'] }, { kind: 'index', name: 'region_i', columns: ['region'] }], comment: 'A table', columnComments: { id: 'Why' },
    });
    expect((await connection.describe('SELECT ts, region, qty FROM sales -- all', options())).map(({ type, generic }) => [type, generic])).toEqual([['DateTime64(3)', 2], ['LowCardinality(String)', 1], ['Nullable(Int32)', 0]]);
    const names = await connection.functionNames!();
    expect(names).toContain('toStartOfDay');
    expect(names).not.toContain('file');
  });
});
