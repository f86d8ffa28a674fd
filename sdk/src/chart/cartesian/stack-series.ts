import type { CartesianModel } from './cartesian-model.ts';

/** Lower and upper end of each point of each series, in data units; null where there is nothing to draw. */
export type Spans = readonly (readonly (readonly [number, number] | null)[])[];

/**
 * Piles series up as the model says. Negative values grow downwards from zero, apart from the positive ones.
 * `expand` scales every pile to 1; `stream` centres the piles around zero. A gap in a pile of areas has no height: the areas
 * above it go on.
 */
export function stackSeries(model: Pick<CartesianModel, 'series' | 'stack' | 'xs' | 'mark'>): Spans {
  const { series, stack, xs, mark } = model;
  if (stack === 'none') return series.map(({ values }) => values.map((value) => (value === null ? null : [0, value] as const)));
  const totals = xs.map((_, at) => series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0));
  const up = xs.map((_, at) => (stack === 'stream' ? -(totals[at] ?? 0) / 2 : 0));
  const down = xs.map(() => 0);
  return series.map(({ values }) =>
    values.map((value, at) => {
      if (value === null) return mark === 'bar' ? null : ([up[at] ?? 0, up[at] ?? 0] as const);
      const size = stack === 'expand' ? value / (totals[at] || 1) : value;
      const pile = size >= 0 || stack === 'stream' ? up : down;
      const from = pile[at] ?? 0;
      pile[at] = from + size;
      return [from, from + size] as const;
    }),
  );
}

/** Smallest and largest value drawn; the lower ends count where marks have a body. */
export function extentOf(spans: Spans, withLowerEnds = true): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const line of spans) {
    for (const span of line) {
      if (!span) continue;
      const [from, to] = span;
      if (to < low) low = to;
      if (to > high) high = to;
      if (!withLowerEnds) continue;
      if (from < low) low = from;
      if (from > high) high = from;
    }
  }
  return low > high ? [0, 1] : [low, high];
}
