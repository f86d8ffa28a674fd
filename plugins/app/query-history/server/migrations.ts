import type { Migration } from '@orrery/sdk/server';

/** Schema of the query history. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-queries',
    async up(db, { withId }) {
      await withId(db.schema.createTable('query'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('client_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('database_id', 'integer', (column) => column.notNull())
        .addColumn('user_id', 'integer')
        .addColumn('status', 'varchar(16)', (column) => column.notNull())
        .addColumn('tab_name', 'varchar(256)')
        .addColumn('sql_editor_id', 'varchar(256)')
        .addColumn('catalog', 'varchar(256)')
        .addColumn('schema', 'varchar(256)')
        .addColumn('sql', 'text', (column) => column.notNull())
        .addColumn('select_sql', 'text')
        .addColumn('executed_sql', 'text')
        .addColumn('sql_tables', 'text')
        .addColumn('limit', 'integer')
        .addColumn('limiting_factor', 'varchar(20)', (column) => column.notNull())
        .addColumn('select_as_cta', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('select_as_cta_used', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('ctas_method', 'varchar(16)')
        .addColumn('tmp_table_name', 'varchar(256)')
        .addColumn('tmp_schema_name', 'varchar(256)')
        .addColumn('progress', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('rows', 'integer')
        .addColumn('error_message', 'text')
        .addColumn('results_key', 'varchar(64)')
        .addColumn('start_time', 'bigint', (column) => column.notNull())
        .addColumn('start_running_time', 'bigint')
        .addColumn('end_time', 'bigint')
        .addColumn('end_result_backend_time', 'bigint')
        .addColumn('tracking_url', 'text')
        .addColumn('extra_json', 'text')
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('query_by_user').on('query').columns(['user_id', 'changed_on']).execute();
      await db.schema.createIndex('query_by_client').on('query').column('client_id').execute();
      await db.schema.createIndex('query_by_time').on('query').column('changed_on').execute();
    },
  },
];
