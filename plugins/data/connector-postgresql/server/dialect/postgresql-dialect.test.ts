import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { postgresqlDialect } from './postgresql-dialect.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: never;
  readonly options: { readonly engine?: string; readonly column_type?: string };
  readonly expected: never;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const of = (category: string) => vectors.filter((vector) => vector.category === category && vector.options.engine === 'postgres').map((vector) => [vector.id, vector] as const);

describe('the PostgreSQL dialect (contract §4.3, §4.4)', () => {
  it.each(of('time_grain'))('%s', (_, { input, expected }) => {
    const { column, time_grain: grain } = input as { column: string; time_grain: string };
    expect(postgresqlDialect.timeGrains[grain]?.(column)).toBe((expected as { select_expression?: string }).select_expression);
  });

  it.each(of('temporal_literal'))('%s', (_, { input, options, expected }) => {
    expect(postgresqlDialect.timestamp(Date.parse(`${String(input)}Z`), options.column_type ?? null)).toBe(expected);
  });

  it('writes the steps between the units', () => {
    expect(postgresqlDialect.timeGrains['PT15M']?.('c')).toBe("DATE_TRUNC('hour', c) + INTERVAL '15 minutes' * FLOOR(EXTRACT(MINUTE FROM c) / 15)");
    expect(postgresqlDialect.timeGrains['PT6H']).toBeUndefined();
  });

  it('quotes what needs quoting', () => {
    expect(['region', 'Region', 'order', 'a"b', 'SUM(x)', '1a', 'größe'].map(postgresqlDialect.identifier)).toEqual(['region', '"Region"', '"order"', '"a""b"', '"SUM(x)"', '"1a"', '"größe"']);
    expect(["o'neil", 'a\\', true, null, -0, Number.NaN].map(postgresqlDialect.literal)).toEqual(["'o''neil'", "'a\\'", 'true', 'NULL', '0', "'NaN'::float8"]);
    expect(postgresqlDialect.qualify({ catalog: 'other', schema: 'My', name: 't' })).toBe('"My".t');
  });

  it('turns epochs to timestamps', () => {
    expect(postgresqlDialect.fromEpoch('ep', 's')).toBe("(timestamp 'epoch' + ep * interval '1 second')");
    expect(postgresqlDialect.fromEpoch('a + b', 'ms')).toBe("(timestamp 'epoch' + (a + b)/1000 * interval '1 second')");
  });
});
