import { distance } from 'fastest-levenshtein';

/** The candidate that was probably meant by `name`: at most a third of its letters differ. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const ranked = candidates.map((candidate) => ({ candidate, cost: distance(lower, candidate.toLowerCase()) })).sort((a, b) => a.cost - b.cost);
  const best = ranked[0];
  return best && best.cost <= Math.max(1, Math.floor(name.length / 3)) ? best.candidate : undefined;
}
