import { useCallback, useMemo, useState } from 'react';
import type { CartesianModel } from './cartesian-model.ts';

/** A range of x to see alone; it ends with the data it was chosen on. */
export function useZoom(model: CartesianModel): { readonly zoomed: CartesianModel; readonly zoomTo: (from: number, to: number) => void; readonly reset: () => void } {
  const [range, setRange] = useState<{ readonly of: CartesianModel['xs']; readonly from: number; readonly to: number }>();
  const active = range && sameXs(range.of, model.xs) ? range : undefined;
  const zoomed = useMemo(() => (active ? sliceModel(model, active.from, active.to) : model), [model, active]);
  const zoomTo = useCallback((from: number, to: number) => setRange((last) => ({ of: model.xs, from: from + (last && sameXs(last.of, model.xs) ? last.from : 0), to: to + (last && sameXs(last.of, model.xs) ? last.from : 0) })), [model]);
  return { zoomed, zoomTo, reset: useCallback(() => setRange(undefined), []) };
}

function sameXs(a: CartesianModel['xs'], b: CartesianModel['xs']): boolean {
  return a === b || (a.length === b.length && a[0] === b[0] && a[a.length - 1] === b[b.length - 1]);
}

/** The model between two indices, both included. */
export function sliceModel(model: CartesianModel, from: number, to: number): CartesianModel {
  return { ...model, xs: model.xs.slice(from, to + 1), series: model.series.map((series) => ({ ...series, values: series.values.slice(from, to + 1) })) };
}
