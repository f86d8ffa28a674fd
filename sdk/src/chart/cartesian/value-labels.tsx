import type { CartesianLayout } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Spans } from './stack-series.ts';

interface ValueLabelsProps {
  readonly model: CartesianModel;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
  readonly boxes: readonly BarBox[];
}

/** Numbers at the marks: each value, or the total of each pile. */
export function ValueLabels({ model, spans, layout, boxes }: ValueLabelsProps) {
  const place = (along: number, value: number) => {
    const at = layout.value(value);
    return model.isHorizontal ? { x: at + 4, y: along, textAnchor: 'start' as const, dominantBaseline: 'central' as const } : { x: along, y: at - 4, textAnchor: 'middle' as const };
  };
  if (model.showValues === 'total' && model.stack !== 'none') {
    return (
      <g aria-hidden="true" className="o-chart-values">
        {model.xs.map((_, index) => {
          const total = model.series.reduce((sum, series) => sum + (series.values[index] ?? 0), 0);
          const top = spans.reduce((high, line) => Math.max(high, line[index]?.[1] ?? -Infinity), -Infinity);
          return Number.isFinite(top) ? <text key={index} {...place(layout.positions[index] ?? 0, top)}>{model.formatY(total)}</text> : null;
        })}
      </g>
    );
  }
  if (boxes.length > 0) {
    return (
      <g aria-hidden="true" className="o-chart-values">
        {boxes.map((box) => {
          const value = model.series[box.series]?.values[box.index] ?? null;
          const along = model.isHorizontal ? box.y + box.height / 2 : box.x + box.width / 2;
          return value === null ? null : <text key={`${box.series}-${box.index}`} {...place(along, spans[box.series]?.[box.index]?.[1] ?? value)}>{model.formatY(value)}</text>;
        })}
      </g>
    );
  }
  return (
    <g aria-hidden="true" className="o-chart-values">
      {spans.flatMap((line, series) =>
        line.map((span, index) => (span ? <text key={`${series}-${index}`} {...place(layout.positions[index] ?? 0, span[1])}>{model.formatY(model.series[series]?.values[index] ?? null)}</text> : null)),
      )}
    </g>
  );
}
