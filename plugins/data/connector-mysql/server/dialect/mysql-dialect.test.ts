import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mysqlDialect } from './mysql-dialect.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: never;
  readonly options: { readonly engine?: string; readonly column_type?: string };
  readonly expected: never;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const of = (category: string) => vectors.filter((vector) => vector.category === category && vector.options.engine === 'mysql').map((vector) => [vector.id, vector] as const);

describe('the MySQL dialect (contract §4.3, §4.4)', () => {
  it.each(of('time_grain'))('%s', (_, { input, expected }) => {
    const { column, time_grain: grain } = input as { column: string; time_grain: string };
    expect(mysqlDialect.timeGrains[grain]?.(column)).toBe((expected as { select_expression?: string }).select_expression);
  });

  it.each(of('temporal_literal'))('%s', (_, { input, options, expected }) => {
    expect(mysqlDialect.timestamp(Date.parse(`${String(input)}Z`), options.column_type ?? null)).toBe(expected);
  });

  it('quotes what needs quoting', () => {
    expect(['region', 'Region', 'order', 'a`b', 'SUM(x)', '1a', 'größe'].map(mysqlDialect.identifier)).toEqual(['region', '`Region`', '`order`', '`a``b`', '`SUM(x)`', '`1a`', '`größe`']);
    expect(["o'neil", 'a\\', "\\'", true, null, -0, Number.NaN].map(mysqlDialect.literal)).toEqual(["'o''neil'", "'a\\\\'", "'\\\\'''", 'true', 'NULL', '0', 'NULL']);
    expect(mysqlDialect.qualify({ schema: 'My', name: 't' })).toBe('`My`.t');
  });

  it('turns epochs to timestamps', () => {
    expect(mysqlDialect.fromEpoch('ep', 's')).toBe('from_unixtime(ep)');
    expect(mysqlDialect.fromEpoch('a + b', 'ms')).toBe('from_unixtime((a + b)/1000)');
  });
});
