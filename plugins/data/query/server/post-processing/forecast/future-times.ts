import { DAY_MS, add, lastDay, truncate } from '../../time/calendar.ts';

/** The instant after another one, in steps of a grain. */
type Next = (ms: number) => number;

const every = (ms: number): Next => (at) => at + ms;
const MINUTE_MS = 60_000;

/** The next such day of the week (Sunday is 0), at the same time of day. */
const weekday = (day: number): Next => (at) => at + (((day - new Date(at).getUTCDay() + 6) % 7) + 1) * DAY_MS;

/** The next last day of a unit. */
function endOf(unit: 'month' | 'quarter' | 'year'): Next {
  return (at) => {
    const clock = at - truncate(at, 'day');
    const end = lastDay(at, unit) + clock;
    return end > at ? end : lastDay(add(truncate(at, unit), 1, unit), unit) + clock;
  };
}

const STEPS: Readonly<Record<string, Next>> = {
  PT1S: every(1000),
  PT1M: every(MINUTE_MS),
  PT5M: every(5 * MINUTE_MS),
  PT10M: every(10 * MINUTE_MS),
  PT15M: every(15 * MINUTE_MS),
  PT30M: every(30 * MINUTE_MS),
  PT1H: every(60 * MINUTE_MS),
  P1D: every(DAY_MS),
  P1W: weekday(0),
  P1M: endOf('month'),
  P3M: endOf('quarter'),
  P1Y: endOf('year'),
  '1969-12-28T00:00:00Z/P1W': weekday(0),
  '1969-12-29T00:00:00Z/P1W': weekday(1),
  'P1W/1970-01-03T00:00:00Z': weekday(6),
  'P1W/1970-01-04T00:00:00Z': weekday(0),
};

/** The instants of a grain after `last`: weeks on their day, months, quarters and years on their last (contract §6); undefined for other grains. */
export function futureTimes(last: number, grain: string, count: number): readonly number[] | undefined {
  const next = Object.hasOwn(STEPS, grain) ? STEPS[grain] : undefined;
  if (!next) return undefined;
  const times: number[] = [];
  for (let at = last; times.length < count; ) times.push((at = next(at)));
  return times;
}
