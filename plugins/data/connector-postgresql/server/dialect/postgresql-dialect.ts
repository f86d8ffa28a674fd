import type { SqlDialect } from '@orrery/sdk/server';
import { RESERVED_WORDS } from './reserved-words.ts';

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const SIMPLE = /^(?:[\w.]+|"(?:[^"]|"")+")$/;
const TEXT_TYPE = /char|text|string|clob/i;

function identifier(name: string): string {
  return PLAIN.test(name) && !RESERVED_WORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Sessions have standard_conforming_strings on, so that a backslash is only a backslash. */
function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return "'NaN'::float8";
    if (!Number.isFinite(value)) return `'${value > 0 ? '' : '-'}Infinity'::float8`;
    return Object.is(value, -0) ? '0' : String(value);
  }
  return `'${value.replaceAll("'", "''")}'`;
}

const truncate = (unit: string) => (expression: string) => `DATE_TRUNC('${unit}', ${expression})`;
const steps = (outer: string, unit: string, step: number) => (expression: string) =>
  `DATE_TRUNC('${outer}', ${expression}) + INTERVAL '${step} ${unit}s' * FLOOR(EXTRACT(${unit.toUpperCase()} FROM ${expression}) / ${step})`;

/** How PostgreSQL writes SQL (contract §4.3, §4.4). */
export const postgresqlDialect: SqlDialect = {
  name: 'postgresql',
  maxIdentifierLength: 63,
  identifier,
  literal,
  timestamp(ms, columnType) {
    const iso = new Date(ms).toISOString();
    const day = iso.slice(0, 10);
    const instant = `'${day} ${iso.slice(11, 23)}000'`;
    if (/^date$/i.test(columnType ?? '')) return `TO_DATE('${day}', 'YYYY-MM-DD')`;
    if (TEXT_TYPE.test(columnType ?? '')) return instant;
    return `TO_TIMESTAMP(${instant}, 'YYYY-MM-DD HH24:MI:SS.US')`;
  },
  timeGrains: {
    PT1S: truncate('second'),
    PT5S: steps('minute', 'second', 5),
    PT30S: steps('minute', 'second', 30),
    PT1M: truncate('minute'),
    PT5M: steps('hour', 'minute', 5),
    PT10M: steps('hour', 'minute', 10),
    PT15M: steps('hour', 'minute', 15),
    PT30M: steps('hour', 'minute', 30),
    PT1H: truncate('hour'),
    P1D: truncate('day'),
    P1W: truncate('week'),
    P1M: truncate('month'),
    P3M: truncate('quarter'),
    P1Y: truncate('year'),
  },
  fromEpoch(expression, unit) {
    const seconds = SIMPLE.test(expression) ? expression : `(${expression})`;
    return `(timestamp 'epoch' + ${unit === 's' ? seconds : `${seconds}/1000`} * interval '1 second')`;
  },
  limit: (sql, rows, offset) => `${sql}\nLIMIT ${rows}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  ilike: (expression, pattern) => `${expression} ILIKE ${pattern}`,
  // The catalog is the database a connection is made to; statements cannot name another one.
  qualify: (table) => [table.schema, table.name].filter((part): part is string => Boolean(part)).map(identifier).join('.'),
  castText: (expression) => `CAST(${expression} AS TEXT)`,
};
