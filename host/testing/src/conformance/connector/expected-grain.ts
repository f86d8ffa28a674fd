const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What begins a week where the grain does not say it. */
export type WeekStart = 'monday' | 'sunday';

const step = (size: number) => (ms: number) => Math.floor(ms / size) * size;

function month(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
}

/** First day of the week; `first` counts from Sunday. */
function week(ms: number, first: number): number {
  const day = step(DAY)(ms);
  return day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY;
}

const SIZES: Readonly<Record<string, number>> = {
  PT1S: SECOND, PT5S: 5 * SECOND, PT30S: 30 * SECOND, PT1M: MINUTE, PT5M: 5 * MINUTE, PT10M: 10 * MINUTE, PT15M: 15 * MINUTE, PT30M: 30 * MINUTE, 'PT0.5H': 30 * MINUTE, PT1H: HOUR, PT6H: 6 * HOUR, P1D: DAY,
};

/** An instant truncated to a grain, computed here; undefined for grains this suite does not know. */
export function expectedGrain(grain: string, weekStart: WeekStart): ((ms: number) => number) | undefined {
  const size = SIZES[grain];
  if (size !== undefined) return step(size);
  switch (grain) {
    case 'P1W':
      return (ms) => week(ms, weekStart === 'monday' ? 1 : 0);
    case '1969-12-28T00:00:00Z/P1W':
      return (ms) => week(ms, 0);
    case '1969-12-29T00:00:00Z/P1W':
      return (ms) => week(ms, 1);
    case 'P1W/1970-01-03T00:00:00Z':
      return (ms) => week(ms, 0) + 6 * DAY;
    case 'P1W/1970-01-04T00:00:00Z':
      return (ms) => week(ms, 1) + 6 * DAY;
    case 'P1M':
      return (ms) => month(ms, 1);
    case 'P3M':
      return (ms) => month(ms, 3);
    case 'P1Y':
      return (ms) => month(ms, 12);
    default:
      return undefined;
  }
}
