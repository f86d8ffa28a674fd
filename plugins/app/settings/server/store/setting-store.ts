import type { JsonObject } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { SettingTables } from './setting-tables.ts';

/** What one owner set in one group. */
export interface StoredSettings {
  readonly values: JsonObject;
  /** Path → sealed value. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Settings by group and owner. */
export interface SettingStore {
  /** Everything of these owners, by owner and group. */
  read(owners: readonly number[]): Promise<(owner: number, groupId: string) => StoredSettings>;
  /** Replaces what an owner set; `change` sees what is stored, in the same transaction, and may refuse by throwing. */
  write(owner: number, groupId: string, change: (before: StoredSettings) => StoredSettings): Promise<StoredSettings>;
  remove(owner: number, groupId: string): Promise<void>;
}

const NOTHING: StoredSettings = { values: {}, secrets: {} };
type Row = SettingTables['plugin_settings'];

const parse = (row: Row): StoredSettings => ({ values: JSON.parse(row.public_values) as JsonObject, secrets: JSON.parse(row.secrets) as Record<string, string> });

/** Keeps settings in the metadata database. */
export function createSettingStore(metadata: MetadataStore, now: () => number): SettingStore {
  const db = metadata.db<SettingTables>();
  return {
    async read(owners) {
      const rows = await db.selectFrom('plugin_settings').selectAll().where('owner', 'in', [...owners]).execute();
      const stored = new Map(rows.map((row) => [`${row.owner} ${row.setting_id}`, parse(row)]));
      return (owner, groupId) => stored.get(`${owner} ${groupId}`) ?? NOTHING;
    },
    write: (owner, groupId, change) =>
      metadata.transaction(async (trx: Kysely<SettingTables>) => {
        const row = await trx.selectFrom('plugin_settings').selectAll().where('setting_id', '=', groupId).where('owner', '=', owner).executeTakeFirst();
        const next = change(row ? parse(row) : NOTHING);
        const columns = { public_values: JSON.stringify(next.values), secrets: JSON.stringify(next.secrets), changed_on: now() };
        await trx
          .insertInto('plugin_settings')
          .values({ setting_id: groupId, owner, ...columns })
          .onConflict((conflict) => conflict.columns(['setting_id', 'owner']).doUpdateSet(columns))
          .execute();
        return next;
      }),
    async remove(owner, groupId) {
      await db.deleteFrom('plugin_settings').where('setting_id', '=', groupId).where('owner', '=', owner).execute();
    },
  };
}
