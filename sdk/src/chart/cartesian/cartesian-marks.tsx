import { memo } from 'react';
import type { CartesianLayout } from './cartesian-layout.ts';
import type { CartesianModel } from './cartesian-model.ts';
import type { Pixel } from './downsample.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import type { Spans } from './stack-series.ts';

interface MarksProps {
  readonly model: CartesianModel;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
}

const FADED = 0.3;
/** Share of an area's colour in a pile. */
const PILED = 0.7;
/** Markers of more points would merge into a band. */
const MOST_MARKERS = 2000;

/** Lines, areas, markers. One path per series, whatever the number of rows. */
export const LineMarks = memo(function LineMarks({ model, spans, layout }: MarksProps) {
  const isArea = model.showArea || model.stack !== 'none';
  const { lineStyle: style, stack, markerSize } = model;
  const width = layout.plot.width;
  const isDotted = (markerSize > 0 && layout.positions.length <= MOST_MARKERS) || model.mark === 'scatter';
  return (
    <g aria-hidden="true">
      {model.series.map((series, index) => {
        const runs = runsOf(layout.positions, spans[index] ?? [], layout.value);
        const bodies = stack === 'none' ? runs.map((run) => run.map(([x, y]): Pixel => [x, y, layout.baseline])) : runs;
        return (
          <g key={series.id} opacity={series.isSelected ? 1 : FADED}>
            {isArea ? <path d={areaPath(bodies, style, width)} fill={series.color} fillOpacity={stack === 'none' ? model.areaOpacity : PILED} /> : null}
            {model.mark === 'scatter' ? null : <path d={linePath(runs, style, width)} fill="none" stroke={series.color} strokeWidth={stack === 'none' ? 2 : 1} strokeLinejoin="round" strokeLinecap="round" {...(series.isDerived ? { strokeDasharray: '4 4', strokeOpacity: 0.7 } : {})} />}
            {isDotted ? <path d={dots(runs.flat(), markerSize || 3)} fill={series.color} /> : loneDots(runs, series.color)}
          </g>
        );
      })}
    </g>
  );
});

/** A run of a single point has no line; without a dot it would be invisible. */
function loneDots(runs: readonly (readonly Pixel[])[], color: string) {
  const lone = runs.filter((run) => run.length === 1).flat();
  return lone.length > 0 ? <path d={dots(lone, 3)} fill={color} /> : null;
}

function dots(points: readonly Pixel[], radius: number): string {
  return points.map(([x, y]) => `M${(x - radius).toFixed(1)},${y.toFixed(1)}a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0`).join('');
}

interface BarMarksProps {
  readonly model: CartesianModel;
  readonly boxes: readonly BarBox[];
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
