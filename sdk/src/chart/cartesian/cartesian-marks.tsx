import { memo } from 'react';
import type { CartesianLayout } from './cartesian-layout.ts';
import type { CartesianModel } from './cartesian-model.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import type { Spans } from './stack-series.ts';

interface MarksProps {
  readonly model: CartesianModel;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
}

const FADED = 0.3;

/** Lines, areas, markers. One path per series, whatever the number of rows. */
export const LineMarks = memo(function LineMarks({ model, spans, layout }: MarksProps) {
  const isArea = model.showArea || model.stack !== 'none';
  return (
    <g aria-hidden="true">
      {model.series.map((series, index) => {
        const line = spans[index] ?? [];
        const tops = line.map((span) => (span ? layout.value(span[1]) : null));
        const runs = runsOf(layout.positions, tops);
        const opacity = series.isSelected ? 1 : FADED;
        return (
          <g key={series.id} opacity={opacity}>
            {isArea && runs.length > 0 ? <path d={areaPath(runsOf(layout.positions, line.map((span) => (span ? layout.value(span[0]) : null))).flat(), runs.flat(), model.lineStyle)} fill={series.color} fillOpacity={model.stack === 'none' ? model.areaOpacity : 0.7} /> : null}
            {model.mark === 'scatter' ? null : <path d={linePath(runs, model.lineStyle, layout.plot.width)} fill="none" stroke={series.color} strokeWidth={2} strokeLinejoin="round" strokeLinecap="round" {...(series.isDerived ? { strokeDasharray: '4 4', strokeOpacity: 0.7 } : {})} />}
            {model.markerSize > 0 || model.mark === 'scatter' ? <path d={dots(runs.flat(), model.markerSize || 3)} fill={series.color} /> : loneDots(runs, series.color)}
          </g>
        );
      })}
    </g>
  );
});

/** A run of a single point has no line; without a dot it would be invisible. */
function loneDots(runs: readonly (readonly (readonly [number, number])[])[], color: string) {
  const lone = runs.filter((run) => run.length === 1).flat();
  return lone.length > 0 ? <path d={dots(lone, 3)} fill={color} /> : null;
}

function dots(points: readonly (readonly [number, number])[], radius: number): string {
  return points.map(([x, y]) => `M${(x - radius).toFixed(1)},${y.toFixed(1)}a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0`).join('');
}

/** Rectangle of one bar in px. */
export interface BarBox {
  readonly series: number;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Places bars: side by side in their band, or piled up. */
export function barBoxes({ model, spans, layout }: MarksProps): BarBox[] {
  const groups = model.stack === 'none' ? Math.max(1, model.series.length) : 1;
  const inner = layout.band * (layout.band < 6 ? 0.9 : 0.72);
  const thickness = Math.max(1, inner / groups);
  return model.series.flatMap((_, series) =>
    (spans[series] ?? []).flatMap((span, index) => {
      if (!span) return [];
      const [a, b] = [layout.value(span[0]), layout.value(span[1])];
      const start = (layout.positions[index] ?? 0) - inner / 2 + (model.stack === 'none' ? series * thickness : 0);
      const length = Math.abs(b - a);
      const low = Math.min(a, b);
      return [model.isHorizontal ? { series, index, x: low, y: start, width: length, height: thickness } : { series, index, x: start, y: low, width: thickness, height: length }];
    }),
  );
}

interface BarMarksProps {
  readonly model: CartesianModel;
  readonly boxes: readonly BarBox[];
}

/** Bars as one path per series and emphasis; hit-testing is the overlay's. */
export const BarMarks = memo(function BarMarks({ model, boxes }: BarMarksProps) {
  const paths = new Map<string, { color: string; opacity: number; d: string }>();
  for (const box of boxes) {
    const series = model.series[box.series];
    if (!series) continue;
    const isChosen = model.selectedXs.length === 0 || model.selectedXs.includes(model.xs[box.index] ?? null);
    const opacity = series.isSelected && isChosen ? (series.isDerived ? 0.7 : 1) : FADED;
    const key = `${box.series} ${opacity}`;
    const path = paths.get(key) ?? { color: series.color, opacity, d: '' };
    path.d += `M${box.x.toFixed(1)},${box.y.toFixed(1)}h${box.width.toFixed(1)}v${box.height.toFixed(1)}h${(-box.width).toFixed(1)}z`;
    paths.set(key, path);
  }
  return (
    <g aria-hidden="true">
      {[...paths].map(([key, { color, opacity, d }]) => (
        <path key={key} d={d} fill={color} opacity={opacity} />
      ))}
    </g>
  );
});
