import type { Migration } from '@orrery/sdk/server';

/** Schema of the saved queries. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-saved-queries',
    async up(db, { withId }) {
      await withId(db.schema.createTable('saved_query'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('db_id', 'integer')
        .addColumn('catalog', 'varchar(256)')
        .addColumn('schema', 'varchar(128)')
        .addColumn('label', 'varchar(256)')
        .addColumn('description', 'text')
        .addColumn('sql', 'text')
        .addColumn('template_parameters', 'text')
        .addColumn('extra_json', 'text')
        .addColumn('sql_tables', 'text')
        .addColumn('rows', 'integer')
        .addColumn('last_run', 'bigint')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      await db.schema.createIndex('saved_query_owner').on('saved_query').columns(['created_by_fk', 'changed_on']).execute();
      await db.schema
        .createTable('saved_query_favourite')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('saved_query_id', 'integer', (column) => column.notNull().references('saved_query.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('saved_query_favourite_pk', ['user_id', 'saved_query_id'])
        .execute();
    },
  },
];
