import type { Migration } from '@orrery/sdk/server';

/** Schema of the CSS templates. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-css-templates',
    async up(db, { withId }) {
      await withId(db.schema.createTable('css_templates'))
        .addColumn('template_name', 'varchar(250)')
        .addColumn('css', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
    },
  },
];
