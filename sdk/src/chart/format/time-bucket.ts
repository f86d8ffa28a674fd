/** The first and last instant of a bucket, epoch ms UTC. */
export interface TimeBucket {
  readonly start: number;
  readonly end: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Grains of a fixed length that need not begin on a boundary. */
const LENGTHS: Readonly<Record<string, number>> = {
  PT1S: SECOND,
  PT5S: 5 * SECOND,
  PT30S: 30 * SECOND,
  PT1M: MINUTE,
  PT5M: 5 * MINUTE,
  PT10M: 10 * MINUTE,
  PT15M: 15 * MINUTE,
  PT30M: 30 * MINUTE,
  PT1H: HOUR,
  PT6H: 6 * HOUR,
};

/** Days before and after the day of the value. */
const DAYS: Readonly<Record<string, readonly [before: number, after: number]>> = {
  P1D: [0, 0],
  P1W: [0, 6],
  '1969-12-28T00:00:00Z/P1W': [0, 6],
  '1969-12-29T00:00:00Z/P1W': [0, 6],
  'P1W/1970-01-03T00:00:00Z': [6, 0],
  'P1W/1970-01-04T00:00:00Z': [6, 0],
};

const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 };

/** The bucket a value of a time grain stands for; undefined when the grain is unknown. Week-ending grains count backwards. */
export function timeBucket(value: number, grain: string): TimeBucket | undefined {
  const length = LENGTHS[grain];
  if (length !== undefined) return { start: value, end: value + length - 1 };
  const date = new Date(value);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const days = DAYS[grain];
  if (days) return { start: days[0] === 0 ? value : value - days[0] * DAY, end: Date.UTC(year, month, day + days[1] + 1) - 1 };
  const months = MONTHS[grain];
  return months === undefined ? undefined : { start: value, end: Date.UTC(year, (Math.floor(month / months) + 1) * months) - 1 };
}
