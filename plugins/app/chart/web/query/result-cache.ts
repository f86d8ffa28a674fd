import type { ChartDataResult } from '@orrery/sdk';

/** Answers kept in the browser so that going back to an earlier filter draws at once. */
export interface ResultCache {
  get(key: string): readonly ChartDataResult[] | undefined;
  set(key: string, results: readonly ChartDataResult[]): void;
  clear(): void;
  /** Cells held now. */
  readonly cells: number;
}

interface CachedAnswer {
  readonly results: readonly ChartDataResult[];
  readonly cells: number;
  readonly expires: number;
}

/** Bounded by cells rather than entries, because one answer may weigh as much as a thousand others. Least recently used go first. */
export function createResultCache(limits: { maxCells: number; ttlMs: number; now: () => number }): ResultCache {
  const answers = new Map<string, CachedAnswer>();
  let total = 0;

  const drop = (key: string) => {
    total -= answers.get(key)?.cells ?? 0;
    answers.delete(key);
  };

  return {
    get cells() {
      return total;
    },
    get(key) {
      const answer = answers.get(key);
      if (!answer) return undefined;
      drop(key);
      if (answer.expires <= limits.now()) return undefined;
      answers.set(key, answer);
      total += answer.cells;
      return answer.results;
    },
    set(key, results) {
      drop(key);
      const cells = results.reduce((sum, result) => sum + 1 + result.data.length * Math.max(1, result.colnames.length), 0);
      if (cells > limits.maxCells / 2) return;
      answers.set(key, { results, cells, expires: limits.now() + limits.ttlMs });
      total += cells;
      for (const oldest of answers.keys()) {
        if (total <= limits.maxCells) break;
        drop(oldest);
      }
    },
    clear() {
      answers.clear();
      total = 0;
    },
  };
}
