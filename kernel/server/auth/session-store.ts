import { createHash, randomBytes } from 'node:crypto';
import type { MetadataStore } from '@orrery/sdk/server';
import { rememberVersion } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Ends when unused for this long, */
export const IDLE_MS = 7 * DAY;
/** and after this long in any case. */
const ABSOLUTE_MS = 30 * DAY;
/** How stale the stored time of last use may be; saves a write per request. */
const TOUCH_MS = 5 * MINUTE;

/** Signed-in sessions. Only a hash of the id is stored, so that a copy of the database opens none. */
export interface SessionStore {
  /** Answers the secret id for the cookie. */
  start(userId: number): Promise<string>;
  /** The live session behind an id, with the security version of this moment. */
  find(id: string): Promise<{ readonly userId: number; readonly version: number; readonly touched: boolean } | undefined>;
  end(id: string): Promise<void>;
  /** Ends all sessions of a user, but for one. */
  endAll(userId: number, exceptId?: string): Promise<void>;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function createSessionStore(metadata: MetadataStore, now: () => number): SessionStore {
  const db = metadata.db<KernelTables>();
  const read = (hashed: string) =>
    db
      .selectFrom('session')
      .innerJoin('security_version', (join) => join.on('security_version.id', '=', 1))
      .select(['user_id', 'created_on', 'seen_on', 'expires_on', 'version'])
      .where('id_hash', '=', hashed)
      .executeTakeFirst();
  // Embedded, asking whether anything was committed costs less than reading the row.
  const rowOf = metadata.dialect === 'sqlite' ? rememberVersion(() => metadata.dataVersion(), read) : read;
  return {
    async start(userId) {
      const id = randomToken();
      const time = now();
      await db.deleteFrom('session').where('user_id', '=', userId).where('expires_on', '<', time).execute();
      await db.insertInto('session').values({ id_hash: hashToken(id), user_id: userId, created_on: time, seen_on: time, expires_on: time + IDLE_MS }).execute();
      return id;
    },
    async find(id) {
      const hashed = hashToken(id);
      const row = await rowOf(hashed);
      const time = now();
      if (!row || row.expires_on <= time) return undefined;
      const touched = time - row.seen_on > TOUCH_MS;
      if (touched) {
        const expires = Math.min(time + IDLE_MS, row.created_on + ABSOLUTE_MS);
        await db.updateTable('session').set({ seen_on: time, expires_on: expires }).where('id_hash', '=', hashed).execute();
      }
      return { userId: row.user_id, version: row.version, touched };
    },
    async end(id) {
      await db.deleteFrom('session').where('id_hash', '=', hashToken(id)).execute();
    },
    async endAll(userId, exceptId) {
      const query = db.deleteFrom('session').where('user_id', '=', userId);
      await (exceptId === undefined ? query : query.where('id_hash', '!=', hashToken(exceptId))).execute();
    },
  };
}
