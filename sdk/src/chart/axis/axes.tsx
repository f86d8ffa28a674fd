import { memo } from 'react';
import type { CartesianLayout } from '../cartesian/cartesian-layout.ts';
import type { CartesianModel } from '../cartesian/cartesian-model.ts';
import { measureText } from '../text/measure-text.ts';
import type { Tick } from './tick.ts';

interface AxesProps {
  readonly layout: CartesianLayout;
  readonly model: Pick<CartesianModel, 'isHorizontal' | 'xTitle' | 'yTitle' | 'yTitleAtTop'>;
  readonly width: number;
  readonly height: number;
  readonly font: string;
}

const LINE_EM = 1.2;

/** A light grid at the value ticks, labels without boxes, a line where marks stand. */
export const Axes = memo(function Axes({ layout, model, width, height, font }: AxesProps) {
  const { plot, valueTicks, dimensionTicks, baseline } = layout;
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  const { isHorizontal } = model;
  const sideTitle = isHorizontal ? model.xTitle : model.yTitleAtTop ? '' : model.yTitle;
  const bottomTitle = isHorizontal ? model.yTitle : model.xTitle;
  return (
    <g aria-hidden="true" className="o-chart-axes">
      {valueTicks.map(({ at, label }) =>
        isHorizontal ? (
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
      {dimensionTicks.map((tick, index) =>
        isHorizontal ? (
          <text key={index} x={plot.left - 8} y={tick.at} dominantBaseline="central" textAnchor="end">{tick.label}</text>
        ) : (
          <NameBelow key={index} tick={tick} top={bottom + 8} rotation={layout.rotation} width={width} font={font} />
        ),
      )}
      {isHorizontal ? <line className="o-chart-baseline" x1={baseline} x2={baseline} y1={plot.top} y2={bottom} /> : <line className="o-chart-baseline" x1={plot.left} x2={right} y1={baseline} y2={baseline} />}
      {sideTitle ? <text className="o-chart-axis-title" transform={`translate(12 ${plot.top + plot.height / 2}) rotate(-90)`} textAnchor="middle">{sideTitle}</text> : null}
      {model.yTitleAtTop && !isHorizontal && model.yTitle ? <text className="o-chart-axis-title" x={0} y={2} dy="0.8em">{model.yTitle}</text> : null}
      {bottomTitle ? <text className="o-chart-axis-title" x={plot.left + plot.width / 2} y={height - 5} textAnchor="middle">{bottomTitle}</text> : null}
    </g>
  );
});

interface NameBelowProps {
  readonly tick: Tick;
  readonly top: number;
  readonly rotation: number;
  readonly width: number;
  readonly font: string;
}

function NameBelow({ tick, top, rotation, width, font }: NameBelowProps) {
  const { at, label, lines } = tick;
  if (rotation !== 0) return <text transform={`translate(${at} ${top}) rotate(${rotation})`} dominantBaseline="central" textAnchor="end">{label}</text>;
  if (lines && lines.length > 1) {
    return (
      <text y={top} textAnchor="middle">
        {lines.map((line, index) => (
          <tspan key={index} x={at} dy={index === 0 ? '0.8em' : `${LINE_EM}em`}>{line}</tspan>
        ))}
      </text>
    );
  }
  return <text x={insideOf(at, measureText(label, font) / 2, width)} y={top} dy="0.8em" textAnchor="middle">{label}</text>;
}

/** A label near an edge leans inwards instead of being cut. */
function insideOf(at: number, half: number, width: number): number {
  return Math.max(half, Math.min(width - half - 1, at));
}
