import { seriesList } from '../query/series-list.ts';
import { comparedQueries } from './compare.ts';
import type { LegacyChart } from './legacy-chart.ts';

interface Petal {
  readonly key: readonly string[];
  readonly value: number;
  readonly name: string;
  readonly time: number;
}

/** Nightingale rose: the series' values by instant, in nanoseconds. */
export const rose: LegacyChart = {
  queries: comparedQueries,
  shape(results, form) {
    const byTime = new Map<string, Petal[]>();
    for (const { key, values } of seriesList(results, form)) {
      for (const { x, y } of values) {
        const nanoseconds = String(BigInt(Math.round(x)) * 1_000_000n);
        const petals = byTime.get(nanoseconds) ?? [];
        petals.push({ key, value: y ?? 0, name: key.join(', '), time: x });
        byTime.set(nanoseconds, petals);
      }
    }
    return Object.fromEntries([...byTime].sort(([, [a]], [, [b]]) => (a?.time ?? 0) - (b?.time ?? 0)));
  },
};
