import { distance } from 'fastest-levenshtein';

const lettersOf = (word: string): string => [...word].sort().join('');
/** Changes from one word to the other; the same letters in another order are a slip of one, not of two. */
const cost = (a: string, b: string): number => distance(a, b) - (lettersOf(a) === lettersOf(b) && a !== b ? 1 : 0);

/** The candidate that was probably meant by `name`: at most a third of its letters differ. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const ranked = candidates.map((candidate) => ({ candidate, slips: cost(lower, candidate.toLowerCase()) })).sort((a, b) => a.slips - b.slips);
  const best = ranked[0];
  return best && best.slips <= Math.max(1, Math.floor(name.length / 3)) ? best.candidate : undefined;
}
