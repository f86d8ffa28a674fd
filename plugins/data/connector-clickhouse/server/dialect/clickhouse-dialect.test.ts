import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clickhouseDialect } from './clickhouse-dialect.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: never;
  readonly options: { readonly engine?: string; readonly column_type?: string };
  readonly expected: never;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const of = (category: string) => vectors.filter((vector) => vector.category === category && vector.options.engine === 'clickhouse').map((vector) => [vector.id, vector] as const);

describe('the ClickHouse dialect (contract §4.3, §4.4)', () => {
  it.each(of('time_grain'))('%s', (_, { input, expected }) => {
    const { column, time_grain: grain } = input as { column: string; time_grain: string };
    expect(clickhouseDialect.timeGrains[grain]?.(column)).toBe((expected as { select_expression?: string }).select_expression);
  });

  it.each(of('temporal_literal'))('%s', (_, { input, options, expected }) => {
    expect(clickhouseDialect.timestamp(Date.parse(`${String(input)}Z`), options.column_type ?? null)).toBe(expected);
  });

  it('offers the grains of minutes and the quarter', () => {
    expect(clickhouseDialect.timeGrains['PT30M']?.('c')).toBe('toDateTime(intDiv(toUInt32(toDateTime(c)), 1800)*1800)');
    expect(clickhouseDialect.timeGrains['P3M']?.('c')).toBe('toStartOfQuarter(toDateTime(c))');
  });

  it('writes instants for the types columns have, and those that DateTime cannot hold', () => {
    const write = clickhouseDialect.timestamp;
    expect(['Date', 'Nullable(Date)', 'LowCardinality(Nullable(Date32))', 'DateTime', 'Nullable(String)', null].map((type) => write(0, type))).toEqual([
      "toDate('1970-01-01')", "toDate('1970-01-01')", "toDate('1970-01-01')", "toDateTime('1970-01-01 00:00:00')", "'1970-01-01 00:00:00.000000'", "toDateTime('1970-01-01 00:00:00')",
    ]);
    expect([write(-1000, 'DateTime64(3)'), write(250, 'DateTime64(3)'), write(-1000, 'Date32')]).toEqual(["toDateTime64('1969-12-31 23:59:59.000', 3)", "toDateTime64('1970-01-01 00:00:00.250', 3)", "toDate32('1969-12-31')"]);
  });

  it('quotes what needs quoting', () => {
    expect(['region', 'Region', 'order', 'a"b', 'a\\', 'SUM(x)', '1a', 'größe'].map(clickhouseDialect.identifier)).toEqual(['region', '"Region"', '"order"', '"a""b"', '"a\\\\"', '"SUM(x)"', '"1a"', '"größe"']);
    expect(["o'neil", 'a\\', "\\'", true, null, -0, Number.NaN].map(clickhouseDialect.literal)).toEqual(["'o''neil'", "'a\\\\'", "'\\\\'''", 'true', 'NULL', '0', 'NULL']);
    expect(clickhouseDialect.qualify({ schema: 'My', name: 't' })).toBe('"My".t');
  });

  it('turns epochs to timestamps', () => {
    expect(clickhouseDialect.fromEpoch('ep', 's')).toBe('toDateTime(ep)');
    expect(clickhouseDialect.fromEpoch('a + b', 'ms')).toBe('toDateTime(intDiv((a + b), 1000))');
  });
});
