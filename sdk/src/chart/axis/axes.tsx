import { memo } from 'react';
import type { CartesianLayout } from '../cartesian/cartesian-layout.ts';
import type { CartesianModel } from '../cartesian/cartesian-model.ts';

interface AxesProps {
  readonly layout: CartesianLayout;
  readonly model: Pick<CartesianModel, 'isHorizontal' | 'xTitle' | 'yTitle'>;
  readonly width: number;
  readonly height: number;
}

/** A light grid at the value ticks, labels without boxes, a line at the baseline. */
export const Axes = memo(function Axes({ layout, model, width, height }: AxesProps) {
  const { plot, valueTicks, dimensionTicks } = layout;
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  const sideTitle = model.isHorizontal ? model.xTitle : model.yTitle;
  const bottomTitle = model.isHorizontal ? model.yTitle : model.xTitle;
  return (
    <g aria-hidden="true" className="o-chart-axes">
      {valueTicks.map(({ at, label }) =>
        model.isHorizontal ? (
          <g key={`${at}`}>
            <line className="o-chart-grid" x1={at} x2={at} y1={plot.top} y2={bottom} />
            <text x={at} y={bottom + 8} dy="0.8em" textAnchor="middle">{label}</text>
          </g>
        ) : (
          <g key={`${at}`}>
            <line className="o-chart-grid" x1={plot.left} x2={right} y1={at} y2={at} />
            <text x={plot.left - 8} y={at} dominantBaseline="central" textAnchor="end">{label}</text>
          </g>
        ),
      )}
      {dimensionTicks.map(({ at, label }, index) =>
        model.isHorizontal ? (
          <text key={index} x={plot.left - 8} y={at} dominantBaseline="central" textAnchor="end">{label}</text>
        ) : (
          <text key={index} x={at} y={bottom + 8} dy="0.8em" textAnchor={anchorOf(at, label.length * 3.2, width)}>{label}</text>
        ),
      )}
      {model.isHorizontal ? <line className="o-chart-baseline" x1={plot.left} x2={plot.left} y1={plot.top} y2={bottom} /> : <line className="o-chart-baseline" x1={plot.left} x2={right} y1={bottom} y2={bottom} />}
      {sideTitle ? <text className="o-chart-axis-title" transform={`translate(12 ${plot.top + plot.height / 2}) rotate(-90)`} textAnchor="middle">{sideTitle}</text> : null}
      {bottomTitle ? <text className="o-chart-axis-title" x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle">{bottomTitle}</text> : null}
    </g>
  );
});

/** A label near an edge leans inwards instead of being cut. */
function anchorOf(at: number, half: number, width: number): 'start' | 'middle' | 'end' {
  if (at + half > width) return 'end';
  return at - half < 0 ? 'start' : 'middle';
}
