import type { CartesianLayout } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Hit } from './cross-filter.ts';
import type { Spans } from './stack-series.ts';

/** How far outside of the plot the pointer still means the nearest mark, in px. */
const REACH = 32;

interface Target {
  readonly model: CartesianModel;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
  readonly boxes: readonly BarBox[];
}

/** The nearest x to a point of the drawing, and there the series whose mark is nearest. */
export function findHit({ model, spans, layout, boxes }: Target, x: number, y: number): Hit | undefined {
  const { plot } = layout;
  if (x < plot.left - REACH || x > plot.left + plot.width + REACH || y < plot.top - REACH || y > plot.top + plot.height + REACH) return undefined;
  const [along, across] = model.isHorizontal ? [y, x] : [x, y];
  const index = nearestIndex(layout.positions, along);
  if (index < 0) return undefined;
  const here = boxes.filter((box) => box.index === index);
  const inside = here.find((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  if (inside) return { series: inside.series, index };
  let series = 0;
  let best = Infinity;
  spans.forEach((line, at) => {
    const span = line[index];
    if (!span) return;
    const box = model.stack === 'none' ? here.find((item) => item.series === at) : undefined;
    const distance = box ? Math.abs((model.isHorizontal ? box.y + box.height / 2 : box.x + box.width / 2) - along) : Math.abs(layout.value(span[1]) - across);
    if (distance < best) [best, series] = [distance, at];
  });
  return { series, index };
}

/** Index of the position nearest to `at`; positions ascend. −1 without any. */
export function nearestIndex(positions: readonly number[], at: number): number {
  let low = 0;
  let high = positions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (((positions[middle] ?? 0) + (positions[middle + 1] ?? 0)) / 2 < at) low = middle + 1;
    else high = middle;
  }
  return high < 0 ? -1 : low;
}
