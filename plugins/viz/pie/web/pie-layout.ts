import { arc, fitText, measureText, pie as pieAngles } from '@orrery/sdk/chart';
import type { PieProps, Slice } from './pie.ts';

/** A label in px from the centre; `lines` are written below each other. */
export interface SliceLabel {
  readonly x: number;
  /** Vertical middle of all lines. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly lines: readonly string[];
  /** Leader from slice to label, as points of a polyline. */
  readonly leader?: string;
}

export interface SliceShape {
  readonly path: string;
  readonly label?: SliceLabel;
}

export interface PieLayout {
  readonly shapes: readonly SliceShape[];
  /** True when a slice large enough for a label found no room for one. */
  readonly isCrowded: boolean;
}

export type PieLook = Pick<PieProps, 'slices' | 'innerRadius' | 'outerRadius' | 'rose' | 'labels' | 'hasLabelLines' | 'labelThreshold'>;

/** Less than this and a label is a stub, in px. */
const LEAST_LABEL = 48;
/** Labels may shrink the pie to this share of the radius asked for. */
const LEAST_RADIUS = 0.72;
/** Share of a name that must be left after shortening. */
const LEAST_NAME = 0.7;
const LEADER = 10;
const GAP = 4;
const LINE = 15;
const MOST_PUSHED = 28;

/** Arcs and their labels: the pie gives way to its labels, within reason, and labels of one side never touch. */
export function layoutPie(look: PieLook, width: number, height: number, font: string): PieLayout {
  const { slices, labels, rose } = look;
  const half = Math.min(width, height) / 2;
  const wanted = Math.max(8, half * Math.min(1, look.outerRadius * (labels === 'outside' ? 1.1 : 1.3)) - 2);
  const texts = slices.map((slice) => (labels === 'none' || slice.share < look.labelThreshold ? undefined : slice.label));
  const widest = labels === 'outside' ? texts.reduce((most, text) => Math.max(most, text === undefined ? 0 : widestOf(linesOf(text), font)), 0) : 0;
  const beside = widest > 0 ? width / 2 - widest - LEADER - GAP - 2 : Infinity;
  const outer = Math.max(8, Math.min(wanted, Math.max(wanted * LEAST_RADIUS, beside)));
  const inner = outer * look.innerRadius;
  const most = slices.reduce((high, slice) => Math.max(high, slice.value), 0) || 1;
  const radiusOf = (slice: Slice): number => (rose === 'none' ? outer : inner + (outer - inner) * (rose === 'area' ? Math.sqrt(slice.value / most) : slice.value / most));
  const angles = pieAngles<Slice>().sort(null).value((slice) => (rose === 'area' ? 1 : slice.value))(slices as Slice[]);
  const placed = angles.map((angle, index) => {
    const radius = radiusOf(angle.data);
    const path = arc()({ innerRadius: inner, outerRadius: radius, startAngle: angle.startAngle, endAngle: angle.endAngle, padAngle: slices.length > 1 ? 0.008 : 0 }) ?? '';
    const middle = (angle.startAngle + angle.endAngle) / 2 - Math.PI / 2;
    return { path, radius, text: texts[index], cos: Math.cos(middle), sin: Math.sin(middle), angle: angle.endAngle - angle.startAngle };
  });
  const written = labels === 'inside' ? placed.map((slice) => insideLabel(slice, inner, font)) : outsideLabels(placed, look.hasLabelLines, width, height, font);
  return {
    shapes: placed.map(({ path }, at) => ({ path, ...(written[at] ? { label: written[at] } : {}) })),
    isCrowded: texts.some((text, at) => text !== undefined && !written[at]),
  };
}

interface Placed {
  readonly radius: number;
  readonly text: string | undefined;
  readonly cos: number;
  readonly sin: number;
  readonly angle: number;
}

