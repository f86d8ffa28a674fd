/** Table functions that only make rows from their arguments. Everything else in FROM is refused. */
export const ALLOWED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'range',
  'generate_series',
  'unnest',
  'json_each',
  'json_tree',
  'repeat',
  'repeat_row',
]);

/** Functions that reach files, settings, other statements, logs or state, wherever they stand. */
const DENIED_FUNCTIONS: ReadonlySet<string> = new Set([
  'query',
  'query_table',
  'current_setting',
  'getenv',
  'getvariable',
  'write_log',
  'parse_duckdb_log_message',
  'sleep_ms',
  'setseed',
  'stats',
  'nextval',
  'currval',
  'glob',
  'checkpoint',
  'force_checkpoint',
  'sniff_csv',
  'which_secret',
  'sql_auto_complete',
  'create_sort_key',
  'seq_scan',
  'index_scan',
  'copy_database',
  'from_substrait',
  'get_substrait',
  'arrow_scan',
  'pandas_scan',
]);

const DENIED_PATTERN = /^(?:duckdb_|pragma_|enable_|disable_|read_|parquet_|json_execute_|json_deserialize_|json_serialize_|test_|ducklake_|http_|s3_|iceberg_|delta_|postgres_|mysql_|sqlite_|storage_|load_|summary$)|_scan(?:_.*)?$/;

/** True for a function no analyst's statement may call. Names are compared in lower case. */
export function isDeniedFunction(name: string): boolean {
  const lower = name.toLowerCase();
  return DENIED_FUNCTIONS.has(lower) || DENIED_PATTERN.test(lower);
}
