/** Functions that tell of the server, reach its files, hold locks or wait (contract §10.3 and more of their kind). */
const DENIED: ReadonlySet<string> = new Set(
  [
    'database schema current_user current_role session_user system_user user version connection_id load_file sleep benchmark kill',
    'get_lock release_lock release_all_locks is_free_lock is_used_lock master_pos_wait source_pos_wait master_gtid_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids',
    'sys_exec sys_eval sys_get sys_set xmltype setval nextval name_const procedure_analyse',
  ].flatMap((line) => line.split(' ')),
);

/** True for a function no analyst's statement may call. */
export function isDeniedFunction(name: string): boolean {
  return DENIED.has(name.toLowerCase());
}
