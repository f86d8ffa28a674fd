import type { SqlDialect } from '@orrery/sdk/server';
import { SQLITE_KEYWORDS } from './sqlite-keywords.ts';

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const DAY_MS = 86_400_000;

const identifier = (name: string): string => (PLAIN.test(name) && !SQLITE_KEYWORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`);

function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (Number.isNaN(value)) return 'NULL';
  return Number.isFinite(value) ? String(value) : value > 0 ? '9e999' : '-9e999';
}

/** Times are texts here and compared as such, so a bound is written the way its column is stored. */
function timestamp(ms: number, columnType: string | null): string {
  const iso = new Date(ms).toISOString();
  if (/^date$/i.test(columnType ?? '') && ms % DAY_MS === 0) return `'${iso.slice(0, 10)}'`;
  return `'${iso.slice(0, 10)} ${iso.slice(11, ms % 1000 === 0 ? 19 : 23)}'`;
}

/** Cuts to steps of a part of the clock: `%S` in fives, say. */
const step = (format: string | null, part: string, unit: string, size: number) => (c: string) =>
  `DATETIME(${format === null ? c : `STRFTIME('${format}', ${c})`}, printf('-%d ${unit}', CAST(strftime('${part}', ${c}) AS INT) % ${size}))`;
const cut = (format: string) => (c: string) => `DATETIME(STRFTIME('${format}', ${c}))`;
const startOf = (unit: string) => (c: string) => `DATETIME(${c}, 'start of ${unit}')`;
const minutes = (size: number) => step('%Y-%m-%dT%H:%M:00', '%M', 'minutes', size);
const sundayWeek = (c: string): string => `DATETIME(${c}, 'start of day', -strftime('%w', ${c}) || ' days')`;

/** How SQLite writes SQL. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  identifier,
  literal,
  timestamp,
  timeGrains: {
    PT1S: cut('%Y-%m-%dT%H:%M:%S'),
    PT5S: step(null, '%S', 'seconds', 5),
    PT30S: step(null, '%S', 'seconds', 30),
    PT1M: cut('%Y-%m-%dT%H:%M:00'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    PT1H: cut('%Y-%m-%dT%H:00:00'),
    PT6H: step('%Y-%m-%dT%H:00:00', '%H', 'hours', 6),
    P1D: startOf('day'),
    P1W: sundayWeek,
    P1M: startOf('month'),
    P3M: (c) => `DATETIME(${c}, 'start of month', printf('-%d month', (strftime('%m', ${c}) - 1) % 3))`,
    P1Y: startOf('year'),
    'P1W/1970-01-03T00:00:00Z': (c) => `DATETIME(${c}, 'start of day', 'weekday 6')`,
    'P1W/1970-01-04T00:00:00Z': (c) => `DATETIME(${c}, 'start of day', 'weekday 0')`,
    '1969-12-28T00:00:00Z/P1W': sundayWeek,
    '1969-12-29T00:00:00Z/P1W': (c) => `DATETIME(${c}, 'start of day', '-' || ((strftime('%w', ${c}) + 6) % 7) || ' days')`,
  },
  fromEpoch: (c, unit) => `datetime(${unit === 's' ? c : `${PLAIN.test(c) ? c : `(${c})`}/1000`}, 'unixepoch')`,
  limit: (sql, rows, offset) => `${sql} LIMIT ${rows} OFFSET ${offset}`,
  ilike: (expression, pattern) => `lower(${expression}) LIKE lower(${pattern})`,
  qualify: ({ schema, name }) => [schema, name].filter((part): part is string => Boolean(part)).map(identifier).join('.'),
  isBoolean: (expression, value) => `${expression} IS ${value ? 1 : 0}`,
  // A cast would make a number of the year; functions of time read texts as they are.
  castTimestamp: (expression) => expression,
};
