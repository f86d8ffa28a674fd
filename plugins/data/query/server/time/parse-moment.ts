import type { Unit } from './calendar.ts';
import { DAY_MS, add, lastDay, truncate, utc } from './calendar.ts';
import { applyDelta, parseDelta } from './parse-delta.ts';
import { TimeRangeError } from './time-range-error.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH = '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY = '(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';

const monthOf = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase());

function clock(hour = '0', minute = '0', second = '0', half?: string): number {
  let hours = Number(hour);
  if (half) hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0);
  return hours * 3_600_000 + Number(minute) * 60_000 + Math.round(Number(second) * 1000);
}

/** A calendar day that exists, or undefined (31 February). */
function day(year: number, month: number, date: number): number | undefined {
  const ms = utc(year, month, date);
  const back = new Date(ms);
  return back.getUTCMonth() === month && back.getUTCDate() === date ? ms : undefined;
}

function parseIso(text: string): number | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (match) {
    const [, year, month, date, hour, minute, second, zone] = match;
    const start = day(Number(year), Number(month ?? 1) - 1, Number(date ?? 1));
    if (start === undefined) return undefined;
    const offset = zone && !/z/i.test(zone) ? (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000 : 0;
    return start + clock(hour, minute, second) - offset;
  }
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return compact ? day(Number(compact[1]), Number(compact[2]) - 1, Number(compact[3])) : undefined;
}

/** Dates in words and slashes; missing parts are those of 1 January of the current year. */
function parseWritten(text: string, now: number): number | undefined {
  const year = new Date(now).getUTCFullYear();
  const time = /^(.*?)[\s,]*\b(\d{1,2})(?::(\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*(am|pm)$|^(.*?)[\s,]*\b(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/i.exec(text);
  if (time) {
    const rest = (time[1] ?? time[6] ?? '').trim();
    const base = rest === '' ? utc(year, 0, 1) : (parseIso(rest) ?? parseWritten(rest, now));
    return base === undefined ? undefined : base + (time[5] ? clock(time[2], time[3], time[4], time[5]) : clock(time[7], time[8], time[9]));
  }
  const monthFirst = new RegExp(`^${MONTH}\\.?(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?)?(?:,?\\s+(\\d{4}))?$`, 'i').exec(text);
  if (monthFirst) return day(Number(monthFirst[3] ?? year), monthOf(monthFirst[1]!), Number(monthFirst[2] ?? 1));
  const dayFirst = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH}\\.?(?:,?\\s+(\\d{4}))?$`, 'i').exec(text);
  if (dayFirst) return day(Number(dayFirst[3] ?? year), monthOf(dayFirst[2]!), Number(dayFirst[1]));
  const slashes = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  if (slashes) {
    const [first, second] = [Number(slashes[1]), Number(slashes[2])];
    return first > 12 ? day(Number(slashes[3]), second - 1, first) : day(Number(slashes[3]), first - 1, second);
  }
  const weekday = new RegExp(`^${WEEKDAY}$`, 'i').exec(text);
  if (weekday) return nextWeekday(utc(year, 0, 1), WEEKDAYS.indexOf(weekday[1]!.slice(0, 3).toLowerCase()));
  const lone = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return lone >= 1 && lone <= 31 ? day(year, 0, lone) : undefined;
}

function nextWeekday(from: number, weekday: number): number {
  return from + ((weekday - new Date(from).getUTCDay() + 7) % 7) * DAY_MS;
}

/** Phrases relative to now. */
function parseRelative(text: string, now: number): number | undefined {
  const today = truncate(now, 'day');
  const fixed: Readonly<Record<string, number>> = {
    now,
    today,
    midnight: today,
    noon: today + DAY_MS / 2,
    yesterday: today - DAY_MS,
    tomorrow: today + DAY_MS,
    eom: lastDay(now, 'month'),
    'end of month': lastDay(now, 'month'),
    eoy: lastDay(now, 'year'),
    'end of year': lastDay(now, 'year'),
    'last week': today - 7 * DAY_MS,
    'next week': today + 7 * DAY_MS,
    'this month': lastDay(now, 'month'),
    'last month': truncate(add(now, -1, 'month'), 'month'),
    'next month': truncate(add(now, 1, 'month'), 'month'),
    'last year': truncate(add(now, -1, 'year'), 'year'),
    'next year': truncate(add(now, 1, 'year'), 'year'),
  };
  if (Object.hasOwn(fixed, text)) return fixed[text];
  const weekday = new RegExp(`^(last|next|this)\\s+${WEEKDAY}$`, 'i').exec(text);
  if (weekday) {
    const wanted = WEEKDAYS.indexOf(weekday[2]!.slice(0, 3).toLowerCase());
    return weekday[1] === 'last' ? nextWeekday(today - 7 * DAY_MS, wanted) : nextWeekday(weekday[1] === 'next' ? today + DAY_MS : today, wanted);
  }
  const delta = parseDelta(text);
  if (!delta) return undefined;
  if (delta.direction === 'none') {
    throw new TimeRangeError(`Time string is ambiguous. Please specify [${text} ago] or [${text} later].`);
  }
  const smallest = delta.parts.every(([, unit]) => !isClock(unit));
  return applyDelta(smallest ? today : now, delta);
}

function isClock(unit: Unit): boolean {
  return unit === 'second' || unit === 'minute' || unit === 'hour';
}

/** Reads a moment people write; rejects with a text for them. */
export function parseMoment(text: string, now: number): number {
  const trimmed = text.trim();
  const moment = parseIso(trimmed) ?? parseWritten(trimmed, now) ?? parseRelative(trimmed.toLowerCase().replace(/\s+/g, ' '), now);
  if (moment === undefined || Number.isNaN(moment)) throw new TimeRangeError(`Cannot parse time string [${trimmed}]`);
  return moment;
}
