import { expect, it } from 'vitest';
import { nameColumns } from './name-columns.ts';

it.each([
  [['a', 'b'], ['a', 'b']],
  [['a', 'a', 'A', 'a'], ['a', 'a.1', 'A.2', 'a.3']],
  [['a', 'a', 'a.1'], ['a', 'a.2', 'a.1']],
  [['', ' ', 'x'], ['Unnamed: 0', 'Unnamed: 1', 'x']],
  [[' a\tb\n'], ['a b']],
])('%j become %j', (names, expected) => {
  expect(nameColumns(names)).toEqual(expected);
});

it('names are cut to what the engine allows, in bytes, and stay different', () => {
  const names = nameColumns(['é'.repeat(40), 'é'.repeat(41), 'x'.repeat(63)], 63);
  expect(names.every((name) => Buffer.byteLength(name) <= 63)).toBe(true);
  expect(new Set(names).size).toBe(3);
  expect(names[2]).toBe('x'.repeat(63));
});
