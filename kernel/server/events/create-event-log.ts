import { sql } from 'kysely';
import type { Disposable, JsonObject } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { EventLog, MetadataStore } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

const KEPT_MS = 24 * 60 * 60_000;
/** How long a subscriber may wait for an event appended by another process. */
const POLL_MS = 1000;
const PURGE_EVERY = 200;

/** Append-only events in the metadata database, with replay. */
export interface SqlEventLog extends EventLog, Disposable {}

export function createEventLog(metadata: MetadataStore, now: () => number = Date.now): SqlEventLog {
  const db = metadata.db<KernelTables>();
  const wakers = new Set<(channel: string) => void>();
  let appended = 0;

  async function append(channel: string, event: JsonObject): Promise<string> {
    const time = now();
    const id = await metadata.transaction<KernelTables, string>(async (trx) => {
      // The channel's row stays locked until the commit: a reader never sees a later id before an earlier one.
      const { rows } = await sql<{ ms: number; seq: number }>`
        insert into event_channel (channel, ms, seq) values (${channel}, ${time}, 0)
        on conflict (channel) do update set
          seq = case when event_channel.ms >= excluded.ms then event_channel.seq + 1 else 0 end,
          ms = case when event_channel.ms >= excluded.ms then event_channel.ms else excluded.ms end
        returning ms, seq`.execute(trx);
      const { ms, seq } = rows[0] as { ms: number; seq: number };
      await trx.insertInto('event').values({ channel, ms, seq, event: JSON.stringify(event) }).execute();
      return `${ms}-${seq}`;
    });
    appended += 1;
    if (appended % PURGE_EVERY === 0) await db.deleteFrom('event').where('ms', '<', time - KEPT_MS).execute();
    for (const wake of wakers) wake(channel);
    return id;
  }

  async function read(channel: string, afterId?: string, limit = 1000): Promise<readonly Entry[]> {
    const [ms, seq] = parseId(afterId);
    const rows = await db
      .selectFrom('event')
      .select(['ms', 'seq', 'event'])
      .where('channel', '=', channel)
      .where(({ eb, or, and }) => or([eb('ms', '>', ms), and([eb('ms', '=', ms), eb('seq', '>', seq)])]))
      .orderBy('ms')
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: `${row.ms}-${row.seq}`, event: JSON.parse(row.event) as JsonObject }));
  }

  async function lastId(channel: string): Promise<string> {
    const row = await db.selectFrom('event_channel').select(['ms', 'seq']).where('channel', '=', channel).executeTakeFirst();
    return row ? `${row.ms}-${row.seq}` : '0-0';
  }

  return {
    append,
    read,
    subscribe(channel, listener) {
      let isOpen = true;
      let position = lastId(channel);
      let delivering = Promise.resolve();
      const deliver = (): void => {
        // One after the other: two readers would deliver the same event twice.
        delivering = delivering.then(async () => {
          if (!isOpen) return;
          for (const entry of await read(channel, await position)) {
            position = Promise.resolve(entry.id);
            if (isOpen) listener(entry);
          }
        }).catch(() => {});
      };
      const wake = (changed: string): void => {
        if (changed === channel) deliver();
      };
      const timer = setInterval(deliver, POLL_MS).unref();
      wakers.add(wake);
      return toDisposable(() => {
        isOpen = false;
        clearInterval(timer);
        wakers.delete(wake);
      });
    },
    dispose: () => wakers.clear(),
  };
}

function parseId(id: string | undefined): [ms: number, seq: number] {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(id ?? '0-0');
  if (!match) throw new TypeError('An event id reads <ms>-<seq>');
  return [Number(match[1]), Number(match[2])];
}
