import { GenericType } from '@orrery/sdk';
import { expect, it } from 'vitest';
import type { ConnectorBench } from './connector-bench.ts';
import { execution, failureOf, rowsOf } from './connector-bench.ts';
import { columnTypes, ODD_COLUMN, SAMPLE_ROWS } from './sample-table.ts';

const GENERICS: readonly GenericType[] = [0, 2, 2, 2, 1, 0, 0, 0, 3, 0, 0, 1];

/** Tests of a connection by itself: values, limits, refusals, catalog. */
export function connectionTests({ options, table, types, subject }: ConnectorBench): void {
  const connection = () => subject().connection;
  const name = (): string => subject().dialect.qualify({ schema: options.schema, name: table });
  const quote = (column: string): string => subject().dialect.identifier(column);

  it('gives values of every type, by column', async () => {
    const { columns, batches } = await connection().execute(`SELECT * FROM ${name()} ORDER BY id`, execution());
    expect(columns.map((column) => column.name)).toEqual(Object.keys(columnTypes(types)));
    expect(columns.map(({ generic }) => generic)).toEqual(GENERICS);
    const cells: unknown[][] = columns.map(() => []);
    for await (const batch of batches) batch.columns.forEach((column, at) => cells[at]!.push(...column));
    const wanted = Object.entries({ id: 'id', ts: 'ts', tz: 'tz', d: 'd', region: 'region', qty: 'qty', price: 'price', amount: 'amount', ok: 'ok', ep: 'ep', [ODD_COLUMN]: 'odd' });
    for (const [column, key] of wanted) expect(cells[columns.findIndex((candidate) => candidate.name === column)], column).toEqual(SAMPLE_ROWS.map((row) => row[key as 'id']));
    const big = cells[columns.findIndex((column) => column.name === 'big')]!;
    expect(big.slice(1)).toEqual(SAMPLE_ROWS.slice(1).map((row) => Number(row.big)));
    expect(big[0]).toBe('9007199254740993');
  });

  it.skipIf(options.hasDecimals === false)('keeps the digits of decimals, without the zeros behind them', async () => {
    const numbers = ['12345678901234567.8900', '-9007199254740993.0000', '0.1000', '-2.5000'].map((text, at) => `CAST('${text}' AS DECIMAL(30, 4)) AS n${at}`);
    expect(await rowsOf(connection(), `SELECT ${numbers.join(', ')}`)).toEqual([['12345678901234567.89', '-9007199254740993', 0.1, -2.5]]);
  });

  it('streams batches and stops at the limit', async () => {
    const sql = `SELECT a.id AS x, b.id AS y FROM ${name()} a CROSS JOIN ${name()} b`;
    const sizes: number[] = [];
    for await (const batch of (await connection().execute(sql, execution({ maxRows: 30_000 }))).batches) sizes.push(batch.rowCount);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(30_000);
    expect(sizes.length).toBeGreaterThan(1);
    for await (const batch of (await connection().execute(sql, execution())).batches) {
      expect(batch.rowCount).toBeGreaterThan(0);
      break;
    }
    expect(await rowsOf(connection(), `SELECT id FROM ${name()} WHERE id < 0`)).toEqual([]);
  });

  it('serves many at once', async () => {
    const counts = await Promise.all(Array.from({ length: 25 }, () => rowsOf(connection(), `SELECT count(*) AS n FROM ${name()}`)));
    expect(counts.flat(2)).toEqual(Array.from({ length: 25 }, () => SAMPLE_ROWS.length));
  });

  it.each([
    ['INSERT INTO t SELECT * FROM t'], ['DELETE FROM t'], ['DROP TABLE t'], ['CREATE TABLE t2 AS SELECT * FROM t'], ['SELECT 1; SELECT 2'], ['SELECT 1; DROP TABLE t'],
  ])('refuses to read %s', async (sql) => {
    const { code } = await failureOf(rowsOf(connection(), sql.replaceAll(/\bt\b/g, name())));
    expect(['refused', 'syntax']).toContain(code);
    expect(await rowsOf(connection(), `SELECT count(*) AS n FROM ${name()}`)).toEqual([[SAMPLE_ROWS.length]]);
  });

  it('[contract §0.4] tells errors apart', async () => {
    expect(await failureOf(rowsOf(connection(), 'SELECT * FROM no_such_table'))).toMatchObject({ code: 'missing-table' });
    expect(await failureOf(rowsOf(connection(), `SELECT no_such_column FROM ${name()}`))).toMatchObject({ code: 'missing-column' });
    expect(await failureOf(rowsOf(connection(), `SELECT FROM WHERE`))).toMatchObject({ code: 'syntax' });
  });

  it('reads the catalog', async () => {
    expect(await connection().schemas()).toEqual(expect.arrayContaining(options.schema ? [options.schema] : []));
    const tables = await connection().tables(options.schema);
    expect(tables).toEqual(expect.arrayContaining([{ name: table, kind: 'table' }, { name: `${table}_view`, kind: 'view' }]));
    const columns = await connection().columns({ schema: options.schema, name: table });
    expect(columns.map((column) => column.name)).toEqual(Object.keys(columnTypes(types)));
    expect(columns.map(({ generic }) => generic)).toEqual(GENERICS);
    expect(await failureOf(connection().columns({ schema: options.schema, name: 'no_such_table' }))).toMatchObject({ code: 'missing-table' });
    if (connection().functionNames) expect(await connection().functionNames!()).toEqual(expect.arrayContaining(['lower', 'round']));
  });

  it('describes a SELECT without running it', async () => {
    const described = await connection().describe(`SELECT id, ts, ${quote(ODD_COLUMN)} AS odd, count(*) OVER () AS n FROM ${name()} ORDER BY id`, execution());
    expect(described.map((column) => [column.name, column.generic])).toEqual([['id', 0], ['ts', 2], ['odd', 1], ['n', 0]]);
  });

  it.each(options.wrong.map((wrong) => [JSON.stringify(wrong.parameters), wrong] as const))('[contract §1.5] names what is wrong with %s', async (_, { parameters, code, fields }) => {
    const error = await failureOf(subject().probe(parameters));
    expect(error).toMatchObject({ code, fields });
    expect(error.message).not.toContain('secret-password');
  });
}
