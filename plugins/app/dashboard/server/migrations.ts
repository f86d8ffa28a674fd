import type { Migration } from '@orrery/sdk/server';

/** Schema beside `dashboards`, `dashboard_slices` and `dashboard_user`, which the explore plugin creates because charts write them. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-01-dashboards',
    async up(db) {
      await db.schema
        .createTable('dashboard_favourite')
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('dashboard_id', 'integer', (column) => column.notNull().references('dashboards.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('dashboard_favourite_pk', ['user_id', 'dashboard_id'])
        .execute();
      await db.schema
        .createTable('dashboard_roles')
        .addColumn('dashboard_id', 'integer', (column) => column.notNull().references('dashboards.id').onDelete('cascade'))
        .addColumn('role_id', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('dashboard_roles_pk', ['dashboard_id', 'role_id'])
        .execute();
      await db.schema
        .createTable('dashboard_permalinks')
        .addColumn('key', 'varchar(32)', (column) => column.primaryKey())
        .addColumn('dashboard_id', 'integer', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .execute();
    },
  },
  {
    name: '2026-11-21-dashboard-embedding',
    async up(db) {
      await db.schema.alterTable('dashboards').addColumn('theme_id', 'integer').execute();
      await db.schema
        .createTable('dashboard_embedded')
        .addColumn('uuid', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('dashboard_id', 'integer', (column) => column.notNull().unique().references('dashboards.id').onDelete('cascade'))
        .addColumn('allow_domain_list', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
    },
  },
  {
    name: '2026-11-21-dashboard-description',
    async up(db) {
      await db.schema.alterTable('dashboards').addColumn('description', 'text').execute();
    },
  },
];
