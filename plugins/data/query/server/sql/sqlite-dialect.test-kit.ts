import type { SqlDialect } from '@orrery/sdk/server';

const PLAIN = /^[a-z_][a-z0-9_]*$/;

/** SQLite as the contract's vectors print it; only for tests, there is no connector. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  identifier: (name) => (PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`),
  literal: (value) => (value === null ? 'NULL' : typeof value === 'boolean' ? (value ? '1' : '0') : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`),
  timestamp: (ms) => `'${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}'`,
  timeGrains: { P1D: (c) => `DATETIME(${c}, 'start of day')`, P1M: (c) => `DATETIME(${c}, 'start of month')` },
  fromEpoch: (c, unit) => `datetime(${unit === 's' ? c : `${c}/1000`}, 'unixepoch')`,
  limit: (sql, rows, offset) => `${sql} LIMIT ${rows} OFFSET ${offset}`,
  ilike: (expression, pattern) => `lower(${expression}) LIKE lower(${pattern})`,
  qualify: ({ schema, name }) => (schema ? `${schema}.${name}` : name),
};
