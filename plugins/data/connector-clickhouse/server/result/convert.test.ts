import { describe, expect, it } from 'vitest';
import { bareType, genericOf } from './column-types.ts';
import { converterOf, parseInstant } from './convert.ts';
import { parseRows } from './parse-rows.ts';

describe('values of ClickHouse', () => {
  it('tells types apart, whatever wraps them', () => {
    expect(bareType('LowCardinality(Nullable(String))')).toBe('String');
    const types = ['UInt8', 'Nullable(Decimal(18, 2))', 'BFloat16', 'LowCardinality(Nullable(Date))', "DateTime64(3, 'Europe/Berlin')", 'Bool', 'Nullable(Bool)', 'SimpleAggregateFunction(sum, Float64)', 'Array(UInt8)', 'IntervalDay', 'Time', 'Map(String, Int8)', 'Enum8(\'x\' = 1)'];
    expect(types.map(genericOf)).toEqual([0, 0, 0, 2, 2, 3, 3, 0, 1, 1, 1, 1, 1]);
  });

  it('reads instants in UTC', () => {
    expect(['2024-02-29', '2024-02-29T12:34:56Z', '2024-02-29T12:34:56.789123Z', '2024-02-29 12:34:56', '1900-01-01'].map(parseInstant)).toEqual([Date.UTC(2024, 1, 29), Date.UTC(2024, 1, 29, 12, 34, 56), Date.UTC(2024, 1, 29, 12, 34, 56, 789), Date.UTC(2024, 1, 29, 12, 34, 56), Date.UTC(1900, 0, 1)]);
  });

  it('keeps the digits of long whole numbers, and of nothing else', () => {
    const rows = parseRows(['[9007199254740993, "9007199254740993", 1.2345678901234567, -18446744073709551615]', '[12, "a\\"1234567890123456789", 1e300, 0]']);
    expect(rows).toEqual([['9007199254740993', '9007199254740993', 1.2345678901234567, '-18446744073709551615'], [12, 'a"1234567890123456789', 1e300, 0]]);
    expect(['1000000000000000', 5, '5'].map(converterOf('UInt64'))).toEqual([1_000_000_000_000_000, 5, 5]);
    expect(['12345678901234567.8900', '1.50'].map(converterOf('Nullable(Decimal(20, 4))'))).toEqual(['12345678901234567.89', 1.5]);
    expect(['100000000000000000000', 0.1].map(converterOf('Float64'))).toEqual([1e20, 0.1]);
  });

  it('gives containers as JSON text', () => {
    expect([[1, null, 'x'], { a: { b: 1 } }].map(converterOf('JSON'))).toEqual(['[1,null,"x"]', '{"a":{"b":1}}']);
    expect([null, true].map(converterOf('Nullable(Bool)'))).toEqual([null, true]);
  });
});
