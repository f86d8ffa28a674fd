/** Tables of the metadata database other plugins may join. */
export interface SavedQueryTables {
  saved_query: {
    id: number;
    uuid: string;
    db_id: number | null;
    catalog: string | null;
    schema: string | null;
    label: string | null;
    description: string | null;
    sql: string | null;
    /** JSON text. */
    template_parameters: string | null;
    /** JSON text. */
    extra_json: string | null;
    /** JSON text of `[{catalog, schema, table}]`, read from the SQL when it was written; null when nothing could read it. */
    sql_tables: string | null;
    rows: number | null;
    last_run: number | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
  saved_query_favourite: { user_id: number; saved_query_id: number };
}
