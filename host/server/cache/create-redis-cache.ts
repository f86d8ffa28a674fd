import { randomBytes } from 'node:crypto';
import type { Disposable, Logger } from '@orrery/sdk';
import type { Cache } from '@orrery/sdk/server';
import { openRedis } from './redis-connection.ts';
import type { RedisConnection } from './redis-connection.ts';
import { createShelfCache } from './shelf-cache.ts';
import type { MemoryOptions, Shelf } from './shelf-cache.ts';

/** Place, size and clock of the cache. */
export interface RedisCacheOptions extends MemoryOptions {
  readonly url: string;
  /** Begins the names of its keys, so that deployments can share a Redis. */
  readonly deployment: string;
  readonly log: Logger;
  /** Larger values are not kept. */
  readonly valueBytes?: number;
}

const MARK_BYTES = 12;
const DEFAULT_VALUE_BYTES = 16 * 1024 * 1024;
/** Values without an end would fill a Redis that evicts nothing. */
const LONGEST_SECONDS = 30 * 24 * 60 * 60;
const MOST_OWED = 10_000;

/**
 * Values in a Redis shared by all processes of the deployment, the hottest kept in memory. While Redis is away nothing is
 * found and nothing kept; losing any of it costs time only. Rejects for an address that is none.
 */
export async function createRedisCache({ url, log, ...options }: RedisCacheOptions): Promise<Cache & Disposable> {
  let onReady = (): void => undefined;
  const connection = await openRedis({ url, log, onReady: () => onReady() });
  const shelf = createRedisShelf(connection, options);
  onReady = shelf.settle;
  return { ...createShelfCache(shelf, options), dispose: () => connection.dispose() };
}

/** A binary string per value: 12 random bytes are its mark, the value follows. */
function createRedisShelf(connection: RedisConnection, { deployment, valueBytes = DEFAULT_VALUE_BYTES }: Omit<RedisCacheOptions, 'url' | 'log'>): Shelf & { settle(): void } {
  /** Keys whose value in Redis is out of date, because it was away when they were deleted or replaced. */
  const owed = new Set<string>();
  const nameOf = (key: string): string => `orrery:cache:${deployment}:${key}`;

  async function remove(key: string): Promise<void> {
    if (owed.size < MOST_OWED) owed.add(key);
    if ((await connection.ask((redis) => redis.del(nameOf(key)))) !== undefined) owed.delete(key);
  }

  return {
    async read(key) {
      const bytes = owed.has(key) ? undefined : await connection.ask((redis) => redis.getBuffer(nameOf(key)));
      if (!bytes || bytes.length < MARK_BYTES) return undefined;
      // Redis keeps the time: clocks of two machines differ.
      return { mark: bytes.toString('base64', 0, MARK_BYTES), value: bytes.subarray(MARK_BYTES), expires: 0 };
    },
    async look(key) {
      const mark = owed.has(key) ? undefined : await connection.ask((redis) => redis.getrangeBuffer(nameOf(key), 0, MARK_BYTES - 1));
      return mark && mark.length === MARK_BYTES ? mark.toString('base64') : undefined;
    },
    async write(key, value, ttlSeconds) {
      const mark = randomBytes(MARK_BYTES);
      const seconds = ttlSeconds === 0 ? LONGEST_SECONDS : Math.max(1, Math.ceil(ttlSeconds));
      const done = value.length > valueBytes ? undefined : await connection.ask((redis) => redis.set(nameOf(key), Buffer.concat([mark, value]), 'EX', seconds));
      if (done === undefined) {
        // What was there before must not outlive what replaces it.
        await remove(key);
        return undefined;
      }
      owed.delete(key);
      return { mark: mark.toString('base64'), expires: 0 };
    },
    remove,
    settle() {
      for (const key of owed) void remove(key);
    },
  };
}
