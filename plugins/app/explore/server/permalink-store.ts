import type { JsonObject } from '@orrery/sdk';
import { contentKey } from '@orrery/sdk/server';
import type { MetadataStore } from '@orrery/sdk/server';

/** What a permalink of Explore keeps (contract §1.2). */
export interface ExplorePermalink {
  readonly chartId: number | null;
  readonly datasourceId: number;
  readonly datasourceType: string;
  readonly datasource: string;
  readonly state: JsonObject;
}

/** Permanent links by a key made of their content. */
export interface PermalinkStore {
  put(value: ExplorePermalink, userId: number | null): Promise<string>;
  get(key: string): Promise<ExplorePermalink | undefined>;
}

interface PermalinkTables {
  explore_permalinks: { key: string; value: string; created_on: number; created_by_fk: number | null };
}

/** Creates the store over table `explore_permalinks`. */
export function createPermalinkStore(metadata: MetadataStore): PermalinkStore {
  const db = () => metadata.db<PermalinkTables>();
  return {
    async put(value, userId) {
      const key = contentKey(value);
      await db()
        .insertInto('explore_permalinks')
        .values({ key, value: JSON.stringify(value), created_on: Date.now(), created_by_fk: userId })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      return key;
    },
    async get(key) {
      const row = await db().selectFrom('explore_permalinks').select('value').where('key', '=', key).executeTakeFirst();
      return row && (JSON.parse(row.value) as ExplorePermalink);
    },
  };
}
