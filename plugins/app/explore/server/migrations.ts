import type { Migration } from '@orrery/sdk/server';

/**
 * Schema of charts, and of which dashboards they are on. `dashboards` is created here, not by the dashboard plugin,
 * because charts list and write the dashboards they belong to whether or not that plugin is enabled.
 */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-01-charts',
    async up(db, { withId }) {
      await withId(db.schema.createTable('slices'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('slice_name', 'varchar(250)', (column) => column.notNull())
        .addColumn('viz_type', 'varchar(250)', (column) => column.notNull())
        .addColumn('datasource_id', 'integer', (column) => column.notNull())
        .addColumn('datasource_type', 'varchar(200)', (column) => column.notNull())
        .addColumn('datasource_name', 'varchar(2000)')
        .addColumn('params', 'text', (column) => column.notNull())
        .addColumn('query_context', 'text')
        .addColumn('description', 'text')
        .addColumn('cache_timeout', 'integer')
        .addColumn('certified_by', 'text')
        .addColumn('certification_details', 'text')
        .addColumn('is_managed_externally', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('external_url', 'text')
        .addColumn('last_saved_at', 'bigint')
        .addColumn('last_saved_by_fk', 'integer')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      await db.schema.createIndex('slices_changed_on').on('slices').column('changed_on').execute();
      await db.schema.createIndex('slices_datasource_id').on('slices').column('datasource_id').execute();
      await db.schema.createIndex('slices_slice_name').on('slices').column('slice_name').execute();

      await db.schema
        .createTable('slice_user')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('slice_id', 'integer', (column) => column.notNull().references('slices.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('slice_user_pk', ['slice_id', 'user_id'])
        .execute();
      await db.schema
        .createTable('slice_favourite')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('slice_id', 'integer', (column) => column.notNull().references('slices.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('slice_favourite_pk', ['user_id', 'slice_id'])
        .execute();

      await withId(db.schema.createTable('dashboards'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('slug', 'varchar(255)', (column) => column.unique())
        .addColumn('dashboard_title', 'varchar(500)', (column) => column.notNull())
        .addColumn('position_json', 'text')
        .addColumn('json_metadata', 'text')
        .addColumn('css', 'text')
        .addColumn('published', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('certified_by', 'text')
        .addColumn('certification_details', 'text')
        .addColumn('is_managed_externally', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('external_url', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      await db.schema.createIndex('dashboards_changed_on').on('dashboards').column('changed_on').execute();

      await db.schema
        .createTable('dashboard_slices')
        .addColumn('dashboard_id', 'integer', (column) => column.notNull().references('dashboards.id').onDelete('cascade'))
        .addColumn('slice_id', 'integer', (column) => column.notNull().references('slices.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('dashboard_slices_pk', ['dashboard_id', 'slice_id'])
        .execute();
      await db.schema.createIndex('dashboard_slices_slice_id').on('dashboard_slices').column('slice_id').execute();
      await db.schema
        .createTable('dashboard_user')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('dashboard_id', 'integer', (column) => column.notNull().references('dashboards.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('dashboard_user_pk', ['dashboard_id', 'user_id'])
        .execute();

      await db.schema
        .createTable('explore_permalinks')
        .addColumn('key', 'varchar(32)', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .execute();
    },
  },
];
