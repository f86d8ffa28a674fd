/** A point of the series; sorted by time, oldest first. */
export interface Point {
  readonly time: number;
  readonly value: number | null;
}

export interface Headline {
  readonly value: number | null;
  readonly time?: number;
  /** The newest point is empty; this is the newest that is not. */
  readonly isStale: boolean;
}

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => values.reduce((low, value) => Math.min(low, value), Infinity),
  max: (values) => values.reduce((high, value) => Math.max(high, value), -Infinity),
  median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = Math.floor(sorted.length / 2);
    return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  },
};

/** The number to show (VIZ-13): an aggregate of the series, the overall value, or the newest point that has one. */
export function aggregate(points: readonly Point[], method: string, overall?: number): Headline {
  if (overall !== undefined) return { value: Number.isNaN(overall) ? null : overall, isStale: false };
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const compute = AGGREGATES[method];
  if (compute) return { value: values.length > 0 ? compute(values) : null, isStale: false };
  const newest = points[points.length - 1];
  const filled = points.findLast(({ value }) => value !== null);
  return filled ? { value: filled.value, time: filled.time, isStale: filled !== newest } : { value: null, isStale: false };
}

/** Relative change of the newest point against the `lag`-th older one; undefined when either is missing or zero. */
export function changeOf(points: readonly Point[], lag: number): number | undefined {
  if (!Number.isInteger(lag) || lag < 1) return undefined;
  const now = points[points.length - 1]?.value;
  const then = points[points.length - 1 - lag]?.value;
  if (now === null || now === undefined || !then) return undefined;
  return (now - then) / Math.abs(then);
}
