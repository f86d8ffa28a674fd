import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { duckDbDialect } from './duckdb-dialect.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: never;
  readonly options: { readonly engine?: string; readonly time_grain?: string };
  readonly expected: unknown;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const of = (category: string): (readonly [string, Vector])[] => vectors.filter((vector) => vector.category === category && vector.options.engine === 'duckdb').map((vector) => [vector.id, vector]);

describe('the DuckDB dialect (contract §4.3, §4.4)', () => {
  it.each(of('time_grain'))('%s', (_, { input, expected }) => {
    const { column, time_grain: grain } = input as { column: string; time_grain: string };
    expect(duckDbDialect.timeGrains[grain]?.(column)).toBe((expected as { select_expression?: string }).select_expression);
  });

  it.each(of('grain_value'))('%s', async (_, { input, options, expected }) => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const sql = duckDbDialect.timeGrains[options.time_grain ?? '']!(`TIMESTAMP ${duckDbDialect.literal(input)}`);
    const reader = await connection.runAndReadAll(`SELECT strftime(${sql}, '%Y-%m-%d %H:%M:%S')`);
    expect(reader.getRows()[0]?.[0]).toBe(expected);
  });

  it('writes instants as the contract does, and keeps the clock beside dates', () => {
    const ms = Date.UTC(2024, 0, 1, 1, 2, 3);
    expect(duckDbDialect.timestamp(ms, 'TIMESTAMP')).toBe("'2024-01-01 01:02:03.000000'");
    expect(duckDbDialect.timestamp(ms, 'DATE')).toBe("TIMESTAMP '2024-01-01 01:02:03.000000'");
    expect(duckDbDialect.timestamp(Date.UTC(2024, 0, 1), 'DATE')).toBe("'2024-01-01 00:00:00.000000'");
  });

  it('quotes what needs quoting', () => {
    expect(['region', 'Region', 'order', 'a"b', 'SUM(x)', '1a'].map(duckDbDialect.identifier)).toEqual(['region', '"Region"', '"order"', '"a""b"', '"SUM(x)"', '"1a"']);
    expect(["o'neil", true, null, -0, 1e21, Number.POSITIVE_INFINITY].map(duckDbDialect.literal)).toEqual(["'o''neil'", 'true', 'NULL', '0', '1e+21', "'Infinity'::DOUBLE"]);
    expect(duckDbDialect.qualify({ schema: 'My', name: 't' })).toBe('"My".t');
  });

  it('turns epochs to timestamps', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const reader = await connection.runAndReadAll(`SELECT CAST(${duckDbDialect.fromEpoch('1704067200', 's')} AS VARCHAR), CAST(${duckDbDialect.fromEpoch('1704067200500', 'ms')} AS VARCHAR)`);
    expect(reader.getRows()[0]).toEqual(['2024-01-01 00:00:00', '2024-01-01 00:00:00.5']);
  });
});
