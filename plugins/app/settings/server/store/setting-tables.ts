import type { Migration } from '@orrery/sdk/server';

/** Owner of what holds for everybody; ids of users start at 1. */
export const EVERYBODY = 0;

/** Tables of this plugin. */
export interface SettingTables {
  plugin_settings: {
    setting_id: string;
    /** Id of a user, or {@link EVERYBODY}. */
    owner: number;
    /** JSON text of an object, without secrets. */
    public_values: string;
    /** JSON text: path → sealed value. */
    secrets: string;
    changed_on: number;
  };
}

export const MIGRATIONS: readonly Migration[] = [
  {
    name: '2026-11-21-plugin-settings',
    async up(db) {
      await db.schema
        .createTable('plugin_settings')
        .addColumn('setting_id', 'varchar(200)', (column) => column.notNull())
        .addColumn('owner', 'integer', (column) => column.notNull())
        .addColumn('public_values', 'text', (column) => column.notNull())
        .addColumn('secrets', 'text', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('plugin_settings_pk', ['setting_id', 'owner'])
        .execute();
      await db.schema.createIndex('plugin_settings_owner').on('plugin_settings').column('owner').execute();
    },
  },
];
