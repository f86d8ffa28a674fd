import { expect, it } from 'vitest';
import { humanizeTime } from './humanize.ts';

const now = Date.UTC(2026, 0, 31);

it.each([
  [0, 'now'],
  [1_000, 'a second ago'],
  [59_000, '59 seconds ago'],
  [60_000, 'a minute ago'],
  [3 * 86_400_000, '3 days ago'],
  [30 * 86_400_000, 'a month ago'],
  [800 * 86_400_000, '2 years ago'],
])('[contract §0.1] %d ms before now reads %s', (age, text) => {
  expect(humanizeTime(now - age, now)).toBe(text);
});

it('[contract §0.1] a clock running ahead still reads now', () => {
  expect(humanizeTime(now + 5_000, now)).toBe('now');
});
