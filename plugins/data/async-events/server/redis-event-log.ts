import type { Disposable, JsonObject, Logger } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { EventLog } from '@orrery/sdk/server';

const PREFIX = 'orrery:async:';
const WAKE = `${PREFIX}wake`;
const KEPT_SECONDS = 24 * 60 * 60;
/** Events kept per channel, about. */
const KEPT_EVENTS = 1000;

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

/** Events in Redis streams: one stream per channel, whose own ids are the events' ids. */
export interface RedisEventLog extends EventLog, Disposable {}

function toEntries(rows: readonly (readonly [string, readonly string[]])[]): readonly Entry[] {
  return rows.map(([id, fields]) => ({ id, event: JSON.parse(fields[1] ?? '{}') as JsonObject }));
}

/** Connects when first used; lost connections are made again. The address may hold a password and is never logged. */
export async function createRedisEventLog(url: string, log: Logger): Promise<RedisEventLog> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 3 });
  const hub = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null });
  const wakers = new Map<string, Set<() => void>>();
  for (const connection of [redis, hub]) connection.on('error', (error: Error) => log.warn('Redis cannot be reached for events.', { error: error.message }));
  hub.on('message', (_, channel: string) => {
    for (const wake of wakers.get(channel) ?? []) wake();
  });
  hub.subscribe(WAKE).catch(() => undefined);

  async function read(channel: string, afterId?: string, limit = 1000): Promise<readonly Entry[]> {
    return toEntries(await redis.xrange(PREFIX + channel, afterId === undefined ? '-' : `(${afterId}`, '+', 'COUNT', limit));
  }

  return {
    async append(channel, event) {
      const key = PREFIX + channel;
      const id = await redis.xadd(key, 'MAXLEN', '~', KEPT_EVENTS, '*', 'event', JSON.stringify(event));
      await redis.multi().expire(key, KEPT_SECONDS).publish(WAKE, channel).exec();
      return id ?? '0-0';
    },
    read,
    subscribe(channel, listener) {
      let isOpen = true;
      let position = redis.xrevrange(PREFIX + channel, '+', '-', 'COUNT', 1).then((rows) => rows[0]?.[0] ?? '0-0');
      let delivering = Promise.resolve();
      const wake = (): void => {
        delivering = delivering
          .then(async () => {
            if (!isOpen) return;
            for (const entry of await read(channel, await position)) {
              position = Promise.resolve(entry.id);
              if (isOpen) listener(entry);
            }
          })
          .catch((error: unknown) => log.warn('Events could not be read from Redis.', { error: error instanceof Error ? error.message : String(error) }));
      };
      position.catch(() => undefined);
      const own = wakers.get(channel) ?? new Set();
      wakers.set(channel, own.add(wake));
      return toDisposable(() => {
        isOpen = false;
        own.delete(wake);
        if (own.size === 0) wakers.delete(channel);
      });
    },
    dispose() {
      wakers.clear();
      redis.disconnect();
      hub.disconnect();
    },
  };
}
