import type { Unit } from './calendar.ts';
import { DAY_MS, add, lastDay, truncate } from './calendar.ts';
import { applyDelta, parseDelta } from './parse-delta.ts';
import { TimeRangeError } from './time-range-error.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOUR_MS = 3_600_000;

/** Part of a pattern: a day of the week. */
export const WEEKDAY = '(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const NAMED_DAY = new RegExp(`^(last|next|this)\\s+${WEEKDAY}$`);
const SPAN = /^(last|prior|previous|past|next)\s+(?:(\d+)\s+)?(second|minute|hour|day|week|month|quarter|year)s?$/;

/** Number of a day of the week; Sunday is 0. */
export const weekdayOf = (text: string): number => WEEKDAYS.indexOf(text.slice(0, 3).toLowerCase());

const isClock = (unit: Unit): boolean => unit === 'second' || unit === 'minute' || unit === 'hour';

/** Words for moments. Weeks end on their Friday here and days at five, as in offices. */
const WORDS: Readonly<Record<string, (now: number, today: number) => number>> = {
  now: (now) => now,
  today: (_, today) => today,
  midnight: (_, today) => today,
  noon: (_, today) => today + 12 * HOUR_MS,
  tonight: (_, today) => today + 21 * HOUR_MS,
  eod: (_, today) => today + 17 * HOUR_MS,
  'end of day': (_, today) => today + 17 * HOUR_MS,
  yesterday: (_, today) => today - DAY_MS,
  tomorrow: (_, today) => today + DAY_MS,
  'day before yesterday': (_, today) => today - 2 * DAY_MS,
  'day after tomorrow': (_, today) => today + 2 * DAY_MS,
  'last hour': (now) => truncate(now, 'hour') - HOUR_MS,
  'this hour': (now) => truncate(now, 'hour'),
  'next hour': (now) => truncate(now, 'hour') + HOUR_MS,
  'this week': (_, today) => truncate(today, 'week') + 4 * DAY_MS,
  'end of week': (_, today) => truncate(today, 'week') + 4 * DAY_MS,
  eom: (now) => lastDay(now, 'month'),
  'end of month': (now) => lastDay(now, 'month'),
  'this month': (now) => lastDay(now, 'month'),
  'last month': (now) => truncate(add(now, -1, 'month'), 'month'),
  'previous month': (now) => truncate(add(now, -1, 'month'), 'month'),
  'next month': (now) => truncate(add(now, 1, 'month'), 'month'),
  eoy: (now) => lastDay(now, 'year'),
  'end of year': (now) => lastDay(now, 'year'),
  'this year': (now) => lastDay(now, 'year'),
  'last year': (now) => truncate(add(now, -1, 'year'), 'year'),
  'previous year': (now) => truncate(add(now, -1, 'year'), 'year'),
  'next year': (now) => truncate(add(now, 1, 'year'), 'year'),
};

/** Reads a phrase relative to now, in lower case; undefined for anything else. Throws TimeRangeError for a length without a direction. */
export function parseRelative(text: string, now: number): number | undefined {
  const today = truncate(now, 'day');
  if (Object.hasOwn(WORDS, text)) return WORDS[text]!(now, today);
  const named = NAMED_DAY.exec(text);
  if (named) {
    // Weeks start on Monday; `last` is the nearest such day before today.
    const day = truncate(today, 'week') + ((weekdayOf(named[2]!) + 6) % 7) * DAY_MS;
    if (named[1] === 'this') return day;
    return named[1] === 'next' ? day + 7 * DAY_MS : day < today ? day : day - 7 * DAY_MS;
  }
  const span = SPAN.exec(text);
  if (span && (span[2] !== undefined || span[3] === 'day' || span[3] === 'week')) {
    const unit = span[3] as Unit;
    return add(isClock(unit) ? now : today, (span[1] === 'next' ? 1 : -1) * Number(span[2] ?? 1), unit);
  }
  const delta = parseDelta(text);
  if (!delta) return undefined;
  if (delta.direction === 'none') {
    throw new TimeRangeError(`Time string is ambiguous. Please specify [${text} ago] or [${text} later].`);
  }
  const isDays = delta.parts.every(([, unit]) => !isClock(unit)) && !text.endsWith('from now');
  return applyDelta(isDays ? today : now, delta);
}
