import type { LexRules, SqlEngine } from './sql-engine.ts';

const STANDARD: LexRules = {
  backslash: 'never', doubleQuote: 'name', backtick: false, bracketNames: false, dollarQuotes: false, hashComments: 'never', dashNeedsSpace: false, nestedComments: false,
};
const POSTGRES: LexRules = { ...STANDARD, backslash: 'e-prefix', dollarQuotes: true, nestedComments: true };
const MYSQL: LexRules = { ...STANDARD, backslash: 'always', doubleQuote: 'text', backtick: true, hashComments: 'always', dashNeedsSpace: true };

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const quoted = (open: string, close = open) => (name: string) => (PLAIN.test(name) ? name : `${open}${name.replaceAll(close, close + close)}${close}`);

const GENERIC: SqlEngine = {
  name: 'generic', parser: 'polyglot', dialect: 'generic', formatter: 'sql', rules: STANDARD, fold: 'exact', limitStyle: 'limit', offsetFirst: false, disallowed: null,
  inReadsTable: false, identifier: quoted('"'),
};
const POSTGRESQL: SqlEngine = { ...GENERIC, name: 'postgresql', parser: 'postgres', dialect: 'postgresql', formatter: 'postgresql', rules: POSTGRES, disallowed: 'postgresql' };
const MYSQL_ENGINE: SqlEngine = {
  ...GENERIC, name: 'mysql', dialect: 'mysql', formatter: 'mysql', rules: MYSQL, disallowed: 'mysql', tableFunctions: ['json_table'], identifier: quoted('`'),
};
const TRINO: SqlEngine = { ...GENERIC, name: 'trino', dialect: 'trino', formatter: 'trino', fold: 'lower', offsetFirst: true, disallowed: 'trino', tableFunctions: ['unnest', 'json_table'] };
const CLICKHOUSE: SqlEngine = {
  ...GENERIC, name: 'clickhouse', dialect: 'clickhouse', formatter: 'clickhouse', disallowed: 'clickhouse', inReadsTable: true,
  rules: { ...STANDARD, backslash: 'always', backtick: true, hashComments: 'spaced', dollarQuotes: true },
  tableFunctions: ['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'generate_series', 'generateseries', 'generaterandom', 'values', 'null', 'view', 'format'],
};
const SQLITE: SqlEngine = {
  ...GENERIC, name: 'sqlite', dialect: 'sqlite', formatter: 'sqlite', fold: 'lower', disallowed: 'sqlite', inReadsTable: true,
  rules: { ...STANDARD, backtick: true, bracketNames: true }, tableFunctions: ['json_each', 'json_tree', 'generate_series'],
};
const DUCKDB: SqlEngine = {
  ...GENERIC, name: 'duckdb', dialect: 'duckdb', formatter: 'duckdb', rules: POSTGRES, fold: 'lower', disallowed: 'duckdb',
  tableFunctions: ['range', 'generate_series', 'unnest', 'json_each', 'json_tree', 'repeat', 'repeat_row'],
};
const MSSQL: SqlEngine = {
  ...GENERIC, name: 'mssql', dialect: 'tsql', formatter: 'transactsql', limitStyle: 'top', disallowed: 'mssql',
  rules: { ...STANDARD, bracketNames: true, nestedComments: true }, tableFunctions: ['openjson', 'string_split', 'generate_series'], identifier: quoted('[', ']'),
};
const ORACLE: SqlEngine = { ...GENERIC, name: 'oracle', dialect: 'oracle', formatter: 'plsql', limitStyle: 'fetch', fold: 'upper-unquoted', tableFunctions: ['json_table', 'xmltable'] };
const SNOWFLAKE: SqlEngine = { ...GENERIC, name: 'snowflake', dialect: 'snowflake', formatter: 'snowflake', fold: 'upper-unquoted', rules: { ...STANDARD, backslash: 'always', dollarQuotes: true } };
const BIGQUERY: SqlEngine = {
  ...GENERIC, name: 'bigquery', dialect: 'bigquery', formatter: 'bigquery', rules: { ...STANDARD, backslash: 'always', doubleQuote: 'text', backtick: true, hashComments: 'always' }, identifier: quoted('`'),
};

const ENGINES: Readonly<Record<string, SqlEngine>> = {
  postgresql: POSTGRESQL, postgres: POSTGRESQL, cockroachdb: { ...POSTGRESQL, name: 'cockroachdb' }, redshift: { ...GENERIC, name: 'redshift', dialect: 'redshift', formatter: 'redshift', rules: POSTGRES },
  mysql: MYSQL_ENGINE, mariadb: { ...MYSQL_ENGINE, name: 'mariadb', formatter: 'mariadb' },
  trino: TRINO, presto: { ...TRINO, name: 'presto', dialect: 'presto' }, clickhouse: CLICKHOUSE, clickhousedb: CLICKHOUSE, sqlite: SQLITE, duckdb: DUCKDB,
  mssql: MSSQL, oracle: ORACLE, snowflake: SNOWFLAKE, bigquery: BIGQUERY,
};

/** The profile of an engine by its `backend` name. */
export function sqlEngine(name: string): SqlEngine {
  return Object.hasOwn(ENGINES, name) ? ENGINES[name]! : GENERIC;
}
