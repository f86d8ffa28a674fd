import { expect, it } from 'vitest';
import { genericType } from './generic-type.ts';

it.each([
  ['BIGINT', 0], ['UTINYINT', 0], ['DECIMAL(18,3)', 0], ['double precision', 0], ['int8', 0], ['HUGEINT', 0],
  ['VARCHAR', 1], ['JSON', 1], ['INTERVAL', 1], ['TIME', 1], ['INTEGER[]', 1], [null, 1], ['POINT', 1],
  ['DATE', 2], ['TIMESTAMP', 2], ['TIMESTAMP WITH TIME ZONE', 2], ['TIMESTAMP_NS', 2], ['DateTime64(3)', 2], ['timestamptz', 2],
  ['BOOLEAN', 3], ['bool', 3], ['Nullable(Int32)', 0], ['LowCardinality(Nullable(String))', 1], ["Nullable(DateTime64(3, 'UTC'))", 2], ['Nullable(Bool)', 3],
])('[GEN-04] %s is of generic type %d', (type, generic) => {
  expect(genericType(type, false)).toBe(generic);
});

it('[GEN-04] a column marked temporal is temporal whatever its type', () => {
  expect(genericType('VARCHAR', true)).toBe(2);
});
