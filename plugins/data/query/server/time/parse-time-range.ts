import type { Unit } from './calendar.ts';
import { add, lastDay, truncate } from './calendar.ts';
import { evaluateExpression, isExpression } from './evaluate-expression.ts';
import { applyDelta, parseDelta } from './parse-delta.ts';
import { parseMoment } from './parse-moment.ts';
import { TimeRangeError } from './time-range-error.ts';

/** Bounds as epoch ms UTC; `since` belongs to the range, `until` does not; null is open. */
export interface TimeBounds {
  readonly since: number | null;
  readonly until: number | null;
}

/** What a range is read against. */
export interface TimeRangeOptions {
  /** Epoch ms. */
  readonly now: number;
  readonly relativeStart?: string | undefined;
  readonly relativeEnd?: string | undefined;
}

export const NO_FILTER = 'No filter';
const SEPARATOR = ' : ';
const RELATIVE = /^(last|prior|next|this)(?:\s+(\d+))?\s+(second|minute|hour|day|week|month|quarter|year)s?$/i;
const EDGE = /^(start of|beginning of|end of)\s+(last|prior|next|this)(?:\s+(\d+))?\s+(day|week|month|quarter|year)s?$/i;
const PREVIOUS = /^previous calendar (week|month|quarter|year)$/;
const CURRENT = /^Current (day|week|month|quarter|year)$/;
const SUB_DAY = /^(?:second|minute|hour)$/i;

function shiftOf(word: string, count: string | undefined): number {
  const n = Number(count ?? 1);
  return /last|prior/i.test(word) ? -n : /next/i.test(word) ? n : 0;
}

function parseSide(text: string, options: TimeRangeOptions): number | null {
  const side = text.trim();
  if (side === '') return null;
  const { now } = options;
  const today = truncate(now, 'day');
  const base = options.relativeStart === 'now' ? now : today;
  if (isExpression(side)) return evaluateExpression(side, now);
  const relative = RELATIVE.exec(side);
  if (relative) {
    const unit = relative[3]!.toLowerCase() as Unit;
    return add(SUB_DAY.test(unit) ? now : base, shiftOf(relative[1]!, relative[2]), unit);
  }
  const edge = EDGE.exec(side);
  if (edge) {
    const unit = edge[4]!.toLowerCase() as Exclude<Unit, 'second' | 'minute' | 'hour'>;
    const shifted = add(today, shiftOf(edge[2]!, edge[3]), unit);
    if (!/^end/i.test(edge[1]!)) return truncate(shifted, unit);
    return unit === 'day' ? truncate(shifted, 'day') : lastDay(shifted, unit);
  }
  return parseMoment(side, now);
}

/** Forms without a separator are shorthands for two sides. */
function expand(text: string, options: TimeRangeOptions): string | TimeBounds {
  const { now, relativeStart = 'today', relativeEnd = 'today' } = options;
  if (text.includes(SEPARATOR)) return text;
  if (text.startsWith('Last')) {
    // The last n hours end now: ending at midnight they would be empty.
    const isSubDay = SUB_DAY.test(RELATIVE.exec(text.trim())?.[3] ?? '');
    return `${text}${SEPARATOR}${isSubDay && options.relativeEnd === undefined ? 'now' : relativeEnd}`;
  }
  if (text.startsWith('Next')) return `${relativeStart}${SEPARATOR}${text}`;
  const previous = PREVIOUS.exec(text);
  if (previous) {
    const unit = previous[1] as Unit;
    return { since: truncate(add(truncate(now, unit), -1, unit), unit), until: truncate(now, unit) };
  }
  const current = CURRENT.exec(text);
  if (current) {
    const unit = current[1] as Unit;
    return { since: truncate(now, unit), until: add(truncate(now, unit), 1, unit) };
  }
  return { since: null, until: truncate(now, 'day') };
}

/** Reads a time range (contract §5); throws TimeRangeError with a text for the user. */
export function parseTimeRange(text: string | null | undefined, options: TimeRangeOptions): TimeBounds {
  if (text === NO_FILTER) return { since: null, until: null };
  if (!text) return { since: null, until: parseSide(options.relativeEnd ?? 'today', options) };
  const expanded = expand(text, options);
  const bounds =
    typeof expanded === 'string'
      ? {
          since: parseSide(expanded.slice(0, expanded.indexOf(SEPARATOR)), options),
          until: parseSide(expanded.slice(expanded.indexOf(SEPARATOR) + SEPARATOR.length), options),
        }
      : expanded;
  return ordered(bounds);
}

/** The old pair of `since` and `until`. */
export function parseSinceUntil(since: string | undefined, until: string | undefined, options: TimeRangeOptions): TimeBounds {
  const start = since ? parseSince(since, options) : null;
  return ordered({ since: start, until: parseSide(until ?? options.relativeEnd ?? 'today', options) });
}

function parseSince(since: string, options: TimeRangeOptions): number {
  const delta = parseDelta(since);
  return delta?.direction === 'none' ? applyDelta(truncate(options.now, 'day'), delta, 'back') : (parseSide(since, options) ?? parseMoment(since, options.now));
}

/** Moves both bounds back by a delta, whatever its own direction (contract §5.4). */
export function shiftBack(bounds: TimeBounds, shift: string): TimeBounds {
  const delta = parseDelta(shift);
  if (!delta) throw new TimeRangeError(`Cannot parse time shift [${shift}]`);
  const move = (ms: number | null): number | null => (ms === null ? null : applyDelta(ms, delta, 'back'));
  return withinCalendar({ since: move(bounds.since), until: move(bounds.until) });
}

/** `extras.instant_time_comparison_range`: r by the range's own length, y, m, w by a year, month, week. */
export function shiftInstant(bounds: TimeBounds, range: string): TimeBounds {
  const { since, until } = bounds;
  if (since === null || until === null) return bounds;
  if (range === 'r') return withinCalendar({ since: since - (until - since), until: since });
  const unit: Unit | undefined = range === 'y' ? 'year' : range === 'm' ? 'month' : range === 'w' ? 'week' : undefined;
  return unit ? withinCalendar({ since: add(since, -1, unit), until: add(until, -1, unit) }) : bounds;
}

function ordered(bounds: TimeBounds): TimeBounds {
  if (bounds.since !== null && bounds.until !== null && bounds.since > bounds.until) {
    throw new TimeRangeError('From date cannot be larger than to date');
  }
  return withinCalendar(bounds);
}

/** Engines know dates of the years 1 to 9999. */
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** The bounds themselves; throws TimeRangeError when they lie beyond. */
export function withinCalendar(bounds: TimeBounds): TimeBounds {
  for (const ms of [bounds.since, bounds.until]) {
    if (ms !== null && !(ms >= EARLIEST && ms <= LATEST)) throw new TimeRangeError('The date is out of range: its year must lie between 1 and 9999');
  }
  return bounds;
}
