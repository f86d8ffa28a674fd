import type { Migration } from '@orrery/sdk/server';

/** Tables of annotation layers. */
export interface AnnotationTables {
  annotation_layer: { id: number; name: string; descr: string | null; created_on: number; changed_on: number; created_by_fk: number | null; changed_by_fk: number | null };
  annotation: {
    id: number;
    layer_id: number;
    short_descr: string;
    long_descr: string | null;
    start_dttm: number;
    end_dttm: number;
    json_metadata: string | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
}

export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-annotations',
    async up(db, { withId }) {
      await withId(db.schema.createTable('annotation_layer'))
        .addColumn('name', 'varchar(250)', (column) => column.notNull().unique())
        .addColumn('descr', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      await withId(db.schema.createTable('annotation'))
        .addColumn('layer_id', 'integer', (column) => column.notNull().references('annotation_layer.id').onDelete('cascade'))
        .addColumn('short_descr', 'varchar(500)', (column) => column.notNull())
        .addColumn('long_descr', 'text')
        .addColumn('start_dttm', 'bigint', (column) => column.notNull())
        .addColumn('end_dttm', 'bigint', (column) => column.notNull())
        .addColumn('json_metadata', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .addUniqueConstraint('annotation_layer_short_descr', ['layer_id', 'short_descr'])
        .execute();
    },
  },
];
