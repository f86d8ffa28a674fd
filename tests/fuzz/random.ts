/** A repeatable source of chance. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** `low` ≤ n ≤ `high`. */
  int(low: number, high: number): number;
  chance(of: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Between `low` and `high` things. */
  some<T>(low: number, high: number, make: () => T): T[];
}

/** The same seed and case make the same choices, whatever ran before. */
export function createRandom(seed: number, at = 0): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(at + 1, 0xc2b2ae35)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (of) => next() < of,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    some: (low, high, make) => Array.from({ length: int(low, high) }, make),
  };
}
