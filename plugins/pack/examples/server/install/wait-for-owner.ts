import { setTimeout as pause } from 'node:timers/promises';
import type { MetadataStore } from '@orrery/sdk/server';

interface Tables {
  ab_user: { id: number };
  ab_role: { id: number; name: string };
  ab_user_role: { user_id: number; role_id: number };
}

/** Longest time a new installation may take to make its administrator, in milliseconds. */
const PATIENCE_MS = 60_000;
const POLL_MS = 250;

/** Id of the first administrator, who owns the examples. On a first start the account is made while we begin. */
export async function waitForOwner(metadata: MetadataStore, signal: AbortSignal): Promise<number> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const row = await metadata
      .db<Tables>()
      .selectFrom('ab_user as u')
      .innerJoin('ab_user_role as link', 'link.user_id', 'u.id')
      .innerJoin('ab_role as r', 'r.id', 'link.role_id')
      .select('u.id')
      .where('r.name', '=', 'Admin')
      .orderBy('u.id')
      .executeTakeFirst();
    if (row) return row.id;
    await pause(POLL_MS, undefined, { signal });
  }
  throw new Error('There is no administrator to own the examples. Create one and restart.');
}
