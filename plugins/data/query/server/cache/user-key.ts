import type { User } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import type { DatabaseTables } from '../../../../app/database/contract.ts';
import { isObject } from '../context/problems.ts';

function perUserCaching(extra: string | null | undefined): boolean {
  try {
    const value: unknown = JSON.parse(extra ?? '{}');
    return isObject(value) && value['per_user_caching'] === true;
  } catch {
    return false;
  }
}

/**
 * What makes a result a user's own (contract §3.7): a database that is asked in the user's name, or one whose results are
 * kept per user (`per_user_caching` in its extra, or the flag CACHE_QUERY_BY_USER for all). undefined: results are for all
 * with the same rules. The name counts as well as the id: it is what the database is asked by, and guests have no id.
 */
export function createUserKey(
  metadata: MetadataStore,
  flags: Readonly<Record<string, boolean>>,
  remember: <K, V>(find: (key: K) => Promise<V>) => (key: K) => Promise<V>,
): (user: User, databaseId: number) => Promise<string | undefined> {
  const isPerUser = remember(async (id: number) => {
    const row = await metadata.db<DatabaseTables>().selectFrom('dbs').select(['impersonate_user', 'extra']).where('id', '=', id).executeTakeFirst();
    return row !== undefined && (row.impersonate_user === 1 || perUserCaching(row.extra));
  });
  return async (user, databaseId) => (flags['CACHE_QUERY_BY_USER'] === true || (await isPerUser(databaseId)) ? `user ${user.id ?? 'none'} ${user.username}` : undefined);
}
