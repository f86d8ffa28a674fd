import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Database from 'libsql';
import { GenericType } from '@orrery/sdk';
import type { Connection, ExecuteOptions } from '@orrery/sdk/server';
import type { SqlAnalysis } from '../../sql/contract.ts';
import { sqliteDialect } from '../contract.ts';
import { openConnection } from './connection/open-connection.ts';
import { resolveDatabaseFile } from './connection/resolve-database-file.ts';
import { createEnginePool } from './supervisor/engine-pool.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'orrery-sqlite-'));
const folder = path.join(dataDir, 'sqlite');
const pool = createEnginePool(3);
// The real service, though another plugin's; its short texts need no thread.
const { createSqlAnalysis } = (await import(new URL('../../sql/server/create-sql-analysis.ts', import.meta.url).href)) as { createSqlAnalysis(worker: unknown): SqlAnalysis };
const analysis = createSqlAnalysis(undefined);
const open = (file: string): Connection => openConnection(pool, analysis, () => resolveDatabaseFile(dataDir, file));
const options = (over: Partial<ExecuteOptions> = {}): ExecuteOptions => ({ signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 100_000, mode: 'read', ...over });

async function rows(connection: Connection, sql: string, over: Partial<ExecuteOptions> = {}): Promise<unknown[][]> {
  const { batches } = await connection.execute(sql, options(over));
  const all: unknown[][] = [];
  for await (const batch of batches) for (let at = 0; at < batch.rowCount; at++) all.push(batch.columns.map((column) => column[at]));
  return all;
}

const ENDLESS = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';

