import { useCallback, useMemo, useState } from 'react';
import type { CartesianModel } from './cartesian-model.ts';

const NONE: ReadonlySet<string> = new Set();

/** Which series the legend hides; hiding the last shows all again. */
export function useLegend(model: CartesianModel): { readonly visible: CartesianModel; readonly hidden: ReadonlySet<string>; readonly toggle: (id: string) => void; readonly isolate: (id: string) => void } {
  const [hidden, setHidden] = useState(NONE);
  const { series } = model;
  const visible = useMemo(() => (hidden.size === 0 ? model : { ...model, series: model.series.filter(({ id }) => !hidden.has(id)) }), [model, hidden]);
  const toggle = useCallback(
    (id: string) =>
      setHidden((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return series.every((item) => next.has(item.id)) ? NONE : next;
      }),
    [series],
  );
  const isolate = useCallback(
    (id: string) => setHidden((before) => (before.size === series.length - 1 && !before.has(id) ? NONE : new Set(series.map((item) => item.id).filter((other) => other !== id)))),
    [series],
  );
  return { visible, hidden, toggle, isolate };
}
