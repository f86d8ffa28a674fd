import type { MetadataStore } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { hashToken } from './session-store.ts';

const WINDOW_MS = 15 * 60_000;
const PER_NAME = 10;
const PER_ADDRESS = 100;

/** Limits guessing. Kept in the database: neither a restart nor a second process starts the count anew. */
export interface LoginThrottle {
  /**
   * Counts an attempt before it is made, so that parallel ones cannot slip through.
   * Throws 429 with the time to wait when there were too many; else answers how to take it back after a success.
   */
  admit(ip: string, username: string): Promise<() => Promise<void>>;
}

/** Too many attempts; `retryAfter` in seconds. */
export class ThrottledError extends HttpError {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super(429, `Too many login attempts. Try again in ${retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`}.`);
    this.retryAfter = retryAfter;
  }
}

export function createLoginThrottle(metadata: MetadataStore, now: () => number): LoginThrottle {
  const nameKey = (ip: string, username: string): string => hashToken(`name\0${ip}\0${username.toLowerCase()}`);
  const addressKey = (ip: string): string => hashToken(`address\0${ip}`);
  return {
    async admit(ip, username) {
      const time = now();
      const keys = [[nameKey(ip, username), PER_NAME], [addressKey(ip), PER_ADDRESS]] as const;
      const wait = await metadata.transaction<KernelTables, number | undefined>(async (db) => {
        await db.deleteFrom('login_attempt').where('at', '<=', time - WINDOW_MS).execute();
        for (const [key, limit] of keys) {
          const query = db.selectFrom('login_attempt').select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')]);
          const attempts = await query.where('key', '=', key).executeTakeFirstOrThrow();
          if (Number(attempts.count) >= limit) return Math.max(1, Math.ceil((attempts.oldest + WINDOW_MS - time) / 1000));
        }
        await db.insertInto('login_attempt').values(keys.map(([key]) => ({ key, at: time }))).execute();
        return undefined;
      });
      if (wait !== undefined) throw new ThrottledError(wait);
      return async () => {
        const [[name], [address]] = keys;
        await metadata.db<KernelTables>().deleteFrom('login_attempt').where(({ eb, or, and }) => or([eb('key', '=', name), and([eb('key', '=', address), eb('at', '=', time)])])).execute();
      };
    },
  };
}
