const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Functions no analyst's SQL may call, by engine, in lower case; a trailing `*` stands for any ending. The first part of
 * each list is the contract's (§10.3), the second closes ways to files, other hosts, other tables by name, and locks.
 */
export const DISALLOWED_SQL_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  postgresql: words(`
    current_database current_schema current_user session_user current_setting version inet_client_addr inet_client_port
    inet_server_addr inet_server_port pg_read_file pg_ls_dir pg_read_binary_file database_to_xml database_to_xmlschema
    query_to_xml query_to_xmlschema table_to_xml table_to_xmlschema pg_sleep pg_terminate_backend
    current_catalog current_role user current_schemas database_to_xml* query_to_xml* table_to_xml* schema_to_xml* cursor_to_xml*
    pg_read_* pg_ls_* pg_stat_file pg_file_* pg_sleep_* pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_advisory_* pg_try_advisory_*
    pg_notify pg_logical_* pg_replication_* pg_create_* pg_drop_* pg_promote pg_switch_wal pg_backup_* set_config dblink* lo_*
    nextval setval currval lastval pg_export_snapshot`),
  mysql: words(`
    database schema current_user session_user system_user user version connection_id load_file sleep benchmark kill
    current_role get_lock release_lock release_all_locks is_free_lock is_used_lock master_pos_wait source_pos_wait wait_for_executed_gtid_set
    sys_exec sys_eval sys_get sys_set`),
  sqlite: words(`
    sqlite_version sqlite_source_id sqlite_offset sqlite_compileoption_used sqlite_compileoption_get load_extension
    pragma_* fts3_tokenizer readfile writefile edit sqlite_log sqlite_dbpage sqlite_dbdata sqlite_stmt dbstat fsdir zipfile sqlar_* libsql_*`),
  mssql: words(`
    db_name suser_sname user_name host_name host_id suser_id system_user current_user original_login xp_cmdshell xp_regread
    xp_fileexist xp_dirtree serverproperty is_srvrolemember has_dbaccess fn_virtualfilestats fn_servershareddrives
    xp_* sp_* openrowset openquery opendatasource openxml fn_get_audit_file fn_trace_* fn_dblog fn_xe_* session_user`),
  clickhouse: words(`
    currentuser currentdatabase hostname currentroles version buildid url filesystempath getosinformation getmacro getsetting
    user file urlcluster filecluster remote remotesecure cluster clusterallreplicas s3* gcs hdfs* azureblobstorage* mysql postgresql sqlite
    mongodb redis jdbc odbc executable input merge dictionary dictget* dicthas* dictis* joinget* iceberg* deltalake* hudi* paimon*
    sleep sleepeachrow filesystem* enabledroles defaultroles displayname fqdn tcpport serveruuid currentprofiles catboostevaluate
    hascolumnintable loop mergetreeindex mergetreeprojection viewifpermitted arrowflight timeseries* ytsaurus`),
  duckdb: words(`
    read_* parquet_* duckdb_* pragma_* enable_* disable_* glob sniff_csv query query_table getenv current_setting getvariable
    which_secret json_execute_* sql_auto_complete sqlite_* postgres_* mysql_* iceberg_* delta_* http_* s3_* copy_database checkpoint
    force_checkpoint nextval currval write_log sleep_ms pg_sleep*`),
  trino: words(`query raw_query procedure`),
};
