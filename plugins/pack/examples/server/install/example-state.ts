import type { Migration, MetadataStore } from '@orrery/sdk/server';

interface Tables {
  example_state: { key: string; value: string };
}

/** Schema of the examples' own notes. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-01-example-state',
    async up(db) {
      await db.schema
        .createTable('example_state')
        .addColumn('key', 'varchar(100)', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
];

/** What has been installed already; survives a restart. */
export interface ExampleState {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  /** Forgets all keys that begin with `prefix`. */
  clear(prefix: string): Promise<void>;
  keys(prefix: string): Promise<readonly string[]>;
}

/** Creates the notes over table `example_state`. */
export function createExampleState(metadata: MetadataStore): ExampleState {
  const db = () => metadata.db<Tables>();
  return {
    async get(key) {
      return (await db().selectFrom('example_state').select('value').where('key', '=', key).executeTakeFirst())?.value;
    },
    async set(key, value) {
      await db()
        .insertInto('example_state')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
    async clear(prefix) {
      await db().deleteFrom('example_state').where('key', 'like', `${prefix}%`).execute();
    },
    async keys(prefix) {
      return (await db().selectFrom('example_state').select('key').where('key', 'like', `${prefix}%`).execute()).map(({ key }) => key);
    },
  };
}
