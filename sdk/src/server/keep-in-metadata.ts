import { createHash } from 'node:crypto';
import type { MetadataStore, Migration } from './metadata.ts';
import type { Cache } from './services.ts';

/** Bytes by key for a while. @public */
export type ByteStore = Pick<Cache, 'get' | 'set' | 'delete'>;

interface Tables {
  /** `name` is the SHA-256 of the key, `value` base64, `expires_on` epoch ms (0 means never). */
  kept_value: { name: string; value: string; expires_on: number };
}

const MIGRATIONS: readonly Migration[] = [
  {
    name: '2026-11-22-kept-value',
    async up(db) {
      // Every plugin that keeps values comes by here; the table is the same.
      await db.schema.createTable('kept_value').ifNotExists().addColumn('name', 'varchar(64)', (column) => column.primaryKey()).addColumn('value', 'text', (column) => column.notNull()).addColumn('expires_on', 'bigint', (column) => column.notNull()).execute();
      await db.schema.createIndex('kept_value_expires').ifNotExists().on('kept_value').column('expires_on').execute();
    },
  },
];

/** Writes between two clearings of what is over. */
const CLEAR_EVERY = 200;

/**
 * Values that must not go with the cache: what a link or an answer still promises a user. They stay in the metadata
 * database until their time is over; keys begin with a name of the caller's. A value written again unchanged costs a
 * write only once a hundredth of its time has passed. Ask once, when the plugin starts.
 * @public
 */
export async function keepInMetadata(metadata: MetadataStore, now: () => number = Date.now): Promise<ByteStore> {
  await metadata.migrate(MIGRATIONS);
  const db = metadata.db<Tables>();
  const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');
  const clear = () => db.deleteFrom('kept_value').where('expires_on', '>', 0).where('expires_on', '<=', now()).execute();
  await clear();
  let writes = 0;

  return {
    async get(key) {
      const row = await db.selectFrom('kept_value').select(['value', 'expires_on']).where('name', '=', nameOf(key)).executeTakeFirst();
      return row && (row.expires_on === 0 || row.expires_on > now()) ? Buffer.from(row.value, 'base64') : undefined;
    },
    async set(key, bytes, ttlSeconds) {
      const name = nameOf(key);
      const value = bytes.toString('base64');
      const expires_on = ttlSeconds === 0 ? 0 : now() + Math.ceil(ttlSeconds * 1000);
      const known = await db.selectFrom('kept_value').select(['value', 'expires_on']).where('name', '=', name).executeTakeFirst();
      if (known?.value === value && known.expires_on <= expires_on && known.expires_on >= expires_on - ttlSeconds * 10) return;
      await db.insertInto('kept_value').values({ name, value, expires_on }).onConflict((conflict) => conflict.column('name').doUpdateSet({ value, expires_on })).execute();
      writes += 1;
      if (writes % CLEAR_EVERY === 0) await clear();
    },
    async delete(key) {
      await db.deleteFrom('kept_value').where('name', '=', nameOf(key)).execute();
    },
  };
}
