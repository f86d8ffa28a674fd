import type { Migration } from '@orrery/sdk/server';

/** Table of the activity log. */
export interface ActivityLogTables {
  logs: {
    id: number;
    user_id: number | null;
    action: string;
    dashboard_id: number | null;
    slice_id: number | null;
    /** JSON text of the event. */
    json: string;
    /** Epoch ms. */
    dttm: number;
    duration_ms: number | null;
    referrer: string | null;
  };
}

export const migrations: readonly Migration[] = [
  {
    name: '2026-11-01-logs',
    async up(db, { withId }) {
      await withId(db.schema.createTable('logs'))
        .addColumn('user_id', 'integer')
        .addColumn('action', 'varchar(250)', (column) => column.notNull())
        .addColumn('dashboard_id', 'integer')
        .addColumn('slice_id', 'integer')
        .addColumn('json', 'text', (column) => column.notNull())
        .addColumn('dttm', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('logs_by_user').on('logs').columns(['user_id', 'dttm']).execute();
      await db.schema.createIndex('logs_by_time').on('logs').column('dttm').execute();
    },
  },
  {
    name: '2026-11-21-log-details',
    async up(db) {
      await db.schema.alterTable('logs').addColumn('duration_ms', 'integer').execute();
      await db.schema.alterTable('logs').addColumn('referrer', 'varchar(1024)').execute();
    },
  },
];
