import type { SqlDialect } from '@orrery/sdk/server';
import { RESERVED_WORDS } from './reserved-words.ts';

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const SIMPLE = /^(?:[\w.]+|"(?:[^"]|"")+")$/;
const TEXT_TYPE = /char|text|string|clob|json/i;

function identifier(name: string): string {
  return PLAIN.test(name) && !RESERVED_WORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return Number.isFinite(value) ? (Object.is(value, -0) ? '0' : String(value)) : 'NULL';
  return `'${value.replaceAll("'", "''")}'`;
}

const stamp = (expression: string): string => `CAST(${expression} AS TIMESTAMP)`;
const truncated = (unit: string) => (expression: string) => `date_trunc('${unit}', ${stamp(expression)})`;
/** Steps of several units, counted from the next larger one. */
const steps = (unit: string, size: number) => (expression: string) => `date_trunc('${unit}', ${stamp(expression)}) - interval '1' ${unit} * (${unit}(${stamp(expression)}) % ${size})`;
const SUNDAY = "date_trunc('week', ";

/** How Trino and Presto write SQL (contract §4.3, §4.4). */
export const trinoDialect: SqlDialect = {
  name: 'trino',
  identifier,
  literal,
  timestamp(ms, columnType) {
    const iso = new Date(ms).toISOString();
    const day = iso.slice(0, 10);
    const type = columnType ?? '';
    if (/^date/i.test(type)) return `DATE '${day}'`;
    const instant = `'${day} ${iso.slice(11, 23)}000'`;
    return TEXT_TYPE.test(type) ? instant : `TIMESTAMP ${instant}`;
  },
  timeGrains: {
    PT1S: truncated('second'),
    PT5S: steps('second', 5),
    PT30S: steps('second', 30),
    PT1M: truncated('minute'),
    PT5M: steps('minute', 5),
    PT10M: steps('minute', 10),
    PT15M: steps('minute', 15),
    PT30M: steps('minute', 30),
    PT1H: truncated('hour'),
    PT6H: steps('hour', 6),
    P1D: truncated('day'),
    P1W: truncated('week'),
    P1M: truncated('month'),
    P3M: truncated('quarter'),
    P1Y: truncated('year'),
    '1969-12-28T00:00:00Z/P1W': (c) => `${SUNDAY}${stamp(c)} + interval '1' day) - interval '1' day`,
    '1969-12-29T00:00:00Z/P1W': truncated('week'),
    'P1W/1970-01-03T00:00:00Z': (c) => `${SUNDAY}${stamp(c)} + interval '1' day) + interval '5' day`,
    'P1W/1970-01-04T00:00:00Z': (c) => `date_trunc('week', ${stamp(c)}) + interval '6' day`,
  },
  fromEpoch: (expression, unit) => `from_unixtime(${unit === 's' ? expression : `${SIMPLE.test(expression) ? expression : `(${expression})`}/1000`})`,
  // OFFSET stands before LIMIT.
  limit: (sql, rows, offset) => `${sql}${offset > 0 ? `\nOFFSET ${offset}` : ''}\nLIMIT ${rows}`,
  ilike: (expression, pattern) => `lower(${expression}) LIKE lower(${pattern})`,
  qualify: (table) => [table.catalog, table.schema, table.name].filter((part): part is string => Boolean(part)).map(identifier).join('.'),
  // There is no `IS TRUE`.
  isBoolean: (expression, value) => `${expression} = ${value}`,
};
