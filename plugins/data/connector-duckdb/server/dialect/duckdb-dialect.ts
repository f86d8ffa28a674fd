import type { SqlDialect } from '@orrery/sdk/server';
import { RESERVED_WORDS } from './reserved-words.ts';

const PLAIN = /^[a-z_][a-z0-9_]*$/;

function identifier(name: string): string {
  return PLAIN.test(name) && !RESERVED_WORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return "'NaN'::DOUBLE";
    if (!Number.isFinite(value)) return `'${value > 0 ? '' : '-'}Infinity'::DOUBLE`;
    return Object.is(value, -0) ? '0' : String(value);
  }
  return `'${value.replaceAll("'", "''")}'`;
}

const truncate = (unit: string) => (expression: string) => `DATE_TRUNC('${unit}', ${expression})`;

/** How DuckDB writes SQL. */
export const duckDbDialect: SqlDialect = {
  name: 'duckdb',
  identifier,
  literal,
  timestamp(ms, columnType) {
    const iso = new Date(ms).toISOString();
    const text = `'${iso.slice(0, 10)} ${iso.slice(11, 23)}000'`;
    // An untyped text would be cut to its day beside a DATE column.
    return /^date$/i.test(columnType ?? '') && ms % 86_400_000 !== 0 ? `TIMESTAMP ${text}` : text;
  },
  timeGrains: {
    PT1S: truncate('second'),
    PT1M: truncate('minute'),
    PT1H: truncate('hour'),
    P1D: truncate('day'),
    P1W: truncate('week'),
    P1M: truncate('month'),
    P3M: truncate('quarter'),
    P1Y: truncate('year'),
  },
  fromEpoch: (expression, unit) => (unit === 's' ? `make_timestamp(CAST(${expression} AS BIGINT) * 1000000)` : `make_timestamp_ms(CAST(${expression} AS BIGINT))`),
  limit: (sql, rows, offset) => `${sql}\nLIMIT ${rows}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  ilike: (expression, pattern) => `${expression} ILIKE ${pattern}`,
  qualify: (table) => [table.catalog, table.schema, table.name].filter((part): part is string => Boolean(part)).map(identifier).join('.'),
};
