import type { Migration } from '@orrery/sdk/server';

export interface AsyncTables {
  /** The key channel tokens are signed with, sealed; one row. */
  async_event_key: { id: number; sealed: string };
  /** Jobs that run, and when their process last said so (epoch ms). */
  async_job: { entry: string; beat_on: number };
}

export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-async-event-key',
    async up(db) {
      await db.schema.createTable('async_event_key').addColumn('id', 'integer', (column) => column.primaryKey()).addColumn('sealed', 'text', (column) => column.notNull()).execute();
    },
  },
  {
    name: '2026-11-22-async-job',
    async up(db) {
      await db.schema.createTable('async_job').addColumn('entry', 'varchar(200)', (column) => column.primaryKey()).addColumn('beat_on', 'bigint', (column) => column.notNull()).execute();
    },
  },
];
