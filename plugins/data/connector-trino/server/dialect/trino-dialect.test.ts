import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trinoDialect } from './trino-dialect.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: never;
  readonly options: { readonly engine?: string; readonly column_type?: string };
  readonly expected: never;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const of = (category: string) => vectors.filter((vector) => vector.category === category && /^(?:presto|trino)$/.test(vector.options.engine ?? '')).map((vector) => [vector.id, vector] as const);

describe('the Trino dialect (contract §4.3, §4.4)', () => {
  it.each(of('time_grain'))('%s', (_, { input, expected }) => {
    const { column, time_grain: grain } = input as { column: string; time_grain: string };
    expect(trinoDialect.timeGrains[grain]?.(column)).toBe((expected as { select_expression?: string }).select_expression);
  });

  it.each(of('temporal_literal'))('%s', (_, { input, options, expected }) => {
    expect(trinoDialect.timestamp(Date.parse(`${String(input)}Z`), options.column_type ?? null)).toBe(expected);
  });

  it('offers the half hour under its own name, which the reference does not', () => {
    expect(trinoDialect.timeGrains['PT30M']?.('c')).toBe("date_trunc('minute', CAST(c AS TIMESTAMP)) - interval '1' minute * (minute(CAST(c AS TIMESTAMP)) % 30)");
    expect(trinoDialect.timeGrains).not.toHaveProperty('PT0.5H');
  });

  it('begins and ends weeks', () => {
    const week = (grain: string) => trinoDialect.timeGrains[grain]?.('c');
    expect(week('1969-12-28T00:00:00Z/P1W')).toBe("date_trunc('week', CAST(c AS TIMESTAMP) + interval '1' day) - interval '1' day");
    expect(week('P1W/1970-01-03T00:00:00Z')).toBe("date_trunc('week', CAST(c AS TIMESTAMP) + interval '1' day) + interval '5' day");
    expect(week('P1W/1970-01-04T00:00:00Z')).toBe("date_trunc('week', CAST(c AS TIMESTAMP)) + interval '6' day");
  });

  it('quotes what needs quoting, and pages with OFFSET first', () => {
    expect(['region', 'Region', 'order', 'a"b', 'SUM(x)', 'größe'].map(trinoDialect.identifier)).toEqual(['region', '"Region"', '"order"', '"a""b"', '"SUM(x)"', '"größe"']);
    expect(["o'neil", 'a\\', true, null, -0, Number.NaN].map(trinoDialect.literal)).toEqual(["'o''neil'", "'a\\'", 'true', 'NULL', '0', 'NULL']);
    expect(trinoDialect.qualify({ catalog: 'hive', schema: 'My', name: 't' })).toBe('hive."My".t');
    expect([trinoDialect.limit('SELECT 1', 5, 0), trinoDialect.limit('SELECT 1', 5, 10)]).toEqual(['SELECT 1\nLIMIT 5', 'SELECT 1\nOFFSET 10\nLIMIT 5']);
    expect(trinoDialect.fromEpoch('a + b', 'ms')).toBe('from_unixtime((a + b)/1000)');
  });
});
