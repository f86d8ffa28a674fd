/**
 * A search for the one plugin that breaks something, by halves. It is data alone, so that it can be stored and taken up again.
 * First all candidates are off: if it is still broken then, none of them is the cause.
 */
export interface Bisect {
  readonly candidates: readonly string[];
  /** The cause is among `candidates[low]` … `candidates[high - 1]`. */
  readonly low: number;
  readonly high: number;
  /** True once it has worked with all of them off. */
  readonly isProven: boolean;
}

/** What came of an answer: another round, or the end. */
export type BisectOutcome = { readonly kind: 'next'; readonly state: Bisect } | { readonly kind: 'found'; readonly id: string } | { readonly kind: 'none' };

/** A new search; undefined when there is nothing to search among. Pure. */
export function startBisect(candidates: readonly string[]): Bisect | undefined {
  return candidates.length === 0 ? undefined : { candidates: [...candidates], low: 0, high: candidates.length, isProven: false };
}

const middle = ({ low, high }: Bisect): number => Math.ceil((low + high) / 2);

/** The plugins to be off in this round. Those found innocent run. Pure. */
export function pausedBy(state: Bisect): readonly string[] {
  return state.isProven ? state.candidates.slice(state.low, middle(state)) : state.candidates;
}

/** Goes on with what the person saw while {@link pausedBy} were off. Pure. */
export function answerBisect(state: Bisect, works: boolean): BisectOutcome {
  if (!state.isProven && !works) return { kind: 'none' };
  const next: Bisect = !state.isProven ? { ...state, isProven: true } : works ? { ...state, high: middle(state) } : { ...state, low: middle(state) };
  if (next.high - next.low > 1) return { kind: 'next', state: next };
  return { kind: 'found', id: next.candidates[next.low] ?? '' };
}

/** Rounds still to come after this one, at most. Pure. */
export function roundsLeft(state: Bisect): number {
  const wide = Math.ceil(Math.log2(state.high - state.low));
  return state.isProven ? wide - 1 : wide;
}

/** A stored search that still makes sense; undefined for anything else. Pure. */
export function readBisect(stored: unknown, known: readonly string[]): Bisect | undefined {
  const { candidates, low, high, isProven } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Bisect>;
  if (!Array.isArray(candidates) || !Number.isInteger(low) || !Number.isInteger(high) || typeof isProven !== 'boolean') return undefined;
  const ids = candidates as readonly unknown[];
  const isSound = ids.every((id) => typeof id === 'string' && known.includes(id)) && (low as number) >= 0 && (high as number) <= ids.length && (low as number) < (high as number);
  return isSound ? { candidates: ids as readonly string[], low: low as number, high: high as number, isProven } : undefined;
}
