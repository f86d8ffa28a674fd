import type { SqlDialect } from '@orrery/sdk/server';
import { RESERVED_WORDS } from './reserved-words.ts';

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const SIMPLE = /^(?:[\w.]+|`(?:[^`]|``)+`)$/;
const TEXT_TYPE = /char|text|string|clob/i;

function identifier(name: string): string {
  return PLAIN.test(name) && !RESERVED_WORDS.has(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}

/** Sessions treat a backslash as an escape, so that it must be doubled. */
function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  // There is neither NaN nor infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? (Object.is(value, -0) ? '0' : String(value)) : 'NULL';
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`;
}

/** How MySQL and MariaDB write SQL (contract §4.3, §4.4). */
export const mysqlDialect: SqlDialect = {
  name: 'mysql',
  maxIdentifierLength: 64,
  identifier,
  literal,
  timestamp(ms, columnType) {
    const iso = new Date(ms).toISOString();
    const day = iso.slice(0, 10);
    const instant = `'${day} ${iso.slice(11, 23)}000'`;
    if (/^date$/i.test(columnType ?? '')) return `STR_TO_DATE('${day}', '%Y-%m-%d')`;
    if (TEXT_TYPE.test(columnType ?? '')) return instant;
    return `STR_TO_DATE(${instant}, '%Y-%m-%d %H:%i:%s.%f')`;
  },
  timeGrains: {
    PT1S: (c) => `DATE_ADD(DATE(${c}), INTERVAL (HOUR(${c})*60*60 + MINUTE(${c})*60 + SECOND(${c})) SECOND)`,
    PT1M: (c) => `DATE_ADD(DATE(${c}), INTERVAL (HOUR(${c})*60 + MINUTE(${c})) MINUTE)`,
    PT1H: (c) => `DATE_ADD(DATE(${c}), INTERVAL HOUR(${c}) HOUR)`,
    P1D: (c) => `DATE(${c})`,
    P1W: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFWEEK(${c}) - 1 DAY))`,
    P1M: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFMONTH(${c}) - 1 DAY))`,
    P3M: (c) => `MAKEDATE(YEAR(${c}), 1) + INTERVAL QUARTER(${c}) QUARTER - INTERVAL 1 QUARTER`,
    P1Y: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFYEAR(${c}) - 1 DAY))`,
    '1969-12-29T00:00:00Z/P1W': (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFWEEK(DATE_SUB(${c}, INTERVAL 1 DAY)) - 1 DAY))`,
  },
  fromEpoch: (expression, unit) => `from_unixtime(${unit === 's' ? expression : `${SIMPLE.test(expression) ? expression : `(${expression})`}/1000`})`,
  limit: (sql, rows, offset) => `${sql}\nLIMIT ${rows}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  ilike: (expression, pattern) => `lower(${expression}) LIKE lower(${pattern})`,
  qualify: (table) => [table.schema, table.name].filter((part): part is string => Boolean(part)).map(identifier).join('.'),
  castText: (expression) => `CAST(${expression} AS CHAR)`,
  castTimestamp: (expression) => `CAST(${expression} AS DATETIME(6))`,
};
