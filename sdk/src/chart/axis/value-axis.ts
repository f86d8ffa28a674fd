import { scaleLinear, scaleLog } from 'd3-scale';
import type { CartesianModel } from '../cartesian/cartesian-model.ts';
import type { Spans } from '../cartesian/stack-series.ts';
import { extentOf } from '../cartesian/stack-series.ts';
import { measureText } from '../text/measure-text.ts';
import type { Tick } from './tick.ts';
import { tickLabels } from './tick-labels.ts';

/** The axis values are read from. */
export interface ValueAxis {
  readonly ticks: readonly Tick[];
  readonly domain: readonly [number, number];
  /** Place in px; values that a logarithm does not take lie at its start. */
  readonly value: (value: number) => number;
}

const TICK_ROOM = 52;
const LABEL_GAP = 18;
/** The domain ends at steps this fine, whatever the number of ticks: a coarse step would waste half of the plot. */
const FINE_STEPS = 10;

type AxisModel = Pick<CartesianModel, 'mark' | 'showArea' | 'stack' | 'isLog' | 'yBounds' | 'series' | 'formatY' | 'isHorizontal'>;

/** Scale and ticks along `range` (px): a label is never written twice and, along the width, never touches the next. */
export function valueAxis(model: AxisModel, spans: Spans, range: readonly [number, number], font: string): ValueAxis {
  const domain = valueDomain(model, spans);
  const scale = (model.isLog ? scaleLog().clamp(true) : scaleLinear()).domain(domain).range(range);
  const place = (value: number): number => scale(model.isLog ? Math.max(value, domain[0]) : value);
  const length = Math.abs(range[1] - range[0]);
  const describe = (values: readonly number[]): readonly Tick[] => {
    const labels = tickLabels(values, model.formatY);
    return values.map((value, at) => ({ at: place(value), label: labels[at] ?? '' }));
  };
  let ticks: readonly Tick[] = [];
  for (let count = Math.max(2, Math.floor(length / TICK_ROOM)); count >= 1; count -= 1) {
    ticks = describe(model.isLog ? powers(scale.ticks(count)) : scale.ticks(count));
    if (isReadable(ticks, model.isHorizontal, font)) break;
  }
  // One tick gives no measure: where two round ones find no room, the ends do.
  if (ticks.length < 2) ticks = describe(domain);
  return { ticks, domain, value: place };
}

function powers(ticks: readonly number[]): readonly number[] {
  const whole = ticks.filter((tick) => Number.isInteger(Number(Math.log10(tick).toFixed(9))));
  return whole.length > 1 ? whole : ticks;
}

function isReadable(ticks: readonly Tick[], isHorizontal: boolean, font: string): boolean {
  if (new Set(ticks.map(({ label }) => label)).size < ticks.length) return false;
  if (!isHorizontal) return true;
  const widest = ticks.reduce((most, { label }) => Math.max(most, measureText(label, font)), 0);
  return ticks.every((tick, at) => at === 0 || Math.abs(tick.at - (ticks[at - 1]?.at ?? 0)) >= widest + LABEL_GAP);
}

/** Bars and areas start at zero, lines where their values do; chosen bounds win. */
function valueDomain(model: AxisModel, spans: Spans): [number, number] {
  const fromZero = model.mark === 'bar' || model.showArea || model.stack !== 'none';
  const [low, high] = extentOf(spans, fromZero);
  const [least, most] = model.yBounds;
  if (model.isLog) {
    const smallest = model.series.reduce((best, { values }) => values.reduce<number>((lowest, value) => (value !== null && value > 0 && value < lowest ? value : lowest), best), Infinity);
    const from = least && least > 0 ? least : Number.isFinite(smallest) ? smallest : 1;
    return [from, Math.max(most ?? high, from * 10)];
  }
  // A line that varies little around a large value is read by its shape; one that nears zero is read from zero.
  const isZoomed = !fromZero && low > 0 && low > high * 0.6;
  const from = least ?? (isZoomed ? low - (high - low) * 0.1 : Math.min(0, low));
  const to = most ?? (model.stack === 'expand' ? 1 : Math.max(fromZero || !isZoomed ? 0 : high, high));
  if (from >= to) return [from, from + 1];
  const [niceFrom = from, niceTo = to] = scaleLinear().domain([round(from), round(to)]).nice(FINE_STEPS).domain();
  return [least ?? niceFrom, most ?? (model.stack === 'expand' ? 1 : niceTo)];
}

/** Sums of shares end a hair above 1, which must not add a step. */
function round(value: number): number {
  return Number(value.toPrecision(10));
}