/** What stands behind the name moves below it. */
function linesOf(label: string): readonly string[] {
  if (label.includes('\n')) return label.split('\n');
  const [, name, rest] = /^(.*?):? (\(?[^ ]*\d[^ ]*(?: \(.*\))?)$/.exec(label) ?? [];
  return name && rest ? [name, rest] : [label];
}

function widestOf(lines: readonly string[], font: string): number {
  return lines.reduce((most, line) => Math.max(most, measureText(line, font)), 0);
}

function insideLabel({ text, radius, cos, sin, angle }: Placed, inner: number, font: string): SliceLabel | undefined {
  if (text === undefined) return undefined;
  const middle = (inner + radius) * 0.55;
  const room = Math.min(radius - inner * 0.5, 2 * middle * Math.sin(Math.min(angle, Math.PI) / 2));
  const lines = [[text], linesOf(text)].find((candidate) => widestOf(candidate, font) <= room && room > LINE * candidate.length);
  return lines ? { x: cos * middle, y: sin * middle, anchor: 'middle', lines } : undefined;
}

function outsideLabels(slices: readonly Placed[], hasLeaders: boolean, width: number, height: number, font: string): readonly (SliceLabel | undefined)[] {
  const labels: (SliceLabel | undefined)[] = slices.map(() => undefined);
  for (const side of [1, -1]) {
    const items = slices
      .flatMap(({ text, radius, cos, sin }, index) => {
        if (text === undefined || cos >= 0 !== (side === 1)) return [];
        const x = side * (Math.abs(cos) * (radius + LEADER) + GAP);
        const lines = writeLabel(text, width / 2 - Math.abs(x) - 2, font);
        return lines ? [{ index, x, lines, radius, cos, sin, wanted: sin * (radius + LEADER) }] : [];
      })
      .sort((a, b) => a.wanted - b.wanted);
    const ys = spread(items.map(({ wanted, lines }) => ({ wanted, height: lines.length * LINE })), height / 2 - 2);
    items.forEach(({ index, x, lines, wanted, radius, cos, sin }, at) => {
      const y = ys[at];
      if (y === undefined || Math.abs(y - wanted) > MOST_PUSHED) return;
      const leader = hasLeaders || Math.abs(y - wanted) > LINE / 2 ? [[cos * radius, sin * radius], [x - side * GAP, y]].map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ') : undefined;
      labels[index] = { x, y, anchor: side === 1 ? 'start' : 'end', lines, ...(leader ? { leader } : {}) };
    });
  }
  return labels;
}

/** One line, or two, or a shortened name above its number; undefined where only a stub would be left. */
function writeLabel(text: string, room: number, font: string): readonly string[] | undefined {
  if (measureText(text, font) <= room) return [text];
  const lines = linesOf(text);
  if (widestOf(lines, font) <= room) return lines;
  if (room < LEAST_LABEL) return undefined;
  const [name = '', ...rest] = lines;
  const short = fitText(name, room, font);
  // A stub of a name, or of a number, tells less than the legend does.
  return short.length >= name.length * LEAST_NAME && widestOf(rest, font) <= room ? [short, ...rest] : undefined;
}

/** Moves sorted labels apart: downwards first, then back up from the lower edge. Labels beyond the upper edge have no place. */
function spread(items: readonly { readonly wanted: number; readonly height: number }[], edge: number): readonly (number | undefined)[] {
  const ys: number[] = [];
  items.forEach(({ wanted, height }, at) => {
    const above = items[at - 1];
    ys.push(Math.max(wanted, -edge + height / 2, above ? (ys[at - 1] ?? 0) + (above.height + height) / 2 : -Infinity));
  });
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const height = items[at]?.height ?? 0;
    const below = items[at + 1];
    ys[at] = Math.min(ys[at] ?? 0, below ? (ys[at + 1] ?? 0) - (below.height + height) / 2 : edge - height / 2);
  }
  return ys.map((y, at) => (y - (items[at]?.height ?? 0) / 2 < -edge - 1 ? undefined : y));
}
