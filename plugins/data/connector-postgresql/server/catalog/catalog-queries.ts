/** Tables and views of a schema ($1). */
export const TABLES = `
  SELECT c.relname::text, CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized_view' ELSE 'table' END
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname = $1
  ORDER BY 1`;

export const SCHEMAS = `
  SELECT nspname::text FROM pg_catalog.pg_namespace
  WHERE nspname !~ '^pg_(toast|temp)' AND nspname <> 'pg_catalog' AND has_schema_privilege(oid, 'USAGE')
  ORDER BY 1`;

export const CATALOGS = `
  SELECT datname::text FROM pg_catalog.pg_database
  WHERE datallowconn AND NOT datistemplate AND has_database_privilege(oid, 'CONNECT')
  ORDER BY 1`;

/** Schema that names without one are looked up in. */
export const DEFAULT_SCHEMA = 'SELECT pg_catalog.current_schema()::text';

/** Oid of a table ($1: its quoted name). */
export const TABLE_OID = 'SELECT pg_catalog.to_regclass($1)::oid::text';

/** Columns of a table ($1: oid): name, declared type, number of the type beneath domains, comment. */
export const COLUMNS = `
  SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), (CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END)::text, col_description(a.attrelid, a.attnum)
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

export const TABLE_COMMENT = "SELECT obj_description($1::oid, 'pg_class')";

/** Primary and foreign keys of a table ($1: oid), one row per column. */
export const KEYS = `
  SELECT k.conname::text, k.contype::text, a.attname::text, rn.nspname::text, rc.relname::text, ra.attname::text
  FROM pg_catalog.pg_constraint k
  CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS u(attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum
  LEFT JOIN pg_catalog.pg_class rc ON rc.oid = k.confrelid
  LEFT JOIN pg_catalog.pg_namespace rn ON rn.oid = rc.relnamespace
  LEFT JOIN pg_catalog.pg_attribute ra ON ra.attrelid = k.confrelid AND ra.attnum = k.confkey[u.place]
  WHERE k.conrelid = $1::oid AND k.contype IN ('p', 'f')
  ORDER BY k.contype DESC, k.conname, u.place`;

/** Indexes of a table ($1: oid) that are no primary key, one row per column; expressions stand as text. */
export const INDEXES = `
  SELECT c.relname::text, pg_get_indexdef(i.indexrelid, p.place, true)
  FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
  CROSS JOIN LATERAL generate_series(1, i.indnatts) AS p(place)
  WHERE i.indrelid = $1::oid AND NOT i.indisprimary
  ORDER BY 1, p.place`;

export const FUNCTIONS = `
  SELECT DISTINCT p.proname::text
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE pg_function_is_visible(p.oid) AND p.prorettype NOT IN ('trigger'::regtype, 'internal'::regtype)
  ORDER BY 1`;
