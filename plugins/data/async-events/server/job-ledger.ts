import type { MetadataStore } from '@orrery/sdk/server';
import type { AsyncTables } from './tables.ts';

/** Notes with the time of their last sign of life, for all processes. */
export interface JobLedger {
  /** Writes a note, or renews it. Epoch ms. */
  note(entry: string, time: number): Promise<void>;
  drop(entry: string): Promise<void>;
  /** Takes out notes without a sign since; each comes to one caller only. */
  takeOlder(than: number): Promise<readonly string[]>;
}

/** Notes in the metadata database. */
export function createSqlLedger(metadata: MetadataStore): JobLedger {
  const db = metadata.db<AsyncTables>();
  return {
    async note(entry, beat_on) {
      await db.insertInto('async_job').values({ entry, beat_on }).onConflict((conflict) => conflict.column('entry').doUpdateSet({ beat_on })).execute();
    },
    async drop(entry) {
      await db.deleteFrom('async_job').where('entry', '=', entry).execute();
    },
    async takeOlder(than) {
      const old = await db.selectFrom('async_job').select('entry').where('beat_on', '<', than).limit(1).execute();
      // Nothing is written, as a rule: each write makes what others remember of the database void.
      return old.length === 0 ? [] : (await db.deleteFrom('async_job').where('beat_on', '<', than).returning('entry').execute()).map(({ entry }) => entry);
    },
  };
}
