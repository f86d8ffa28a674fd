import { sql } from 'kysely';
import type { Migration } from '@orrery/sdk/server';

/** Schema of this plugin, see `SecurityTables`. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-security',
    async up(db, { withId }) {
      for (const table of ['security_permission', 'security_resource']) {
        await withId(db.schema.createTable(table)).addColumn('name', 'varchar(250)', (column) => column.notNull().unique()).execute();
      }
      await withId(db.schema.createTable('security_pair'))
        .addColumn('permission_id', 'integer', (column) => column.notNull().references('security_permission.id'))
        .addColumn('resource_id', 'integer', (column) => column.notNull().references('security_resource.id'))
        .addColumn('action', 'varchar(100)', (column) => column.notNull())
        .addColumn('subject', 'varchar(250)', (column) => column.notNull())
        .addUniqueConstraint('security_pair_names', ['action', 'subject'])
        .execute();
      await sql`create view security_role_pair as
        select g.role_id as role_id, p.id as id from ab_permission_role g join security_pair p on p.action = g.action and p.subject = g.subject
          where g.role_id not in (select id from ab_role where name = 'Admin')
        union all select r.id as role_id, p.id as id from ab_role r cross join security_pair p where r.name = 'Admin'`.execute(db);

      await withId(db.schema.createTable('row_level_security_filters'))
        .addColumn('name', 'varchar(255)', (column) => column.notNull().unique())
        .addColumn('description', 'text')
        .addColumn('filter_type', 'varchar(16)', (column) => column.notNull())
        .addColumn('clause', 'text', (column) => column.notNull())
        .addColumn('group_key', 'varchar(255)')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('created_by_fk', 'integer')
        .addColumn('changed_by_fk', 'integer')
        .execute();
      for (const [table, other, target] of [['rls_filter_tables', 'table_id', 'tables.id'], ['rls_filter_roles', 'role_id', 'ab_role.id']] as const) {
        await db.schema
          .createTable(table)
          .addColumn('rls_filter_id', 'integer', (column) => column.notNull().references('row_level_security_filters.id').onDelete('cascade'))
          .addColumn(other, 'integer', (column) => column.notNull().references(target).onDelete('cascade'))
          .addPrimaryKeyConstraint(`${table}_pk`, ['rls_filter_id', other])
          .execute();
      }

      await db.schema
        .createTable('security_guest_key')
        .addColumn('kid', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .execute();
      // Filled by self-registration, which is off: the list exists because clients ask for it.
      await withId(db.schema.createTable('ab_register_user'))
        .addColumn('username', 'varchar(128)', (column) => column.notNull().unique())
        .addColumn('first_name', 'varchar(128)', (column) => column.notNull())
        .addColumn('last_name', 'varchar(128)', (column) => column.notNull())
        .addColumn('email', 'varchar(250)', (column) => column.notNull())
        .addColumn('registration_date', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '2026-11-22-registration-hash',
    async up(db) {
      await db.schema.alterTable('ab_register_user').addColumn('registration_hash', 'varchar(256)').execute();
    },
  },
];
