import type { Migration } from '@orrery/sdk/server';

/** Schema of the themes. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-themes',
    async up(db, { withId }) {
      await withId(db.schema.createTable('themes'))
        .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('theme_name', 'varchar(250)', (column) => column.notNull())
        .addColumn('json_data', 'text', (column) => column.notNull())
        .addColumn('is_system', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('is_system_default', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('is_system_dark', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
    },
  },
];
