import { DAY_MS, utc } from './calendar.ts';

/** The n-th weekday of a month; negative counts from its end. Monday is 1. */
function nth(year: number, month: number, weekday: number, n: number): number {
  if (n < 0) {
    const last = utc(year, month + 1, 0);
    return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * DAY_MS;
  }
  const first = utc(year, month, 1);
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (n - 1) * 7) * DAY_MS;
}

const US: readonly (readonly [string, (year: number) => number])[] = [
  ["new year's day", (year) => utc(year, 0, 1)],
  ['martin luther king jr. day', (year) => nth(year, 0, 1, 3)],
  ["washington's birthday", (year) => nth(year, 1, 1, 3)],
  ['memorial day', (year) => nth(year, 4, 1, -1)],
  ['juneteenth national independence day', (year) => utc(year, 5, 19)],
  ['independence day', (year) => utc(year, 6, 4)],
  ['labor day', (year) => nth(year, 8, 1, 1)],
  ['columbus day', (year) => nth(year, 9, 1, 2)],
  ['veterans day', (year) => utc(year, 10, 11)],
  ['thanksgiving', (year) => nth(year, 10, 4, 4)],
  ['christmas day', (year) => utc(year, 11, 25)],
];

/** First holiday of a year whose name holds `name`; only the United States are known. */
export function findHoliday(name: string, ms: number, country: string): number | undefined {
  if (!/^(?:us|usa|united states)$/i.test(country)) return undefined;
  const year = new Date(ms).getUTCFullYear();
  const wanted = name.toLowerCase();
  const exact = US.find(([title]) => title === wanted);
  return (exact ?? US.find(([title]) => title.includes(wanted)))?.[1](year);
}
