import type { MetadataStore } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { hashToken, randomToken } from './session-store.ts';

const LIFETIME_MS = 12 * 60 * 60_000;

/** One-time login links. */
export interface LoginLinks {
  /** Answers the secret part of a link; earlier links of the user stop working. */
  create(userId: number): Promise<string>;
  /** The user behind a link, once. */
  redeem(token: string): Promise<number | undefined>;
}

export function createLoginLinks(metadata: MetadataStore, now: () => number): LoginLinks {
  const db = metadata.db<KernelTables>();
  return {
    async create(userId) {
      const token = randomToken();
      await db.deleteFrom('login_link').where('user_id', '=', userId).execute();
      await db.insertInto('login_link').values({ token_hash: hashToken(token), user_id: userId, expires_on: now() + LIFETIME_MS }).execute();
      return token;
    },
    async redeem(token) {
      const row = await db.deleteFrom('login_link').where('token_hash', '=', hashToken(token)).returning(['user_id', 'expires_on']).executeTakeFirst();
      return row && row.expires_on > now() ? row.user_id : undefined;
    },
  };
}
