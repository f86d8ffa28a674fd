/** Functions that tell of the server, reach files or other servers, run statements given as text, hold locks or wait (contract §10.3 and more of their kind). */
const DENIED: ReadonlySet<string> = new Set(
  [
    'current_database current_schema current_schemas current_catalog current_role current_user session_user system_user user current_setting set_config version',
    'inet_client_addr inet_client_port inet_server_addr inet_server_port',
    'pg_sleep pg_sleep_for pg_sleep_until pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_promote pg_notify',
    'pg_stat_file pg_current_logfile pg_export_snapshot pg_switch_wal pg_log_backend_memory_contexts pg_hba_file_rules pg_config pg_file_settings',
    'ts_stat connectby xpath_table',
  ].flatMap((line) => line.split(' ')),
);

const DENIED_PATTERN = /^(?:pg_read_|pg_ls_|pg_file_|pg_advisory_|pg_try_advisory_|pg_logical_|pg_replication_|pg_create_|pg_drop_|pg_start_backup|pg_stop_backup|pg_backup_|pg_wal_|pg_import_|pg_stat_reset|dblink|lo_|crosstab)|_to_xml(?:schema|_and_xmlschema)?$/;

/** True for a function no analyst's statement may call. Names are compared in lower case. */
export function isDeniedFunction(name: string): boolean {
  const lower = name.toLowerCase();
  return DENIED.has(lower) || DENIED_PATTERN.test(lower);
}
