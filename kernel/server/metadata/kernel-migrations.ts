import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from '@orrery/sdk/server';
import type { KernelTables } from './kernel-tables.ts';

/** The schema of {@link KernelTables}, step by step. */
export const KERNEL_MIGRATIONS: readonly Migration[] = [
  {
    name: '2026-01-01-security',
    async up(db, { withId }) {
      await withId(db.schema.createTable('ab_user'))
        .addColumn('username', 'varchar(128)', (column) => column.notNull().unique())
        .addColumn('first_name', 'varchar(128)', (column) => column.notNull())
        .addColumn('last_name', 'varchar(128)', (column) => column.notNull())
        .addColumn('email', 'varchar(250)', (column) => column.notNull())
        .addColumn('password_hash', 'text')
        .addColumn('active', 'smallint', (column) => column.notNull())
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addColumn('last_login', 'bigint')
        .addColumn('login_count', 'integer', (column) => column.notNull())
        .execute();
      await withId(db.schema.createTable('ab_role'))
        .addColumn('name', 'varchar(64)', (column) => column.notNull().unique())
        .execute();
      await db.schema
        .createTable('ab_user_role')
        .addColumn('user_id', 'integer', (column) => column.notNull().references('ab_user.id').onDelete('cascade'))
        .addColumn('role_id', 'integer', (column) => column.notNull().references('ab_role.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('ab_user_role_pk', ['user_id', 'role_id'])
        .execute();
      await db.schema
        .createTable('ab_permission')
        .addColumn('action', 'varchar(100)', (column) => column.notNull())
        .addColumn('subject', 'varchar(250)', (column) => column.notNull())
        .addPrimaryKeyConstraint('ab_permission_pk', ['action', 'subject'])
        .execute();
      await db.schema
        .createTable('ab_permission_role')
        .addColumn('role_id', 'integer', (column) => column.notNull().references('ab_role.id').onDelete('cascade'))
        .addColumn('action', 'varchar(100)', (column) => column.notNull())
        .addColumn('subject', 'varchar(250)', (column) => column.notNull())
        .addPrimaryKeyConstraint('ab_permission_role_pk', ['role_id', 'action', 'subject'])
        .execute();
      await db.schema
        .createTable('security_version')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      const tables = db as Kysely<KernelTables>;
      await tables.insertInto('security_version').values({ id: 1, version: 1 }).execute();
      await tables.insertInto('ab_role').values(['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public'].map((name) => ({ name }))).execute();
    },
  },
  {
    name: '2026-01-02-sessions',
    async up(db) {
      await db.schema
        .createTable('session')
        .addColumn('id_hash', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('user_id', 'integer', (column) => column.notNull().references('ab_user.id').onDelete('cascade'))
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('seen_on', 'bigint', (column) => column.notNull())
        .addColumn('expires_on', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('session_user').on('session').column('user_id').execute();
      await db.schema
        .createTable('login_link')
        .addColumn('token_hash', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('user_id', 'integer', (column) => column.notNull().references('ab_user.id').onDelete('cascade'))
        .addColumn('expires_on', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('login_attempt')
        .addColumn('key', 'varchar(64)', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('login_attempt_key').on('login_attempt').columns(['key', 'at']).execute();
    },
  },
  {
    name: '2026-01-03-background',
    async up(db) {
      await db.schema
        .createTable('job')
        .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('kind', 'varchar(100)', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('state', 'varchar(16)', (column) => column.notNull())
        .addColumn('unique_key', 'varchar(250)')
        .addColumn('run_at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('max_attempts', 'integer', (column) => column.notNull())
        .addColumn('heartbeat_on', 'bigint')
        .addColumn('progress', 'real')
        .addColumn('error', 'text')
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('finished_on', 'bigint')
        .execute();
      await db.schema.createIndex('job_due').on('job').columns(['state', 'kind', 'run_at']).execute();
      await db.schema.createIndex('job_unique').on('job').column('unique_key').unique().where(sql.ref('state'), 'in', ['waiting', 'running']).execute();
      await db.schema
        .createTable('event_channel')
        .addColumn('channel', 'varchar(250)', (column) => column.primaryKey())
        .addColumn('ms', 'bigint', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('event')
        .addColumn('channel', 'varchar(250)', (column) => column.notNull())
        .addColumn('ms', 'bigint', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('event_pk', ['channel', 'ms', 'seq'])
        .execute();
    },
  },
  {
    name: '2026-01-04-groups',
    async up(db, { withId }) {
      const group = withId(db.schema.createTable('ab_group')).addColumn('name', 'varchar(100)', (column) => column.notNull().unique());
      await group.addColumn('label', 'varchar(150)').addColumn('description', 'varchar(512)').execute();
      for (const [table, one, many] of [['ab_user_group', 'user', 'group'], ['ab_group_role', 'group', 'role']] as const) {
        const link = db.schema.createTable(table).addColumn(`${one}_id`, 'integer', (column) => column.notNull().references(`ab_${one}.id`).onDelete('cascade'));
        const both = link.addColumn(`${many}_id`, 'integer', (column) => column.notNull().references(`ab_${many}.id`).onDelete('cascade'));
        await both.addPrimaryKeyConstraint(`${table}_pk`, [`${one}_id`, `${many}_id`]).execute();
      }
    },
  },
];
