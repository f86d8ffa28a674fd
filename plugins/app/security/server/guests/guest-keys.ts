import { randomBytes, randomUUID } from 'node:crypto';
import type { MetadataStore, Secrets } from '@orrery/sdk/server';
import type { SecurityTables } from '../tables.ts';

/** A key with its public name. */
export interface GuestKey {
  readonly kid: string;
  readonly secret: Uint8Array;
}

/** Keys guest tokens are signed with: made at random by this deployment, stored sealed, shared by its processes. */
export interface GuestKeys {
  /** The key to sign with; a new one when there is none, or it is old. */
  current(): Promise<GuestKey>;
  /** The key of that name, also a former one; undefined when there is none. */
  find(kid: string): Promise<GuestKey | undefined>;
}

const DAY = 24 * 60 * 60 * 1000;
const RENEW_MS = 90 * DAY;
const CONTEXT = 'security.guest-key';

/** Creates the key ring. */
export function createGuestKeys(metadata: MetadataStore, secrets: Secrets, now: () => number = Date.now): GuestKeys {
  const db = metadata.db<SecurityTables>();
  const known = new Map<string, GuestKey & { readonly created: number }>();
  const remember = (row: SecurityTables['security_guest_key']): GuestKey => {
    const key = { kid: row.kid, secret: Buffer.from(secrets.open(row.sealed, `${CONTEXT}.${row.kid}`), 'base64'), created: row.created_on };
    known.set(row.kid, key);
    return key;
  };

  return {
    async current() {
      const fresh = now() - RENEW_MS;
      for (const key of known.values()) if (key.created > fresh) return key;
      const row = await db.selectFrom('security_guest_key').selectAll().where('created_on', '>', fresh).orderBy('created_on').executeTakeFirst();
      if (row) return remember(row);
      const kid = randomUUID();
      const made = { kid, sealed: secrets.seal(randomBytes(32).toString('base64'), `${CONTEXT}.${kid}`), created_on: now() };
      await db.insertInto('security_guest_key').values(made).execute();
      // Tokens live for minutes, so a key out of use for a day opens nothing any more.
      await db.deleteFrom('security_guest_key').where('created_on', '<', fresh - DAY).execute();
      return remember(made);
    },
    async find(kid) {
      const key = known.get(kid);
      if (key) return key;
      const row = await db.selectFrom('security_guest_key').selectAll().where('kid', '=', kid).executeTakeFirst();
      return row && remember(row);
    },
  };
}
