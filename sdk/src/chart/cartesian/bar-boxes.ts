import type { CartesianLayout } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Spans } from './stack-series.ts';

/** Share of its band that a pile or group of bars fills; thin bars leave less between them. */
const FILLED = 0.72;
const FILLED_THIN = 0.9;
/** A lone bar in a wide chart is not a wall. */
const MOST_THICK = 64;

/** Places bars: side by side in their band, or piled up. */
export function barBoxes(model: Pick<CartesianModel, 'series' | 'stack' | 'isHorizontal'>, spans: Spans, layout: Pick<CartesianLayout, 'band' | 'positions' | 'value'>): BarBox[] {
  const groups = model.stack === 'none' ? Math.max(1, model.series.length) : 1;
  const inner = Math.min(layout.band * (layout.band < 6 ? FILLED_THIN : FILLED), MOST_THICK * groups);
  const thickness = Math.max(1, inner / groups);
  return model.series.flatMap((_, series) =>
    (spans[series] ?? []).flatMap((span, index) => {
      if (!span) return [];
      const [from, to] = [layout.value(span[0]), layout.value(span[1])];
      const start = (layout.positions[index] ?? 0) - inner / 2 + (model.stack === 'none' ? series * thickness : 0);
      const length = Math.abs(to - from);
      const low = Math.min(from, to);
      return [model.isHorizontal ? { series, index, x: low, y: start, width: length, height: thickness } : { series, index, x: start, y: low, width: thickness, height: length }];
    }),
  );
}
