import { expect, it } from 'vitest';
import { contentKey } from './content-key.ts';

it('[contract §8.5] the same content gives the same key whatever the order of its keys', () => {
  expect(contentKey({ a: 1, b: { c: [1, 2], d: null } })).toBe(contentKey({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(contentKey({ a: [1, 2] })).not.toBe(contentKey({ a: [2, 1] }));
  expect(contentKey({})).toMatch(/^[\w-]{16}$/);
});
