import { memo } from 'react';
import { measureText } from '../text/measure-text.ts';
import type { CartesianLayout } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Spans } from './stack-series.ts';

interface ValueLabelsProps {
  readonly model: CartesianModel;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
  readonly boxes: readonly BarBox[];
  readonly font: string;
}

interface Label {
  /** Left edge, vertical middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
}

const LINE = 13;
const GAP = 4;
/** Beyond this many numbers nobody reads one. */
const MOST_LABELS = 600;

/** Numbers at the marks: each value, or the total of each pile. One that would touch another is left out. */
export const ValueLabels = memo(function ValueLabels({ model, spans, layout, boxes, font }: ValueLabelsProps) {
  return (
    <g aria-hidden="true" className="o-chart-values">
      {placeValueLabels(model, spans, layout, boxes, font).map(({ x, y, text }, at) => (
        <text key={at} x={x} y={y} dominantBaseline="central">{text}</text>
      ))}
    </g>
  );
});

/** Where numbers go; pure. */
export function placeValueLabels(model: CartesianModel, spans: Spans, layout: CartesianLayout, boxes: readonly BarBox[], font: string): readonly Label[] {
  const { plot } = layout;
  const beyond = (along: number, value: number, sign: number, text: string): Label => {
    const at = layout.value(value);
    const width = measureText(text, font);
    if (model.isHorizontal) return { x: sign < 0 ? at - GAP - width : at + GAP, y: along, width, text };
    return { x: along - width / 2, y: sign < 0 ? at + GAP + LINE / 2 : at - GAP - LINE / 2, width, text };
  };
  const isPiled = model.stack !== 'none';
  const wanted = model.showValues === 'total' && isPiled ? totals(model, spans, layout, beyond) : isPiled && boxes.length > 0 ? segments(model, spans, boxes, font) : singles(model, spans, layout, boxes, beyond);
  const kept: Label[] = [];
  for (const label of wanted.slice(0, MOST_LABELS)) {
    const isInside = label.x >= 0 && label.y >= LINE / 2 && label.y <= plot.top + plot.height + LINE;
    if (isInside && !kept.some((other) => Math.abs(other.y - label.y) < LINE && label.x < other.x + other.width + GAP && other.x < label.x + label.width + GAP)) kept.push(label);
  }
  return kept;
}

type Beyond = (along: number, value: number, sign: number, text: string) => Label;

function totals(model: CartesianModel, spans: Spans, layout: CartesianLayout, beyond: Beyond): readonly Label[] {
  return model.xs.flatMap((_, index) => {
    const values = model.series.flatMap((series) => series.values[index] ?? []);
    const end = spans.reduce((high, line) => Math.max(high, line[index]?.[1] ?? -Infinity), -Infinity);
    return values.length > 0 && Number.isFinite(end) ? [beyond(layout.positions[index] ?? 0, end, end, model.formatY(values.reduce((sum, value) => sum + value, 0)))] : [];
  });
}

/** Numbers of a pile stand inside their segments. */
function segments(model: CartesianModel, spans: Spans, boxes: readonly BarBox[], font: string): readonly Label[] {
  const sums = model.xs.map((_, index) => model.series.reduce((sum, series) => sum + Math.abs(series.values[index] ?? 0), 0));
  return boxes.flatMap((box) => {
    const value = model.series[box.series]?.values[box.index] ?? null;
    if (value === null || Math.abs(value) < model.labelThreshold * (sums[box.index] ?? 0)) return [];
    const text = model.formatY(value);
    const width = measureText(text, font);
    return width + 4 <= box.width && box.height >= LINE && spans[box.series]?.[box.index] ? [{ x: box.x + box.width / 2 - width / 2, y: box.y + box.height / 2, width, text }] : [];
  });
}

function singles(model: CartesianModel, spans: Spans, layout: CartesianLayout, boxes: readonly BarBox[], beyond: Beyond): readonly Label[] {
  const middles = new Map(boxes.map((box) => [`${box.series} ${box.index}`, model.isHorizontal ? box.y + box.height / 2 : box.x + box.width / 2]));
  return spans.flatMap((line, series) =>
    line.flatMap((span, index) => {
      const value = model.series[series]?.values[index] ?? null;
      return span && value !== null ? [beyond(middles.get(`${series} ${index}`) ?? layout.positions[index] ?? 0, span[1], boxes.length > 0 ? value : 1, model.formatY(value))] : [];
    }),
  );
}
