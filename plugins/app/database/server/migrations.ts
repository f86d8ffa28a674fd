import type { Migration } from '@orrery/sdk/server';

/** Schema of the database plugin. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-01-databases',
    async up(db, { withId }) {
      await withId(db.schema.createTable('dbs'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('database_name', 'varchar(250)', (column) => column.notNull().unique())
        .addColumn('backend', 'varchar(100)', (column) => column.notNull())
        .addColumn('parameters', 'text', (column) => column.notNull())
        .addColumn('extra', 'text')
        .addColumn('cache_timeout', 'integer')
        .addColumn('expose_in_sqllab', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('allow_dml', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('allow_file_upload', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('allow_run_async', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('allow_ctas', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('allow_cvas', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('force_ctas_schema', 'varchar(250)')
        .addColumn('impersonate_user', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('is_managed_externally', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('external_url', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
    },
  },
  {
    name: '2026-11-21-database-forms',
    async up(db) {
      await db.schema.alterTable('dbs').addColumn('configuration_method', 'varchar(32)', (column) => column.notNull().defaultTo('sqlalchemy_form')).execute();
      await db.schema.alterTable('dbs').addColumn('server_cert', 'text').execute();
      await db.schema.alterTable('dbs').addColumn('encrypted_extra', 'text').execute();
    },
  },
];
