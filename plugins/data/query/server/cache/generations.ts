import type { MetadataStore, Migration } from '@orrery/sdk/server';

/** Datasets whose cached results were declared void, and how often. */
export interface GenerationTables {
  query_cache_generation: { dataset_id: number; generation: number };
}

export const GENERATION_MIGRATIONS: readonly Migration[] = [
  {
    name: '2026-11-21-cache-generation',
    async up(db) {
      await db.schema.createTable('query_cache_generation').addColumn('dataset_id', 'integer', (column) => column.primaryKey()).addColumn('generation', 'bigint', (column) => column.notNull()).execute();
    },
  },
];

/** A number in every cache key of a dataset; another number makes all its results unknown. */
export interface Generations {
  of(datasetId: number): Promise<number>;
  raise(datasetIds: readonly number[]): Promise<void>;
}

/** `remember` keeps what was read until anybody commits to the metadata database. */
export function createGenerations(
  metadata: MetadataStore,
  remember: (find: (id: number) => Promise<number>) => (id: number) => Promise<number>,
  now: () => number = Date.now,
): Generations {
  const db = metadata.db<GenerationTables>();
  return {
    of: remember(async (id) => {
      const row = await db.selectFrom('query_cache_generation').select('generation').where('dataset_id', '=', id).executeTakeFirst();
      return Number(row?.generation ?? 0);
    }),
    async raise(datasetIds) {
      if (datasetIds.length === 0) return;
      await db
        .insertInto('query_cache_generation')
        .values(datasetIds.map((dataset_id) => ({ dataset_id, generation: now() })))
        .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(({ ref }) => ({ generation: ref('excluded.generation') })))
        .execute();
    },
  };
}