let sales: Connection;
beforeAll(() => {
  mkdirSync(folder);
  const database = new Database(path.join(folder, 'sales.sqlite'));
  database.exec(`
    CREATE TABLE sales (ts DATETIME, created DATETIME, region VARCHAR(20), product TEXT, qty INTEGER, price FLOAT, ok BOOLEAN, ep BIGINT, d DATE);
    INSERT INTO sales VALUES ('2024-01-01 05:06:07', '2024-01-02', 'n', 'x', 3, 1.5, 1, 1704067200, '2024-01-01'),
      ('2024-02-29 23:59:58', NULL, 's', NULL, -2, NULL, 0, 1709251198, '2024-02-29');
    CREATE TABLE child (id INTEGER PRIMARY KEY, a TEXT UNIQUE);
    CREATE TABLE odd (id INTEGER PRIMARY KEY, big INTEGER, bytes BLOB, "order" TEXT, mixed, sale INTEGER REFERENCES child (id));
    INSERT INTO odd VALUES (1, 9007199254740993, x'00ff', 'o', 'text', NULL), (2, 5, NULL, '', 7, NULL);
    CREATE INDEX odd_index ON odd (big, "order");
    CREATE VIEW monthly AS SELECT DATETIME(ts, 'start of month') AS month, sum(qty) AS qty FROM sales GROUP BY 1;
  `);
  database.close();
  new Database(path.join(dataDir, 'metadata.db')).close();
  writeFileSync(path.join(folder, 'text.db'), 'this is no database, however long this text may be '.repeat(50));
  symlinkSync(path.join(dataDir, 'metadata.db'), path.join(folder, 'link.db'));
  sales = open('sales.sqlite');
});
afterAll(() => {
  pool.dispose();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: string & { readonly column: string; readonly time_grain: string };
  readonly options: { readonly engine: string; readonly time_grain: string; readonly column_type: string };
  readonly expected: string & { readonly select_expression?: string; readonly sql?: string };
  readonly upstream_defect?: string;
}
const vectors = (JSON.parse(readFileSync(new URL('../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] }).vectors;
const of = (category: string) => vectors.filter((vector) => vector.category === category && vector.options.engine === 'sqlite').map((vector) => [vector.id, vector] as const);

describe('the dialect (contract §4.3, §4.4)', () => {
  it.each(of('time_grain'))('%s', (_, { input, expected }) => {
    expect(sqliteDialect.timeGrains[input.time_grain]?.(input.column)).toBe(expected.select_expression);
  });

  it.each(of('grain_value'))('%s by the engine', async (_, { input, options: { time_grain }, expected }) => {
    const [row] = await rows(sales, `SELECT ${sqliteDialect.timeGrains[time_grain]!(sqliteDialect.literal(input))}`);
    expect(row).toEqual([Date.parse(`${expected.replace(' ', 'T')}Z`)]);
  });

  it.each(of('temporal_literal'))('%s', (_, { input, options: { column_type }, expected, upstream_defect }) => {
    const printed = sqliteDialect.timestamp(Date.parse(`${input}Z`), column_type);
    // Dates are stored without a clock, so bounds at midnight have none either.
    expect(printed).toBe(upstream_defect ? "'2024-01-01 01:02:03'" : expected);
  });

  it.each(vectors.filter(({ category, options: { engine }, expected }) => category === 'sql_generation' && engine === 'sqlite' && expected.sql && !/FROM \(select \* from t/.test(expected.sql)).map((vector) => [vector.id, vector] as const))(
    '%s runs',
    async (_, { expected }) => {
      expect(await rows(sales, expected.sql!)).toBeDefined();
    },
  );

  it('keeps the first day of a DATE column', async () => {
    const from = sqliteDialect.timestamp(Date.UTC(2024, 0, 1), 'DATE');
    expect(from).toBe("'2024-01-01'");
    expect(await rows(sales, `SELECT count(*) FROM sales WHERE d >= ${from} AND d < ${sqliteDialect.timestamp(Date.UTC(2024, 1, 1), 'DATE')}`)).toEqual([[1]]);
  });

  it('reads epochs and texts with quotes', async () => {
    expect(await rows(sales, `SELECT ${sqliteDialect.fromEpoch('ep', 's')}, ${sqliteDialect.fromEpoch('ep * 1000', 'ms')} FROM sales LIMIT 1`)).toEqual([[1_704_067_200_000, 1_704_067_200_000]]);
    expect(await rows(sales, `SELECT ${sqliteDialect.literal("it's; -- \\ 😀")}, ${sqliteDialect.identifier('order')} FROM odd ORDER BY id LIMIT 1`)).toEqual([["it's; -- \\ 😀", 'o']]);
  });
});

describe('values and types', () => {
  it('makes moments of texts, booleans of 0 and 1, and keeps integers exact', async () => {
    const { columns } = await sales.execute('SELECT * FROM sales', options());
    expect(columns.map(({ generic }) => generic)).toEqual([2, 2, 1, 1, 0, 0, 3, 0, 2].map((generic) => generic as GenericType));
    expect(await rows(sales, 'SELECT * FROM sales')).toEqual([
      [Date.UTC(2024, 0, 1, 5, 6, 7), Date.UTC(2024, 0, 2), 'n', 'x', 3, 1.5, true, 1_704_067_200, Date.UTC(2024, 0, 1)],
      [Date.UTC(2024, 1, 29, 23, 59, 58), null, 's', null, -2, null, false, 1_709_251_198, Date.UTC(2024, 1, 29)],
    ]);
    expect(await rows(sales, 'SELECT big, bytes, mixed FROM odd')).toEqual([['9007199254740993', '00ff', 'text'], [5, null, 7]]);
  });

  it('tells types of expressions by their values', async () => {
    const columns = await sales.describe('SELECT count(*) AS n, avg(price) AS a, max(ts) AS m, upper(region) AS u, NULL AS x FROM sales', options());
    expect(columns).toEqual([
      { name: 'n', type: 'INTEGER', generic: 0 }, { name: 'a', type: 'REAL', generic: 0 }, { name: 'm', type: 'DATETIME', generic: 2 }, { name: 'u', type: 'TEXT', generic: 1 }, { name: 'x', type: 'TEXT', generic: 1 },
    ]);
  });

  it('lists tables, views, columns and keys', async () => {
    expect(await sales.schemas()).toEqual(['main']);
    expect(await sales.tables()).toEqual([{ name: 'child', kind: 'table' }, { name: 'monthly', kind: 'view' }, { name: 'odd', kind: 'table' }, { name: 'sales', kind: 'table' }]);
    expect(await sales.columns({ name: 'monthly', schema: 'main' })).toEqual([{ name: 'month', type: 'DATETIME', generic: 2 }, { name: 'qty', type: 'INTEGER', generic: 0 }]);
    expect(await sales.details!({ name: 'odd' })).toMatchObject({
      keys: [{ kind: 'pk', columns: ['id'] }, { kind: 'fk', columns: ['sale'], references: { table: { name: 'child' }, columns: ['id'] } }, { kind: 'index', name: 'odd_index', columns: ['big', 'order'] }],
    });
    const names = await sales.functionNames!();
    expect(names).toContain('strftime');
    expect(names).not.toContain('load_extension');
  });

  it('streams many rows and stops at the limit', async () => {
    const many = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 60000) SELECT n, n * 2 AS b FROM r';
    const all = await rows(sales, many);
    expect(all.length).toBe(60_000);
    expect(all.at(-1)).toEqual([60_000, 120_000]);
    expect((await rows(sales, many, { maxRows: 10 })).length).toBe(10);
    const { batches } = await sales.execute(many, options());
    for await (const batch of batches) {
      expect(batch.rowCount).toBeGreaterThan(0);
      break;
    }
    expect(await rows(sales, 'SELECT 1')).toEqual([[1]]);
  });
});

describe('limits', () => {
  it('stops in the engine within a second when cancelled, and goes on', async () => {
    const controller = new AbortController();
    const started = performance.now();
    setTimeout(() => controller.abort(), 200);
    await expect(rows(sales, ENDLESS, { signal: controller.signal })).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(1200);
    expect(await rows(sales, 'SELECT 1')).toEqual([[1]]);
  });

  it('ends an engine that does not listen while it looks for the next row', async () => {
    const controller = new AbortController();
    const silent = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n = 1 OR n < 0';
    setTimeout(() => controller.abort(), 300);
    const started = performance.now();
    await expect(rows(sales, silent, { signal: controller.signal })).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(1500);
    expect(await rows(sales, 'SELECT 1')).toEqual([[1]]);
  });

  it('stops after the time limit', async () => {
    await expect(rows(sales, ENDLESS, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('answers others while a query runs', async () => {
    const controller = new AbortController();
    const long = rows(sales, ENDLESS, { signal: controller.signal }).catch((error: unknown) => error);
    expect(await rows(sales, 'SELECT 2')).toEqual([[2]]);
    controller.abort();
    await long;
  });

  it.each([
    "SELECT length(printf('%900000000d', 1))",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 300000) SELECT length(group_concat(printf('%1000d', n))) FROM r",
  ])('survives hunger for memory: %s', async (sql) => {
    await expect(rows(sales, sql)).rejects.toMatchObject({ code: 'memory' });
    expect(await rows(sales, 'SELECT 1')).toEqual([[1]]);
  });

  it('waits for a turn, and can be cancelled while it waits', async () => {
    const controller = new AbortController();
    const running = Array.from({ length: 3 }, () => rows(sales, ENDLESS, { signal: controller.signal }).catch((error: unknown) => error));
    const waiting = new AbortController();
    const late = rows(sales, 'SELECT 1', { signal: waiting.signal });
    setTimeout(() => waiting.abort(), 100);
    await expect(late).rejects.toMatchObject({ code: 'cancelled' });
    const next = rows(sales, 'SELECT 3');
    controller.abort();
    expect(await next).toEqual([[3]]);
    await Promise.all(running);
  });
});

describe('what is refused', () => {
  it.each([
    'DELETE FROM sales', 'SELECT 1; SELECT 2', 'PRAGMA journal_mode = delete', "ATTACH 'x.db' AS y", 'VACUUM', "SELECT load_extension('x')", "SELECT * FROM pragma_database_list", "SELECT * FROM pragma_table_info('sales')",
    'SELECT * FROM sqlite_dbpage', 'SELECT * FROM dbstat', 'SELECT * FROM sales WHERE qty IN sqlite_stmt', 'WITH x AS (SELECT 1) INSERT INTO sales SELECT * FROM x', 'BEGIN', 'EXPLAIN SELECT 1', 'SELECT sqlite_version()', '',
  ])('in read mode: %s', async (sql) => {
    await expect(rows(sales, sql)).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([["SELECT * FROM nope", 'missing-table'], ['SELECT nope FROM sales', 'missing-column'], ['SELECT FROM', 'syntax'], ['SELECT * FROM other.sales', 'missing-schema']])('%s: %s', async (sql, code) => {
    await expect(rows(sales, sql)).rejects.toMatchObject({ code });
  });

  it.each(['../metadata.db', 'link.db', '/etc/passwd', 'a/../../metadata.db', 'sales.sqlite?mode=rw', ':memory:', 'sales.txt', '', '.sqlite'])('the file %s', (file) => {
    expect(() => resolveDatabaseFile(dataDir, file)).toThrow(expect.objectContaining({ code: 'refused', fields: ['file'] }));
  });

  it('files that are missing or of another kind', async () => {
    expect(() => resolveDatabaseFile(dataDir, 'none.sqlite')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    await expect(rows(open('text.db'), 'SELECT 1')).rejects.toMatchObject({ code: 'unavailable', fields: ['file'] });
  });
});

describe('write mode', () => {
  it('changes data and tables, and nothing else', async () => {
    const write = { mode: 'write' } as const;
    await rows(sales, 'CREATE TABLE made AS SELECT region, qty FROM sales', write);
    await rows(sales, "INSERT INTO made VALUES ('w', 9), ('e', 8)", write);
    await rows(sales, "UPDATE made SET qty = qty + 1 WHERE region = 'w'", write);
    expect(await rows(sales, "SELECT qty FROM made WHERE region IN ('w', 'e') ORDER BY 1")).toEqual([[8], [10]]);
    expect(await rows(sales, "INSERT INTO made VALUES ('a', 1), ('b', 2) RETURNING region", { ...write, maxRows: 1 })).toEqual([['a']]);
    expect(await rows(sales, 'SELECT count(*) FROM made')).toEqual([[6]]);
    // A reader that stopped early holds no lock.
    await rows(sales, 'SELECT * FROM made', { maxRows: 1 });
    await rows(sales, 'DROP TABLE made', write);
    await expect(rows(sales, 'SELECT * FROM made')).rejects.toMatchObject({ code: 'missing-table' });
    await expect(rows(sales, "ATTACH 'x' AS y", write)).rejects.toMatchObject({ code: 'refused' });
    await expect(rows(sales, "VACUUM INTO '/tmp/x'", write)).rejects.toMatchObject({ code: 'refused' });
    await expect(rows(sales, 'DELETE FROM sqlite_master', write)).rejects.toMatchObject({ code: 'refused' });
  });
});
