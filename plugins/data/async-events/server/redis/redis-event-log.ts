import type { JsonObject } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { EventLog } from '@orrery/sdk/server';
import type { RedisLink } from './redis-link.ts';

const PREFIX = 'orrery:async:';
const WAKE = `${PREFIX}wake`;
const KEPT_SECONDS = 24 * 60 * 60;
/** Events kept per channel, about: Redis drops them by the block. */
const KEPT_EVENTS = 1000;
const PAGE = 1000;
/** A later answer is not about the moment of the question. */
const PROMPT_MS = 500;

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

function toEntries(rows: readonly (readonly [string, readonly string[]])[]): readonly Entry[] {
  return rows.map(([id, fields]) => ({ id, event: JSON.parse(fields[1] ?? '{}') as JsonObject }));
}

/** Events in Redis streams: one stream per channel, whose own ids are the events' ids. All calls reject with HttpError 503 while Redis is away. */
export function createRedisEventLog(link: RedisLink): EventLog {
  const followers = new Map<string, Set<() => void>>();
  const wakeAll = (): void => {
    for (const own of followers.values()) for (const wake of own) wake();
  };
  // What was told while the connection was lost is read when it is back.
  link.listen(WAKE, (channel) => followers.get(channel)?.forEach((wake) => wake()), wakeAll);

  async function read(channel: string, afterId?: string, limit = PAGE): Promise<readonly Entry[]> {
    return toEntries(await link.ask((redis) => redis.xrange(PREFIX + channel, afterId === undefined ? '-' : `(${afterId}`, '+', 'COUNT', limit)));
  }

  async function lastId(channel: string): Promise<string> {
    const rows = await link.ask((redis) => redis.xrevrange(PREFIX + channel, '+', '-', 'COUNT', 1));
    return rows[0]?.[0] ?? '0-0';
  }

  /** The end of a channel as it is now. Should Redis be away or answer late, the clock says since when events are wanted. */
  async function positionNow(channel: string): Promise<string> {
    const asked = Date.now();
    const since = `${asked}-0`;
    const last = await lastId(channel).catch(() => since);
    return Date.now() - asked > PROMPT_MS ? since : last;
  }

  return {
    append(channel, event) {
      const key = PREFIX + channel;
      return link.ask(async (redis) => {
        // All or nothing: an event that is stored is also told and does not stay for ever.
        const answers = await redis.multi().xadd(key, 'MAXLEN', '~', KEPT_EVENTS, '*', 'event', JSON.stringify(event)).expire(key, KEPT_SECONDS).publish(WAKE, channel).exec();
        const failed = answers?.find(([error]) => error)?.[0];
        const id = answers?.[0]?.[1];
        if (failed || typeof id !== 'string') throw failed ?? new Error('Redis stored no event.');
        return id;
      });
    },
    read,
    subscribe(channel, listener) {
      let isOpen = true;
      let position = positionNow(channel);
      let delivering = Promise.resolve();
      const deliver = async (): Promise<void> => {
        for (let isMore = true; isMore && isOpen; ) {
          const entries = await read(channel, await position);
          for (const entry of entries) {
            position = Promise.resolve(entry.id);
            if (isOpen) listener(entry);
          }
          isMore = entries.length === PAGE;
        }
      };
      const wake = (): void => {
        // The link says what is wrong; the next wake reads on from here.
        delivering = delivering.then(deliver).catch(() => undefined);
      };
      const own = followers.get(channel) ?? new Set();
      followers.set(channel, own.add(wake));
      return toDisposable(() => {
        isOpen = false;
        own.delete(wake);
        if (own.size === 0 && followers.get(channel) === own) followers.delete(channel);
      });
    },
  };
}
