import type { CaseInput } from './run-cases.ts';

const MOST_TRIES = 250;
const MOST_MS = 15_000;

/** An input and what is wrong with it. */
export interface Failing {
  readonly input: CaseInput;
  readonly problem: string;
}

/** What a problem is, without the numbers and names of one case. */
const essence = (problem: string): string => `${problem.slice(0, 24)} ${/"error":"[^\\"]{0,60}/.exec(problem)?.[0] ?? ''}`.replace(/\d+/g, '#');

/** Cuts parts of a failing input away as long as it fails in the same way: keys, items and halves of long texts. */
export async function shrink(input: CaseInput, problem: string, problemOf: (input: CaseInput) => Promise<string | undefined>): Promise<Failing> {
  const until = Date.now() + MOST_MS;
  let smallest: Failing = { input, problem };
  let tries = 0;
  let moved = true;
  while (moved) {
    moved = false;
    for (const smaller of cuts(smallest.input)) {
      if (++tries > MOST_TRIES || Date.now() > until) return smallest;
      const still = await problemOf(smaller as CaseInput);
      if (still === undefined || essence(still) !== essence(problem)) continue;
      smallest = { input: smaller as CaseInput, problem: still };
      moved = true;
      break;
    }
  }
  return smallest;
}

const MOST_DEPTH = 60;

/** The value with one part less, larger parts first. */
export function* cuts(value: unknown, depth = 0): Generator<unknown> {
  if (depth > MOST_DEPTH) return;
  if (typeof value === 'string' && value.length > 8) {
    const half = Math.floor(value.length / 2);
    yield value.slice(0, half);
    yield value.slice(half);
  }
  if (Array.isArray(value)) {
    for (const at of value.keys()) yield value.filter((_item, index) => index !== at);
    for (const [at, item] of value.entries()) for (const smaller of cuts(item, depth + 1)) yield value.map((one: unknown, index) => (index === at ? smaller : one));
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const [key] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== key));
    for (const [key, item] of entries) for (const smaller of cuts(item, depth + 1)) yield Object.fromEntries(entries.map(([other, one]) => [other, other === key ? smaller : one]));
  }
}
