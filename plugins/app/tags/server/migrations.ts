import type { Migration } from '@orrery/sdk/server';

/** Schema of tags and of what carries them. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-tags',
    async up(db, { withId }) {
      await withId(db.schema.createTable('tag'))
        .addColumn('name', 'varchar(250)', (column) => column.notNull().unique())
        .addColumn('type', 'integer', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      await db.schema
        .createTable('tagged_object')
        .addColumn('tag_id', 'integer', (column) => column.notNull().references('tag.id').onDelete('cascade'))
        .addColumn('object_id', 'integer', (column) => column.notNull())
        .addColumn('object_type', 'varchar(16)', (column) => column.notNull())
        .addPrimaryKeyConstraint('tagged_object_pk', ['tag_id', 'object_type', 'object_id'])
        .execute();
      await db.schema.createIndex('tagged_object_by_object').on('tagged_object').columns(['object_type', 'object_id']).execute();
      await db.schema
        .createTable('user_favorite_tag')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('tag_id', 'integer', (column) => column.notNull().references('tag.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('user_favorite_tag_pk', ['user_id', 'tag_id'])
        .execute();
    },
  },
];
