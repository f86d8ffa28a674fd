import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { fitText, measureText } from '../text/measure-text.ts';
import type { CartesianModel } from './cartesian-model.ts';
import type { Spans } from './stack-series.ts';
import { extentOf } from './stack-series.ts';

/** A tick of an axis: its place in px along the axis, and its text. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Where everything of a chart with two axes goes, in px of the drawing. */
export interface CartesianLayout {
  /** The inner rectangle. */
  readonly plot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Centre of the i-th x along the dimension axis. */
  readonly positions: readonly number[];
  /** Room of one x along the dimension axis. */
  readonly band: number;
  value(value: number): number;
  readonly dimensionTicks: readonly Tick[];
  readonly valueTicks: readonly Tick[];
}

const TICK_ROOM = 64;
const LABEL_GAP = 8;
const TITLE_ROOM = 20;

/** Lays the chart out: margins follow from the texts, so that none is clipped. */
export function layoutCartesian(model: CartesianModel, spans: Spans, width: number, height: number, font: string, fontSize: number): CartesianLayout {
  const domain = valueDomain(model, spans);
  const length = model.isHorizontal ? width : height;
  const valueTicksFor = (range: readonly [number, number]) => {
    const scale = (model.isLog ? scaleLog().clamp(true) : scaleLinear()).domain(domain).range(range);
    const count = Math.max(2, Math.floor(Math.abs(range[1] - range[0]) / TICK_ROOM));
    if (!model.isLog && model.stack !== 'expand') (scale as ReturnType<typeof scaleLinear>).nice(hasFixedBounds(model) ? 0 : count);
    const values = model.isLog ? scale.ticks(Math.min(count, 5)).filter((tick) => Number.isInteger(Math.log10(tick))) : scale.ticks(count);
    return { scale, values };
  };
  const provisional = valueTicksFor([length, 0]).values.map((tick) => model.formatY(tick));
  const valueRoom = Math.max(...provisional.map((label) => measureText(label, font)), 0);
  const names = model.xs.map((x) => model.formatX(x));
  const nameRoom = model.isHorizontal ? Math.min(width * 0.35, Math.max(...names.map((name) => measureText(name, font)), 0)) : fontSize;
  const left = Math.ceil((model.isHorizontal ? nameRoom : valueRoom) + LABEL_GAP) + (titleBeside(model) ? TITLE_ROOM : 0);
  const right = model.showValues !== 'none' && model.isHorizontal ? valueRoom + LABEL_GAP : 12;
  const bottom = fontSize + LABEL_GAP + (titleBelow(model) ? TITLE_ROOM : 0);
  const top = model.showValues !== 'none' && !model.isHorizontal ? fontSize + 6 : 8;
  const plot = { left, top, width: Math.max(10, width - left - right), height: Math.max(10, height - top - bottom) };
  const { scale, values } = valueTicksFor(model.isHorizontal ? [plot.left, plot.left + plot.width] : [plot.top + plot.height, plot.top]);
  const dimension = dimensionAxis(model, plot);
  return {
    plot,
    positions: dimension.positions,
    band: dimension.band,
    value: (value) => scale(value),
    valueTicks: values.map((tick) => ({ at: scale(tick), label: model.formatY(tick) })),
    dimensionTicks: dimension.ticks ?? categoryTicks(model, names, dimension, plot, nameRoom, font),
  };
}

function titleBeside(model: CartesianModel): boolean {
  return Boolean(model.isHorizontal ? model.xTitle : model.yTitle);
}

function titleBelow(model: CartesianModel): boolean {
  return Boolean(model.isHorizontal ? model.yTitle : model.xTitle);
}

function hasFixedBounds(model: CartesianModel): boolean {
  return model.yBounds[0] !== null && model.yBounds[1] !== null;
}

