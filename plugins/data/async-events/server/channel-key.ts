import { randomBytes } from 'node:crypto';
import type { MetadataStore, Secrets } from '@orrery/sdk/server';
import type { AsyncTables } from './tables.ts';

const CONTEXT = 'async-events/channel-key';

/** The deployment's key for channel tokens: made once, the same in all processes, never stored in the clear. */
export async function loadChannelKey(metadata: MetadataStore, secrets: Secrets): Promise<Buffer> {
  const db = metadata.db<AsyncTables>();
  const read = () => db.selectFrom('async_event_key').select('sealed').where('id', '=', 1).executeTakeFirst();
  let row = await read();
  if (!row) {
    // Another process may be first; its key is the key.
    await db.insertInto('async_event_key').values({ id: 1, sealed: secrets.seal(randomBytes(32).toString('base64'), CONTEXT) }).onConflict((conflict) => conflict.column('id').doNothing()).execute();
    row = await read();
  }
  return Buffer.from(secrets.open(row!.sealed, CONTEXT), 'base64');
}
