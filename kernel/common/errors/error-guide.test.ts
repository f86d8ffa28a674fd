import { PLUGIN_ERROR_CODES } from '@orrery/sdk';
import { expect, it } from 'vitest';
import { TRANSITIONS } from '../lifecycle/transitions.ts';
import { ERROR_GUIDE } from './error-guide.ts';

it('has a title and an advice for every code', () => {
  for (const code of PLUGIN_ERROR_CODES) expect(ERROR_GUIDE[code].every((text) => /^[A-Z].*[^ ]$/.test(text)), code).toBe(true);
});

it('leads from every state but `rejected` on to `registered`', () => {
  const reaches = (from: keyof typeof TRANSITIONS, seen = new Set<string>()): boolean => from === 'registered' || (!seen.has(from) && (seen.add(from), TRANSITIONS[from].some((to) => reaches(to, seen))));
  const stuck = (Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[]).filter((state) => !reaches(state));
  expect(stuck).toEqual(['rejected']);
});
