import type { SqlDialect } from '@orrery/sdk/server';
import { RESERVED_WORDS } from './reserved-words.ts';

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const SIMPLE = /^(?:[\w.]+|"(?:[^"\\]|\\.|"")+")$/;
const TEXT_TYPE = /char|text|string|clob/i;
const DATE_TYPE = /^(?:\w+\()*date(?:32)?\)*$/i;
/** What DateTime and Date hold; instants beyond need their wider brothers. */
const FIRST = 0;
const AFTER_DATETIME = Date.UTC(2106, 0, 1);
const AFTER_DATE = Date.UTC(2149, 0, 1);

function identifier(name: string): string {
  return PLAIN.test(name) && !RESERVED_WORDS.has(name) ? name : `"${name.replaceAll('\\', '\\\\').replaceAll('"', '""')}"`;
}

/** A backslash is an escape inside quotes, so that it must be doubled. */
function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return Number.isFinite(value) ? (Object.is(value, -0) ? '0' : String(value)) : 'NULL';
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`;
}

const grain = (name: string) => (expression: string) => `${name}(toDateTime(${expression}))`;
const minutes = (count: number) => (expression: string) => `toDateTime(intDiv(toUInt32(toDateTime(${expression})), ${count * 60})*${count * 60})`;

/** How ClickHouse writes SQL (contract §4.3, §4.4). Statements run with the settings of `query-settings.ts`, under which columns hide aliases. */
export const clickhouseDialect: SqlDialect = {
  name: 'clickhouse',
  identifier,
  literal,
  timestamp(ms, columnType) {
    const iso = new Date(ms).toISOString();
    const day = iso.slice(0, 10);
    const type = columnType ?? '';
    if (DATE_TYPE.test(type)) return ms >= FIRST && ms < AFTER_DATE ? `toDate('${day}')` : `toDate32('${day}')`;
    if (TEXT_TYPE.test(type)) return `'${day} ${iso.slice(11, 23)}000'`;
    const isNarrow = ms >= FIRST && ms < AFTER_DATETIME && ms % 1000 === 0;
    return isNarrow ? `toDateTime('${day} ${iso.slice(11, 19)}')` : `toDateTime64('${day} ${iso.slice(11, 23)}', 3)`;
  },
  timeGrains: {
    PT1M: grain('toStartOfMinute'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    PT1H: grain('toStartOfHour'),
    P1D: grain('toStartOfDay'),
    P1W: grain('toMonday'),
    P1M: grain('toStartOfMonth'),
    P3M: grain('toStartOfQuarter'),
    P1Y: grain('toStartOfYear'),
  },
  fromEpoch: (expression, unit) => `toDateTime(${unit === 's' ? expression : `intDiv(${SIMPLE.test(expression) ? expression : `(${expression})`}, 1000)`})`,
  limit: (sql, rows, offset) => `${sql}\nLIMIT ${rows}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  ilike: (expression, pattern) => `${expression} ILIKE ${pattern}`,
  qualify: (table) => [table.schema, table.name].filter((part): part is string => Boolean(part)).map(identifier).join('.'),
  castText: (expression) => `toString(${expression})`,
  castTimestamp: (expression) => `parseDateTime64BestEffortOrNull(${expression}, 3)`,
  // `IS TRUE` is younger than the servers we serve.
  isBoolean: (expression, value) => `${expression} = ${value}`,
  orderByExpression: 'shadowed',
};
