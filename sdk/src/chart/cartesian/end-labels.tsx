import { measureText } from '../text/measure-text.ts';
import type { CartesianLayout } from './cartesian-layout.ts';
import type { CartesianModel } from './cartesian-model.ts';
import type { Spans } from './stack-series.ts';

/** Name of a line beside its last point. */
export interface EndLabel {
  readonly series: number;
  readonly x: number;
  /** Vertical middle. */
  readonly y: number;
}

const MOST_SERIES = 5;
const LEAST_WIDTH = 420;
const MOST_SHARE = 0.28;
const GAP = 8;
const LINE = 15;
/** A label pushed further than this from its line no longer names it. */
const MOST_PUSHED = 22;

/** Room that names at the ends of lines need, in px; 0 when a legend serves better. */
export function endLabelRoom(model: CartesianModel, width: number, font: string): number {
  const { series, mark, stack, xKind } = model;
  const isFit = model.directLabels && model.showLegend && model.legendSide === 'top' && mark === 'line' && stack === 'none' && xKind !== 'category' && !model.isHorizontal;
  if (!isFit || series.length < 2 || series.length > MOST_SERIES || width < LEAST_WIDTH || model.xs.length < 2) return 0;
  const room = Math.ceil(series.reduce((most, { label }) => Math.max(most, measureText(label, font)), 0)) + 2 * GAP;
  return room <= width * MOST_SHARE ? room : 0;
}

/** Names beside the last points, pushed apart; undefined when they would stand too far from their lines. */
export function placeEndLabels(model: CartesianModel, spans: Spans, layout: CartesianLayout): readonly EndLabel[] | undefined {
  const { plot, positions } = layout;
  const right = plot.left + plot.width;
  const ends = spans.flatMap((line, series) => {
    const at = line.findLastIndex((span) => span !== null);
    const span = line[at];
    return span ? [{ series, x: positions[at] ?? 0, wanted: layout.value(span[1]) }] : [];
  });
  if (ends.length < model.series.length || ends.some(({ x }) => right - x > plot.width * 0.08)) return undefined;
  const sorted = ends.sort((a, b) => a.wanted - b.wanted);
  const ys = spread(sorted.map(({ wanted }) => wanted), plot.top + LINE / 2, plot.top + plot.height - LINE / 2);
  if (sorted.some(({ wanted }, at) => Math.abs((ys[at] ?? 0) - wanted) > MOST_PUSHED)) return undefined;
  return sorted.map(({ series }, at) => ({ series, x: right + GAP, y: ys[at] ?? 0 }));
}

/** Moves sorted places apart by at least a line: downwards first, then back up from the end. */
function spread(wanted: readonly number[], low: number, high: number): readonly number[] {
  const ys = [...wanted];
  for (let at = 0; at < ys.length; at += 1) ys[at] = Math.max(ys[at] ?? 0, at === 0 ? low : (ys[at - 1] ?? 0) + LINE);
  for (let at = ys.length - 1; at >= 0; at -= 1) ys[at] = Math.min(ys[at] ?? 0, at === ys.length - 1 ? high : (ys[at + 1] ?? 0) - LINE);
  return ys;
}

interface EndLabelsProps {
  readonly model: CartesianModel;
  readonly labels: readonly EndLabel[];
  readonly onToggle: (id: string) => void;
}

/** The names as buttons, which hide a series like entries of a legend. */
export function EndLabels({ model, labels, onToggle }: EndLabelsProps) {
  return (
    <ul className="o-chart-ends" aria-label={model.yTitle || model.xName}>
      {labels.map(({ series: at, x, y }) => {
        const series = model.series[at];
        return series ? (
          <li key={series.id} style={{ left: x, top: y - LINE / 2, height: LINE }}>
            <button type="button" aria-pressed="true" style={{ color: `color-mix(in srgb, ${series.color} 70%, var(--orrery-color-text))` }} onClick={() => onToggle(series.id)}>{series.label}</button>
          </li>
        ) : null;
      })}
    </ul>
  );
}
