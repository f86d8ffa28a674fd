import { expect, it } from 'vitest';
import { isTooDeep } from './json-depth.ts';

it('[promises D.60] tells nesting that nobody means from long and wide texts', () => {
  const nested = (times: number): string => '[{"a":'.repeat(times) + '1' + '}]'.repeat(times);
  expect([isTooDeep(nested(250)), isTooDeep(nested(251)), isTooDeep(nested(50_000))]).toEqual([false, true, true]);
  expect(isTooDeep(JSON.stringify({ text: '['.repeat(10_000), quoted: '\\"[[['.repeat(1000) }))).toBe(false);
  expect(isTooDeep(JSON.stringify(Array.from({ length: 10_000 }, () => [{}])))).toBe(false);
  expect([isTooDeep(''), isTooDeep('"'), isTooDeep(']]]]')]).toEqual([false, false, false]);
});
