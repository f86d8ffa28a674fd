import type { Migration } from '@orrery/sdk/server';

/** The key channel tokens are signed with, sealed; one row. */
export interface AsyncTables {
  async_event_key: { id: number; sealed: string };
}

export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-async-event-key',
    async up(db) {
      await db.schema.createTable('async_event_key').addColumn('id', 'integer', (column) => column.primaryKey()).addColumn('sealed', 'text', (column) => column.notNull()).execute();
    },
  },
];
