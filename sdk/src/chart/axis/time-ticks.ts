import { scaleUtc } from 'd3-scale';
import { timeFormat } from '../format/time-format.ts';
import type { TimeFormat } from '../format/time-format.ts';
import { measureText } from '../text/measure-text.ts';
import type { Tick } from './tick.ts';

/** Where ticks of a time axis may stand. */
export interface TimeAxis {
  /** Epoch ms. */
  readonly domain: readonly [number, number];
  /** Length in px. */
  readonly length: number;
  /** Place of an instant in px; undefined where there is none. */
  readonly place: (time: number) => number | undefined;
  /** A format chosen by hand; undefined says as much as the step needs. */
  readonly format?: TimeFormat;
  readonly font: string;
}

const GAP = 14;
const LEAST_STEP = 34;

/** As many round instants as their labels have room for. */
export function timeTicks(axis: TimeAxis): readonly Tick[] {
  const scale = scaleUtc(axis.domain, [0, 1]);
  let tried = 0;
  for (let count = Math.max(2, Math.floor(axis.length / LEAST_STEP)); count > 1; count -= 1) {
    const times = scale.ticks(count).map(Number);
    // Many counts mean the same step.
    if (times.length === tried) continue;
    tried = times.length;
    const ticks = ticksAt(axis, times);
    if (ticks.length <= count * 2 && hasRoom(ticks, axis.font)) return ticks;
  }
  return ticksAt(axis, scale.ticks(2).map(Number)).slice(0, 1);
}

/** Ticks at given instants when all of their labels fit; undefined otherwise. */
export function fixedTimeTicks(axis: TimeAxis, times: readonly number[]): readonly Tick[] | undefined {
  const ticks = ticksAt(axis, times);
  return hasRoom(ticks, axis.font) ? ticks : undefined;
}

function ticksAt({ place, format }: TimeAxis, times: readonly number[]): readonly Tick[] {
  const placed = times.flatMap((time) => {
    const at = place(time);
    return at === undefined ? [] : [{ time, at }];
  });
  const labels = format ? placed.map(({ time }) => format(time)) : adaptiveLabels(placed.map(({ time }) => time));
  return placed.map(({ at }, index) => ({ at, label: labels[index] ?? '' }));
}

function hasRoom(ticks: readonly Tick[], font: string): boolean {
  return ticks.every((tick, index) => {
    const next = ticks[index + 1];
    return !next || next.at - tick.at >= (measureText(tick.label, font) + measureText(next.label, font)) / 2 + GAP;
  });
}

/** Step of the ticks → what a tick says, what it says at the start of a larger unit, and what the first says when none starts one. */
const LEVELS: readonly { readonly fits: (date: Date) => boolean; usual: string; readonly starts: (date: Date) => boolean; start: string; first: string }[] = [
  { fits: (date) => isMidnight(date) && date.getUTCDate() === 1 && date.getUTCMonth() === 0, usual: '%Y', starts: () => true, start: '%Y', first: '%Y' },
  { fits: (date) => isMidnight(date) && date.getUTCDate() === 1, usual: '%b', starts: (date) => date.getUTCMonth() === 0, start: '%Y', first: '%b %Y' },
  { fits: isMidnight, usual: '%b %-d', starts: (date) => date.getUTCMonth() === 0 && date.getUTCDate() === 1, start: '%Y', first: '%b %-d, %Y' },
  { fits: (date) => Number(date) % 60_000 === 0, usual: '%H:%M', starts: isMidnight, start: '%b %-d', first: '%b %-d, %H:%M' },
  { fits: (date) => Number(date) % 1000 === 0, usual: '%H:%M:%S', starts: isMidnight, start: '%b %-d', first: '%b %-d, %H:%M:%S' },
  { fits: () => true, usual: '%H:%M:%S.%L', starts: isMidnight, start: '%b %-d', first: '%H:%M:%S.%L' },
];

/** Says the larger unit once: `2001 Feb Mar`, or on the first tick where no year begins: `Apr 2001 May Jun`. */
export function adaptiveLabels(times: readonly number[]): readonly string[] {
  const dates = times.map((time) => new Date(time));
  const level = LEVELS.find(({ fits }) => dates.every(fits));
  if (!level) return [];
  const hasStart = dates.some(level.starts);
  return dates.map((date, at) => timeFormat(level.starts(date) ? level.start : at === 0 && !hasStart ? level.first : level.usual)(Number(date)));
}

function isMidnight(date: Date): boolean {
  return Number(date) % 86_400_000 === 0;
}
