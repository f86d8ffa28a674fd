import { timeFormat as d3TimeFormat, utcFormat } from 'd3-time-format';
import { timeBucket } from './time-bucket.ts';

/** Formats epoch milliseconds; null prints "null" (contract §11.2). @public */
export type TimeFormat = (value: number | null | undefined) => string;

type Boundary = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** The finest unit on whose boundary the instant does not lie, in UTC. */
function levelOf(date: Date): Boundary {
  if (date.getUTCMilliseconds() !== 0) return 'millisecond';
  if (date.getUTCSeconds() !== 0) return 'second';
  if (date.getUTCMinutes() !== 0) return 'minute';
  if (date.getUTCHours() !== 0) return 'hour';
  if (date.getUTCDate() !== 1) return date.getUTCDay() === 0 ? 'week' : 'day';
  return date.getUTCMonth() === 0 ? 'year' : 'month';
}

function smart(patterns: Readonly<Record<Boundary, string>>): (date: Date) => string {
  const formats = Object.fromEntries(Object.entries(patterns).map(([level, pattern]) => [level, utcFormat(pattern)])) as Record<Boundary, (date: Date) => string>;
  return (date) => formats[levelOf(date)](date);
}

/** Adaptive formats: how much is said depends on how round the instant is. */
const NAMED: Readonly<Record<string, () => (date: Date) => string>> = {
  smart_date: () => smart({ millisecond: '.%Lms', second: ':%Ss', minute: '%-I:%M', hour: '%-I %p', day: '%a %d', week: '%b %d', month: '%B', year: '%Y' }),
  smart_date_verbose: () =>
    smart({ millisecond: '.%L', second: '%a %b %-d, %-I:%M:%S %p', minute: '%a %b %-d, %-I:%M %p', hour: '%a %b %-d, %-I %p', day: '%a %b %-e', week: '%a %b %-e', month: '%b %Y', year: '%Y' }),
  smart_date_detailed: () =>
    smart({ millisecond: '%Y-%m-%d %H:%M:%S.%L', second: '%Y-%m-%d %H:%M:%S', minute: '%Y-%m-%d %H:%M', hour: '%Y-%m-%d %H:%M', day: '%Y-%m-%d', week: '%Y-%m-%d', month: '%Y-%m-%d', year: '%Y' }),
};

/** Patterns of buckets when no format was chosen. */
const BY_GRAIN: Readonly<Record<string, string>> = {
  PT1S: '%Y-%m-%d %H:%M:%S',
  PT5S: '%Y-%m-%d %H:%M:%S',
  PT30S: '%Y-%m-%d %H:%M:%S',
  PT1M: '%Y-%m-%d %H:%M',
  PT5M: '%Y-%m-%d %H:%M',
  PT10M: '%Y-%m-%d %H:%M',
  PT15M: '%Y-%m-%d %H:%M',
  PT30M: '%Y-%m-%d %H:%M',
  PT1H: '%Y-%m-%d %H:00',
  PT6H: '%Y-%m-%d %H:00',
  P1D: '%Y-%m-%d',
  P1W: '%Y-%m-%d',
  '1969-12-28T00:00:00Z/P1W': '%Y-%m-%d',
  '1969-12-29T00:00:00Z/P1W': '%Y-%m-%d',
  'P1W/1970-01-03T00:00:00Z': '%Y-%m-%d',
  'P1W/1970-01-04T00:00:00Z': '%Y-%m-%d',
  P1M: '%b %Y',
  P3M: '%Y Q%q',
  P1Y: '%Y',
};

const cache = new Map<string, TimeFormat>();

/** The formatter of a format id: `smart_date…` or a strftime pattern; `local!` in front formats in the browser's zone. @public */
export function timeFormat(id?: string | null): TimeFormat {
  const key = id || 'smart_date';
  const known = cache.get(key);
  if (known) return known;
  const format = NAMED[key]?.() ?? (key.startsWith('local!') ? d3TimeFormat(key.slice(6)) : utcFormat(key));
  const made: TimeFormat = (value) => (value === null || value === undefined ? String(value) : format(new Date(value)));
  cache.set(key, made);
  return made;
}

/**
 * The formatter for the buckets of a time grain, for tooltips and tables: the whole bucket as `a — b`, or once when both
 * texts agree (contract §11.2). Without `pattern` the grain chooses; `smart_date_verbose` when the grain is unknown. @public
 */
export function grainTimeFormat(grain: string | null | undefined, pattern?: string): TimeFormat {
  const known = grain ? BY_GRAIN[grain] : undefined;
  const format = timeFormat(pattern || known || 'smart_date_verbose');
  if (!grain) return format;
  return (value) => {
    const bucket = value === null || value === undefined ? undefined : timeBucket(value, grain);
    if (!bucket) return format(value);
    const [start, end] = [format(bucket.start), format(bucket.end)];
    return start === end ? start : `${start} — ${end}`;
  };
}
