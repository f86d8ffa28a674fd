import { scaleLinear } from 'd3-scale';
import { categoryLabels } from '../axis/category-labels.ts';
import type { CategoryLabels } from '../axis/category-labels.ts';
import type { Tick } from '../axis/tick.ts';
import { fixedTimeTicks, timeTicks } from '../axis/time-ticks.ts';
import type { TimeAxis } from '../axis/time-ticks.ts';
import { valueAxis } from '../axis/value-axis.ts';
import { fitText, measureText } from '../text/measure-text.ts';
import type { CartesianModel } from './cartesian-model.ts';
import type { Spans } from './stack-series.ts';

/** Where everything of a chart with two axes goes, in px of the drawing. */
export interface CartesianLayout {
  /** The inner rectangle. */
  readonly plot: Plot;
  /** Centre of the i-th x along the dimension axis. */
  readonly positions: readonly number[];
  /** Room of one x along the dimension axis. */
  readonly band: number;
  readonly value: (value: number) => number;
  readonly dimensionTicks: readonly Tick[];
  /** Turn of the dimension's labels in degrees. */
  readonly rotation: number;
  readonly valueTicks: readonly Tick[];
  /** Where marks stand: at zero when it is in sight. */
  readonly baseline: number;
}

interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Size and type of the drawing. */
export interface DrawingBox {
  readonly width: number;
  readonly height: number;
  readonly font: string;
  readonly fontSize: number;
  /** Room kept at the right for names of lines. */
  readonly endRoom: number;
}

const LABEL_GAP = 8;
const TITLE_ROOM = 20;
const RIGHT = 12;
const MOST_MEASURED = 500;
const MOST_OVERHANG = 48;

/** Lays the chart out: margins follow from the texts, so that none is clipped. */
export function layoutCartesian(model: CartesianModel, spans: Spans, box: DrawingBox): CartesianLayout {
  return model.isHorizontal ? layoutHorizontal(model, spans, box) : layoutVertical(model, spans, box);
}

function layoutVertical(model: CartesianModel, spans: Spans, box: DrawingBox): CartesianLayout {
  const { width, height, font, fontSize, endRoom } = box;
  const lineHeight = Math.ceil(fontSize * 1.25);
  const hasTopTitle = model.yTitle !== '' && model.yTitleAtTop;
  const top = Math.max(Math.ceil(fontSize / 2) + 2, model.showValues === 'none' ? 0 : fontSize + 6) + (hasTopTitle ? TITLE_ROOM : 0);
  const bottomTitle = model.xTitle ? TITLE_ROOM : 0;
  // Ticks depend on the height, which depends on the labels below; one line is the usual case and close enough for a width.
  const guess = valueAxis(model, spans, [height - lineHeight - LABEL_GAP, top], font);
  const usual = Math.ceil(widest(guess.ticks.map(({ label }) => label), font) + LABEL_GAP) + (model.yTitle && !hasTopTitle ? TITLE_ROOM : 0);
  const below = (start: number) => {
    const length = Math.max(10, width - start - Math.max(RIGHT, endRoom));
    const axis = dimensionAxis(model, start, start + length);
    return { left: start, plotWidth: length, dimension: axis, names: axis.scale ? undefined : categoryNames(model, axis, box) };
  };
  const first = below(usual);
  // Turned names reach to the left of their bars.
  const { left, plotWidth, dimension, names } = first.names && first.names.overhang > 0 ? below(usual + Math.min(MOST_OVERHANG, first.names.overhang + 4)) : first;
  const bottom = LABEL_GAP + (names?.room ?? lineHeight) + bottomTitle;
  const plot = { left, top, width: plotWidth, height: Math.max(10, height - top - bottom) };
  const values = valueAxis(model, spans, [plot.top + plot.height, plot.top], font);
  return { plot, ...dimension, ...result(values), dimensionTicks: names?.ticks ?? scaleTicks(model, dimension, left, plotWidth, font), rotation: names?.rotation ?? 0 };
}

