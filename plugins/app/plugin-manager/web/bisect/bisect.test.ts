import { expect, it } from 'vitest';
import type { Bisect, BisectOutcome } from './bisect.ts';
import { answerBisect, pausedBy, readBisect, roundsLeft, startBisect } from './bisect.ts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);

/** Plays a person who sees it work exactly when a culprit is off. */
function play(candidates: readonly string[], culprit: string | undefined): { outcome: BisectOutcome; rounds: number; promised: number } {
  let state = startBisect(candidates) as Bisect;
  const promised = roundsLeft(state) + 1;
  for (let rounds = 1; ; rounds++) {
    const outcome = answerBisect(state, culprit !== undefined && pausedBy(state).includes(culprit));
    if (outcome.kind !== 'next') return { outcome, rounds, promised };
    expect(roundsLeft(outcome.state)).toBeLessThan(roundsLeft(state));
    state = outcome.state;
  }
}

it.each([1, 2, 3, 5, 8, 13])('[D8] finds any of %d plugins within the promised rounds', (count) => {
  for (const culprit of ids(count)) {
    const { outcome, rounds, promised } = play(ids(count), culprit);
    expect(outcome).toEqual({ kind: 'found', id: culprit });
    expect(rounds).toBeLessThanOrEqual(promised);
    expect(promised).toBe(Math.ceil(Math.log2(count)) + 1);
  }
});

it('[D8] says that it is none of them after one round', () => {
  expect(play(ids(9), undefined)).toMatchObject({ outcome: { kind: 'none' }, rounds: 1 });
  expect(startBisect([])).toBeUndefined();
});

it('[D8] never keeps an innocent plugin off', () => {
  const first = answerBisect(startBisect(ids(4)) as Bisect, true) as { state: Bisect };
  expect(pausedBy(first.state)).toEqual(['p0', 'p1']);
  const second = answerBisect(first.state, false) as { state: Bisect };
  expect(pausedBy(second.state)).toEqual(['p2']);
});

it('[D8] takes up a stored search, unless it no longer makes sense', () => {
  const state = startBisect(ids(3)) as Bisect;
  expect(readBisect(JSON.parse(JSON.stringify(state)), ids(5))).toEqual(state);
  for (const bad of [undefined, null, 'x', {}, { ...state, low: 3 }, { ...state, high: 9 }, { ...state, candidates: [1] }, { ...state, isProven: 'yes' }]) expect(readBisect(bad, ids(5))).toBeUndefined();
  expect(readBisect(state, ['p0'])).toBeUndefined();
});
