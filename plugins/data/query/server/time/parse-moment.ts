import { DAY_MS, utc } from './calendar.ts';
import { WEEKDAY, parseRelative, weekdayOf } from './parse-relative.ts';
import { TimeRangeError } from './time-range-error.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

const monthOf = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase());

function clock(hour = '0', minute = '0', second = '0', half?: string): number {
  let hours = Number(hour);
  // 25:00 is no time of any day.
  if (hours > 23 || Number(minute) > 59 || Number(second) >= 60) return Number.NaN;
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
  const yearFirst = new RegExp(`^(\\d{4})\\s+${MONTH}$`, 'i').exec(text);
  if (yearFirst) return day(Number(yearFirst[1]), monthOf(yearFirst[2]!), 1);
  const slashes = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (slashes) {
    const [first, second, of] = [Number(slashes[1]), Number(slashes[3]), fullYear(slashes[4]!, year)];
    return first > 12 ? day(of, second - 1, first) : day(of, first - 1, second);
  }
  const turned = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (turned) return day(Number(turned[1]), Number(turned[3]) - 1, Number(turned[4]));
  const named = new RegExp(`^${WEEKDAY},?\\s+(?=.*\\d)(.+)$`, 'i').exec(text);
  if (named) return parseIso(named[2]!) ?? parseWritten(named[2]!, now);
  const weekday = new RegExp(`^${WEEKDAY}$`, 'i').exec(text);
  if (weekday) return nextWeekday(utc(year, 0, 1), weekdayOf(weekday[1]!));
  const lone = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(text)?.[1] ?? 0);
  return lone >= 1 && lone <= 31 ? day(year, 0, lone) : undefined;
}

/** Two digits mean the year of that ending that is nearest to now. */
function fullYear(text: string, year: number): number {
  if (text.length === 4) return Number(text);
  const near = Math.floor(year / 100) * 100 + Number(text);
  return near >= year + 50 ? near - 100 : near < year - 50 ? near + 100 : near;
}

function nextWeekday(from: number, weekday: number): number {
  return from + ((weekday - new Date(from).getUTCDay() + 7) % 7) * DAY_MS;
}

/** `tomorrow at 3pm`, `noon yesterday`. */
function parseDayAndClock(text: string, now: number): number | undefined {
  const match = /^(yesterday|today|tomorrow)\s+(?:at\s+)?(\S.*)$|^(\S.*?)\s+(yesterday|today|tomorrow)$/i.exec(text);
  if (!match) return undefined;
  const [dayWord, clockWord] = [match[1] ?? match[4]!, (match[2] ?? match[3]!).toLowerCase()];
  const start = parseRelative(dayWord.toLowerCase(), now)!;
  if (clockWord === 'noon' || clockWord === 'midnight') return start + (clockWord === 'noon' ? DAY_MS / 2 : 0);
  if (!/^\d{1,2}(?::\d{2}(?::\d{2})?)?\s*(?:am|pm)?$/.test(clockWord) || /^\d+$/.test(clockWord)) return undefined;
  const written = parseWritten(clockWord, now);
  return written === undefined || Number.isNaN(written) ? undefined : start + (((written % DAY_MS) + DAY_MS) % DAY_MS);
}

/** Reads a moment people write; rejects with a text for them. */
export function parseMoment(text: string, now: number): number {
  const trimmed = text.trim();
  const atClock = parseDayAndClock(trimmed, now);
  if (atClock !== undefined) return atClock;
  const moment = parseIso(trimmed) ?? parseWritten(trimmed, now) ?? parseRelative(trimmed.toLowerCase().replace(/\s+/g, ' '), now);
  if (moment === undefined || Number.isNaN(moment)) throw new TimeRangeError(`Cannot parse time string [${trimmed}]`);
  return moment;
}