function layoutHorizontal(model: CartesianModel, spans: Spans, box: DrawingBox): CartesianLayout {
  const { width, height, font, fontSize } = box;
  const names = model.xs.map((x) => model.formatX(x));
  const nameRoom = Math.min(width * 0.38, widest(names.slice(0, MOST_MEASURED), font));
  const left = Math.ceil(nameRoom + LABEL_GAP) + (model.xTitle ? TITLE_ROOM : 0);
  const top = 4;
  const bottom = LABEL_GAP + Math.ceil(fontSize * 1.25) + (model.yTitle ? TITLE_ROOM : 0);
  const valueRoom = model.showValues === 'none' ? 0 : valueLabelRoom(model, font);
  const draft = valueAxis(model, spans, [left, Math.max(left + 10, width - RIGHT - valueRoom)], font);
  // The last label is centred on its tick and must not leave the drawing.
  const overhang = draft.ticks.reduce((most, { at, label }) => Math.max(most, at + measureText(label, font) / 2 + 2 - width), 0);
  const plot = { left, top, width: Math.max(10, width - left - RIGHT - Math.max(valueRoom, overhang)), height: Math.max(10, height - top - bottom) };
  const values = valueAxis(model, spans, [left, left + plot.width], font);
  const dimension = dimensionAxis(model, top, top + plot.height);
  const step = Math.max(1, Math.ceil((fontSize + 2) / dimension.band));
  const dimensionTicks = names.flatMap((name, at) => (at % step === 0 ? [{ at: dimension.positions[at] ?? 0, label: fitText(name, nameRoom, font) }] : []));
  return { plot, ...dimension, ...result(values), dimensionTicks, rotation: 0 };
}

function result({ ticks, domain, value }: ReturnType<typeof valueAxis>): Pick<CartesianLayout, 'value' | 'valueTicks' | 'baseline'> {
  return { value, valueTicks: ticks, baseline: value(Math.min(Math.max(0, domain[0]), domain[1])) };
}

function widest(labels: readonly string[], font: string): number {
  return labels.reduce((most, label) => Math.max(most, measureText(label, font)), 0);
}

/** Room right of the longest bar for the widest number. */
function valueLabelRoom(model: CartesianModel, font: string): number {
  const values = model.series.flatMap((series) => series.values.slice(0, MOST_MEASURED / model.series.length));
  return Math.ceil(values.reduce<number>((most, value) => (value === null ? most : Math.max(most, measureText(model.formatY(value), font))), 0)) + 4;
}

interface DimensionAxis {
  readonly positions: readonly number[];
  readonly band: number;
  /** Present on a continuous axis. */
  readonly scale?: { readonly domain: readonly [number, number]; readonly place: (x: number) => number | undefined };
}

function dimensionAxis(model: CartesianModel, start: number, end: number): DimensionAxis {
  const band = (end - start) / Math.max(1, model.xs.length);
  const isBand = model.mark === 'bar' || model.xKind === 'category';
  const middles = (): readonly number[] => model.xs.map((_, at) => start + band * (at + 0.5));
  if (isBand && model.xKind !== 'time') return { positions: middles(), band };
  const numbers = model.xs.map((x) => Number(x ?? Number.NaN));
  const domain = extent(numbers);
  if (isBand) {
    const positions = middles();
    return { positions, band, scale: { domain, place: (time) => positions[numbers.findIndex((x) => x >= time)] } };
  }
  const step = (end - start) / (domain[1] - domain[0]);
  const place = (x: number): number => start + (x - domain[0]) * step;
  return { positions: numbers.map(place), band, scale: { domain, place: (x) => (x < domain[0] || x > domain[1] ? undefined : place(x)) } };
}

function extent(numbers: readonly number[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const x of numbers) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return low > high ? [0, 1] : low === high ? [low - 1, high + 1] : [low, high];
}

function categoryNames(model: CartesianModel, { positions, band }: DimensionAxis, box: DrawingBox): CategoryLabels {
  const names = model.xs.map((x) => model.formatX(x));
  return categoryLabels({ names, positions, band, height: box.height, font: box.font, fontSize: box.fontSize, rotation: model.labelRotation, showAll: model.showAllLabels });
}

function scaleTicks(model: CartesianModel, dimension: DimensionAxis, start: number, length: number, font: string): readonly Tick[] {
  const { scale } = dimension;
  if (!scale) return [];
  if (model.xKind === 'number') {
    const ticks = scaleLinear(scale.domain, [0, 1]).ticks(Math.max(2, Math.floor(length / 80)));
    return ticks.flatMap((x) => {
      const at = scale.place(x);
      return at === undefined ? [] : [{ at, label: model.formatX(x) }];
    });
  }
  const axis: TimeAxis = { ...scale, length, font, ...(model.hasTimeFormat ? { format: (time) => model.formatX(time ?? null) } : {}) };
  // Few buckets are all named; many are named like any time axis, at round instants.
  return (model.mark === 'bar' && model.xs.length * 24 <= length && fixedTimeTicks(axis, model.xs.filter((x) => typeof x === 'number'))) || timeTicks(axis).filter(({ at }) => at >= start - 1 && at <= start + length + 1);
}
