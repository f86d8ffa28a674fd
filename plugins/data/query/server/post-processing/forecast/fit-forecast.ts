import { takeTurns } from '../../take-turns.ts';
import { DAY_MS } from '../../time/calendar.ts';
import { solveSymmetric } from './solve-symmetric.ts';

/** How one season is modelled: not at all, as the data suggests, or with so many pairs of waves. */
export type Season = boolean | number | null;

/** @see fitForecast */
export interface ForecastOptions {
  /** Part of future values the interval should hold, between 0 and 1. */
  readonly confidence: number;
  readonly yearly: Season;
  readonly weekly: Season;
  readonly daily: Season;
}

/** A model's idea of the values at some instants. */
export interface Forecast {
  readonly expected: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

const CHECK_ROWS = 128;
const MAX_BENDS = 25;
/** Bends lie in this first part of the history: the last ones must show in the data. */
const BEND_PART = 0.8;
const MAX_WAVES = 50;
/** How much bends, waves and the line itself may weigh, for values scaled to 1. */
const [BEND_SCALE, WAVE_SCALE, LINE_SCALE] = [0.05, 10, 5];
const ROUNDS = 3;

const wavesOf = (season: Season, isSeen: boolean, standard: number): number =>
  season === null ? (isSeen ? standard : 0) : typeof season === 'number' ? Math.min(MAX_WAVES, Math.max(0, Math.floor(season))) : season ? standard : 0;

/** Value below which a normal distribution has `part` of its mass (Acklam's approximation, to nine digits in the middle). */
export function normalQuantile(part: number): number {
  const tail = (q: number): number =>
    (((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q - 2.549732539343734) * q + 4.374664141464968) * q + 2.938163982698783) /
    ((((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1);
  if (part < 0.02425) return tail(Math.sqrt(-2 * Math.log(part)));
  if (part > 1 - 0.02425) return -tail(Math.sqrt(-2 * Math.log(1 - part)));
  const q = part - 0.5;
  const r = q * q;
  return (
    ((((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r + 1.38357751867269e2) * r - 3.066479806614716e1) * r + 2.506628277459239) * q) /
    (((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r + 6.680131188771972e1) * r - 1.328068155288572e1) * r + 1)
  );
}

/** What of a row's instant explains its value: a line, its bends, and waves by year, week and day. */
function featuresOf(times: readonly number[], { yearly, weekly, daily }: ForecastOptions) {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const span = Math.max(last - first, 1);
  const shortest = times.reduce((least, at, row) => (row > 0 && at > (times[row - 1] ?? 0) ? Math.min(least, at - (times[row - 1] ?? 0)) : least), span);
  const seasons = [
    { days: 365.25, waves: wavesOf(yearly, span >= 730 * DAY_MS, 10) },
    { days: 7, waves: wavesOf(weekly, span >= 14 * DAY_MS && shortest < 7 * DAY_MS, 3) },
    { days: 1, waves: wavesOf(daily, span >= 2 * DAY_MS && shortest < DAY_MS, 4) },
  ];
  const early = Math.floor(times.length * BEND_PART);
  const bendCount = Math.max(0, Math.min(MAX_BENDS, early - 1));
  const bends = Array.from({ length: bendCount }, (_, at) => ((times[Math.round(((at + 1) * (early - 1)) / bendCount)] ?? last) - first) / span);
  const size = 2 + bendCount + seasons.reduce((all, { waves }) => all + 2 * waves, 0);
  const write = (ms: number, into: Float64Array): void => {
    const at = (ms - first) / span;
    into[0] = 1;
    into[1] = at;
    bends.forEach((bend, index) => (into[2 + index] = at > bend ? at - bend : 0));
    let column = 2 + bendCount;
    for (const { days, waves } of seasons) {
      for (let wave = 1; wave <= waves; wave++) {
        const angle = (2 * Math.PI * wave * ms) / (days * DAY_MS);
        into[column++] = Math.sin(angle);
        into[column++] = Math.cos(angle);
      }
    }
  };
  return { size, bendCount, write, position: (ms: number) => (ms - first) / span };
}

/**
 * Fits a line with bends and seasons to values at ascending instants and answers what it makes of `asked` instants: the
 * additive model of the reference's forecasts, with squared instead of absolute penalties on bends, and intervals
 * computed instead of sampled. They widen after the last value as future bends are as likely and as strong as past ones.
 */
export async function fitForecast(times: readonly number[], values: readonly number[], asked: readonly number[], options: ForecastOptions): Promise<Forecast> {
  const turn = takeTurns();
  const { size, bendCount, write, position } = featuresOf(times, options);
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const squares = new Float64Array(size * size);
  const right = new Float64Array(size);
  const row = new Float64Array(size);
  let total = 0;
  for (let at = 0; at < times.length; at++) {
    write(times[at] ?? 0, row);
    const value = (values[at] ?? 0) / scale;
    total += value * value;
    for (let i = 0; i < size; i++) {
      const x = row[i] ?? 0;
      right[i] = (right[i] ?? 0) + x * value;
      if (x !== 0) for (let j = 0; j <= i; j++) squares[i * size + j] = (squares[i * size + j] ?? 0) + x * (row[j] ?? 0);
    }
    if (at % CHECK_ROWS === CHECK_ROWS - 1) await turn();
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) squares[j * size + i] = squares[i * size + j] ?? 0;

  let noise = 0.05 ** 2;
  let weights: Float64Array = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const penalised = Float64Array.from(squares);
    for (let i = 0; i < size; i++) penalised[i * size + i] = (penalised[i * size + i] ?? 0) + noise / (i < 2 ? LINE_SCALE : i < 2 + bendCount ? BEND_SCALE : WAVE_SCALE) ** 2 + 1e-9;
    weights = solveSymmetric(penalised, right);
    await turn();
    // Sum of squared differences, from what is summed up already.
    let difference = total;
    for (let i = 0; i < size; i++) {
      let dot = 0;
      for (let j = 0; j < size; j++) dot += (squares[i * size + j] ?? 0) * (weights[j] ?? 0);
      difference += (weights[i] ?? 0) * (dot - 2 * (right[i] ?? 0));
    }
    noise = Math.max(difference / times.length, 1e-10);
  }

  const width = normalQuantile((1 + options.confidence) / 2);
  const strength = bendCount === 0 ? 0 : weights.subarray(2, 2 + bendCount).reduce((all, weight) => all + Math.abs(weight), 0) / bendCount;
  const expected: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  for (const [at, ms] of asked.entries()) {
    write(ms, row);
    const value = row.reduce((all, x, i) => all + x * (weights[i] ?? 0), 0);
    const ahead = Math.max(0, position(ms) - 1);
    // Bends come at the pace of the past; one of variance 2s² at a place u moves a value at h by (h-u) times itself.
    const drift = bendCount * 2 * strength ** 2 * (ahead ** 3 / 3);
    const reach = width * Math.sqrt(noise + drift);
    expected.push(value * scale);
    lower.push((value - reach) * scale);
    upper.push((value + reach) * scale);
    if (at % CHECK_ROWS === CHECK_ROWS - 1) await turn();
  }
  return { expected, lower, upper };
}
