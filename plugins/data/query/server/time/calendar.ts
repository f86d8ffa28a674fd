/** Units of time ranges, smallest first. */
export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof UNITS)[number];

export const DAY_MS = 86_400_000;

const FIXED_MS: Readonly<Partial<Record<Unit, number>>> = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };

/** Moves an instant by whole units; months and longer end at the month's last day at the latest. */
export function add(ms: number, count: number, unit: Unit): number {
  const fixed = FIXED_MS[unit];
  if (fixed !== undefined) return ms + count * fixed;
  const months = count * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
  const date = new Date(ms);
  const clock = ms - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const first = utc(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return first + (Math.min(date.getUTCDate(), daysInMonth(first)) - 1) * DAY_MS + clock;
}

/** `Date.UTC` without its rule for two-digit years. */
export function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function daysInMonth(ms: number): number {
  const date = new Date(ms);
  return new Date(utc(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Start of the unit an instant lies in; weeks start on Monday. */
export function truncate(ms: number, unit: Unit): number {
  const date = new Date(ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'week':
      return utc(year, month, day) - ((date.getUTCDay() + 6) % 7) * DAY_MS;
    case 'month':
      return utc(year, month, 1);
    case 'quarter':
      return utc(year, month - (month % 3), 1);
    case 'year':
      return utc(year, 0, 1);
    default: {
      const size = FIXED_MS[unit] ?? DAY_MS;
      return Math.floor(ms / size) * size;
    }
  }
}

/** Midnight of the last day of the unit an instant lies in. */
export function lastDay(ms: number, unit: 'week' | 'month' | 'quarter' | 'year'): number {
  return add(truncate(ms, unit), 1, unit) - DAY_MS;
}
