import type { Migration } from '@orrery/sdk/server';

/** Schema of the dataset plugin. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-01-datasets',
    async up(db, { withId }) {
      await withId(db.schema.createTable('tables'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('table_name', 'varchar(250)', (column) => column.notNull())
        .addColumn('catalog', 'varchar(256)')
        .addColumn('schema', 'varchar(255)')
        .addColumn('sql', 'text')
        .addColumn('database_id', 'integer', (column) => column.notNull())
        .addColumn('main_dttm_col', 'varchar(250)')
        .addColumn('description', 'text')
        .addColumn('default_endpoint', 'text')
        .addColumn('offset', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('cache_timeout', 'integer')
        .addColumn('filter_select_enabled', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('is_sqllab_view', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('fetch_values_predicate', 'text')
        .addColumn('template_params', 'text')
        .addColumn('normalize_columns', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('always_filter_main_dttm', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('extra', 'text')
        .addColumn('folders', 'text')
        .addColumn('params', 'text')
        .addColumn('is_managed_externally', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('external_url', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      await db.schema.createIndex('tables_database_id').on('tables').column('database_id').execute();

      await withId(db.schema.createTable('table_columns'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('table_id', 'integer', (column) => column.notNull().references('tables.id').onDelete('cascade'))
        .addColumn('column_name', 'varchar(255)', (column) => column.notNull())
        .addColumn('verbose_name', 'varchar(1024)')
        .addColumn('description', 'text')
        .addColumn('expression', 'text')
        .addColumn('type', 'text')
        .addColumn('advanced_data_type', 'varchar(255)')
        .addColumn('is_dttm', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('is_active', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('groupby', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('filterable', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('python_date_format', 'varchar(255)')
        .addColumn('extra', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('table_columns_table_id').on('table_columns').columns(['table_id', 'column_name']).unique().execute();

      await withId(db.schema.createTable('sql_metrics'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('table_id', 'integer', (column) => column.notNull().references('tables.id').onDelete('cascade'))
        .addColumn('metric_name', 'varchar(255)', (column) => column.notNull())
        .addColumn('metric_type', 'varchar(32)')
        .addColumn('verbose_name', 'varchar(1024)')
        .addColumn('description', 'text')
        .addColumn('expression', 'text', (column) => column.notNull())
        .addColumn('d3format', 'varchar(128)')
        .addColumn('currency', 'text')
        .addColumn('warning_text', 'text')
        .addColumn('extra', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('sql_metrics_table_id').on('sql_metrics').columns(['table_id', 'metric_name']).unique().execute();

      await db.schema
        .createTable('sqlatable_user')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('table_id', 'integer', (column) => column.notNull().references('tables.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('sqlatable_user_pk', ['table_id', 'user_id'])
        .execute();
    },
  },
];
