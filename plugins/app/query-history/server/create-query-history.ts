import { randomUUID } from 'node:crypto';
import { toDisposable } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import type { QueryHistory, QueryRecord, QueryStatus, QueryTables } from '../contract.ts';
import { describeQueries } from './describe-queries.ts';

/** Statuses nothing follows. */
export const ENDED: readonly QueryStatus[] = ['success', 'failed', 'stopped', 'timed_out'];

/** The record of queries, with what `stop` needs of it. */
export interface QueryStore extends QueryHistory {
  /** A user's queries that changed at that time or later, oldest first. */
  changedSince(userId: number | null, ms: number): Promise<readonly QueryRecord[]>;
  /** Asks all who run queries in this process; true when one of them cancelled it. Rejects when it cannot be cancelled. */
  cancel(query: QueryRecord): Promise<boolean>;
}

export function createQueryHistory(metadata: MetadataStore, now: () => number = Date.now): QueryStore {
  const db = metadata.db<QueryTables>();
  const stoppers = new Set<(query: QueryRecord) => boolean | Promise<boolean>>();
  const get = async (id: number): Promise<QueryRecord | undefined> => {
    const row = await db.selectFrom('query').selectAll().where('id', '=', id).executeTakeFirst();
    return row && withNumbers(row);
  };

  return {
    async add(query) {
      const time = now();
      const row = {
        status: 'pending', limiting_factor: 'UNKNOWN', start_time: time, progress: 0, select_as_cta: 0, select_as_cta_used: 0, ...query, uuid: randomUUID(), changed_on: time,
      };
      return withNumbers(await db.insertInto('query').values(row as QueryTables['query']).returningAll().executeTakeFirstOrThrow());
    },
    async change(id, change) {
      let update = db.updateTable('query').set({ ...change, changed_on: now() }).where('id', '=', id);
      if (change.status !== undefined) update = update.where('status', 'not in', ENDED);
      await update.execute();
      return get(id);
    },
    get,
    async find(clientId, userId) {
      const row = await db
        .selectFrom('query')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('user_id', userId === null ? 'is' : '=', userId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && withNumbers(row);
    },
    async changedSince(userId, ms) {
      const rows = await db.selectFrom('query').selectAll().where('user_id', userId === null ? 'is' : '=', userId).where('changed_on', '>=', ms).orderBy('id').execute();
      return rows.map(withNumbers);
    },
    describe: (records) => describeQueries(metadata, records),
    onStop(stop) {
      stoppers.add(stop);
      return toDisposable(() => stoppers.delete(stop));
    },
    async cancel(query) {
      const answers = await Promise.all([...stoppers].map(async (stop) => stop(query)));
      return answers.includes(true);
    },
  };
}

/** PostgreSQL's driver may answer bigint columns as text. */
function withNumbers(row: QueryRecord): QueryRecord {
  const number = (value: number | null): number | null => (value === null ? null : Number(value));
  return {
    ...row,
    start_time: Number(row.start_time),
    changed_on: Number(row.changed_on),
    start_running_time: number(row.start_running_time),
    end_time: number(row.end_time),
    end_result_backend_time: number(row.end_result_backend_time),
  };
}
