const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that shape a statement and therefore need not occur as names in its tree. */
export const STRUCTURAL_WORDS = words(`
  select from where and or not as on in is null true false like ilike rlike regexp glob between exists case when then else end distinct all any some
  group by order having limit offset fetch first last next row rows only ties with recursive materialized union intersect except minus join inner left right full
  outer cross natural using lateral asof semi anti global array over partition range groups preceding following unbounded current exclude others filter
  within asc desc nulls values set into insert update delete merge create replace temporary temp table view index if primary key default collate escape
  cast at time zone local without interval window qualify sample tablesample bernoulli system repeatable percent final prewhere settings format totals rollup
  cube grouping sets straight_join for share lock nowait skip locked of no unknown div mod xor binary member sounds ignore respect matched
  current_date current_time current_timestamp current_user current_role session_user localtime localtimestamp utc_date utc_time utc_timestamp
  year years quarter quarters month months week weeks day days hour hours minute minutes second seconds millisecond milliseconds microsecond microseconds
  varchar char character varying nvarchar nchar text string clob blob bytes bytea varbinary int integer bigint smallint tinyint mediumint hugeint ubigint uinteger
  signed unsigned float double precision real decimal numeric number boolean bool bit date datetime timestamp timestamptz timestamp_ntz json jsonb uuid map struct
  top separator returning conflict do nothing duplicate ignore references foreign unique check constraint autoincrement auto_increment using engine innodb myisam charset utf8 utf8mb4
  drop alter truncate trigger schema database sequence add column columns to rename cascade restrict exists
  int1 int2 int4 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 date32 datetime64 nullable lowcardinality fixedstring enum`);

/** Those of them that may start an item of a list, or of FROM; any other word there must be a name of the tree. */
export const LIST_HEADS = words(`
  select with values lateral null true false case cast distinct interval not exists array map struct binary if any all some table
  current_date current_time current_timestamp current_user current_role session_user localtime localtimestamp utc_date utc_time utc_timestamp`);

/** Words before a bracket that do not make it a call. */
export const NO_CALL_WORDS = words(`
  in and or not as on using from join where select over exists when then else case by having union all any some intersect except minus with into lateral within
  filter partition distinct between like is values limit offset group order set returning inner left outer cross`);