/** Bars and areas start at zero, lines where their values do; chosen bounds win. */
function valueDomain(model: CartesianModel, spans: Spans): [number, number] {
  const [low, high] = extentOf(model.mark === 'bar' || model.showArea || model.stack !== 'none' ? spans : spans.map((line) => line.map((span) => (span ? ([span[1], span[1]] as const) : null))));
  if (model.isLog) {
    const positive = model.series.flatMap(({ values }) => values.filter((value): value is number => value !== null && value > 0));
    const least = positive.reduce((a, b) => Math.min(a, b), Infinity);
    return [model.yBounds[0] ?? (Number.isFinite(least) ? least : 1), model.yBounds[1] ?? Math.max(high, 10)];
  }
  const fromZero = model.mark === 'bar' || model.showArea || model.stack === 'stack' || model.stack === 'expand';
  // A line that varies little around a large value is read by its shape; one that nears zero is read from zero.
  const zoomed = !fromZero && low > 0 && low > high * 0.6;
  const from = model.yBounds[0] ?? (zoomed ? low - (high - low) * 0.1 : Math.min(0, low));
  const to = model.yBounds[1] ?? (model.stack === 'expand' ? 1 : Math.max(fromZero ? 0 : high, high));
  return from === to ? [from, from + 1] : [from, to];
}

interface DimensionAxis {
  readonly positions: readonly number[];
  readonly band: number;
  readonly ticks?: readonly Tick[];
}

function dimensionAxis(model: CartesianModel, plot: CartesianLayout['plot']): DimensionAxis {
  const [start, end] = model.isHorizontal ? [plot.top, plot.top + plot.height] : [plot.left, plot.left + plot.width];
  const count = Math.max(1, model.xs.length);
  const band = (end - start) / count;
  if (model.mark === 'bar' || model.xKind === 'category') {
    const positions = model.xs.map((_, at) => start + band * (at + 0.5));
    return model.xKind === 'time' ? { positions, band, ticks: timeBandTicks(model, positions, start, end) } : { positions, band };
  }
  const numbers = model.xs.map((x) => Number(x ?? Number.NaN));
  const low = numbers.reduce((a, b) => (b < a ? b : a), Infinity);
  const high = numbers.reduce((a, b) => (b > a ? b : a), -Infinity);
  const domain: [number, number] = low > high ? [0, 1] : low === high ? [low - 1, high + 1] : [low, high];
  const scale = model.xKind === 'time' ? scaleUtc(domain, [start, end]) : scaleLinear(domain, [start, end]);
  const ticks = scale.ticks(Math.max(2, Math.floor((end - start) / (TICK_ROOM * 1.4)))).map((tick) => ({ at: scale(tick), label: model.formatX(Number(tick)) }));
  return { positions: numbers.map((x) => scale(x)), band, ticks: withinBounds(ticks, start, end) };
}

/** Bars over time stand side by side, but are labelled like a time axis: at round instants. */
function timeBandTicks(model: CartesianModel, positions: readonly number[], start: number, end: number): readonly Tick[] {
  const times = model.xs.map(Number);
  const wanted = Math.max(2, Math.floor((end - start) / (TICK_ROOM * 1.4)));
  if (times.length <= wanted) return times.map((time, at) => ({ at: positions[at] ?? 0, label: model.formatX(time) }));
  const rounds = scaleUtc([times[0] ?? 0, times[times.length - 1] ?? 1], [start, end]).ticks(wanted);
  const ticks = rounds.flatMap((round) => {
    const at = times.findIndex((time) => time >= round.getTime());
    return at < 0 ? [] : [{ at: positions[at] ?? 0, label: model.formatX(round.getTime()) }];
  });
  return withinBounds(ticks, start, end);
}

function withinBounds(ticks: readonly Tick[], start: number, end: number): readonly Tick[] {
  return ticks.filter(({ at }) => at >= start - 1 && at <= end + 1);
}

/** Labels that do not fit are shortened; where even that leaves too little, every n-th is kept. */
function categoryTicks(model: CartesianModel, names: readonly string[], axis: DimensionAxis, plot: CartesianLayout['plot'], nameRoom: number, font: string): readonly Tick[] {
  const least = model.isHorizontal ? 14 : 44;
  const step = Math.max(1, Math.ceil(least / axis.band));
  const room = model.isHorizontal ? Math.max(nameRoom, plot.left - LABEL_GAP) : axis.band * step - 6;
  return names.flatMap((name, at) => (at % step === 0 ? [{ at: axis.positions[at] ?? 0, label: fitText(name, room, font) }] : []));
}
