import { setTimeout as wait } from 'node:timers/promises';
import type { Disposable, Logger } from '@orrery/sdk';
import type { Redis } from 'ioredis';

/** A Redis one can do without; a lost connection is made again for ever. */
export interface RedisConnection extends Disposable {
  /** The answer; undefined at once while Redis is away, and when it refuses. Never rejects. */
  ask<T>(question: (redis: Redis) => Promise<T>): Promise<T | undefined>;
}

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`; may hold a password. */
  readonly url: string;
  readonly log: Logger;
  /** Called with every connection made, before anything else is asked by it. */
  readonly onReady: () => void;
}

/** A Redis that says nothing for so long is as good as gone. */
const ANSWER_MS = 3000;
const RETRY_MS = 1000;
/** A Redis that refuses, refuses again and again; once in a while is enough to know. */
const REPEAT_MS = 10 * 60_000;

/** Throws for an address that is none; it may hold a password, so it is not quoted. */
function checkAddress(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'redis:' && protocol !== 'rediss:') throw new Error('ORRERY_REDIS_URL is not the address of a Redis. Write it as redis://host:6379/0, or rediss:// for TLS.');
}

const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'ReplyError';

/** A word for the log: texts of errors may quote the address, a password or a value. */
function reasonOf(error: unknown): string {
  if (isRefusal(error)) return /^[A-Z]+\b/.exec(error.message)?.[0] ?? 'ERR';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}

/** Opens it, and waits a moment for the first connection or its failure. Rejects for an address that is none. */
export async function openRedis({ url, log, onReady }: RedisConnectionOptions): Promise<RedisConnection> {
  checkAddress(url);
  // Deployments without Redis need not load its client.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    // What cannot be asked now is not asked later: nobody waits for it.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    retryStrategy: (times) => Math.min(times * 100, RETRY_MS),
  });
  let isAway = false;
  let isOver = false;
  let isLeaving = false;
  let complained = -Infinity;

  // Told once when it begins and once when it ends, not with every question between.
  const onDown = (error: unknown): void => {
    if (!isAway && !isOver) log.warn('The cache in Redis cannot be reached; results are computed anew meanwhile.', { reason: reasonOf(error) });
    isAway = true;
  };
  const onRefusal = (error: Error): void => {
    if (Date.now() - complained < REPEAT_MS) return;
    complained = Date.now();
    log.warn('Redis refuses what the cache asks; results are computed anew.', { reason: reasonOf(error) });
  };
  redis.on('error', onDown);
  redis.on('close', () => (isLeaving = false));
  redis.on('ready', () => {
    if (isAway) log.info('The cache in Redis is back.');
    isAway = false;
    onReady();
  });
  await Promise.race([redis.connect().catch(onDown), wait(ANSWER_MS, undefined, { ref: false })]);

  return {
    async ask(question) {
      if (isLeaving) return undefined;
      if (redis.status !== 'ready') {
        onDown(undefined);
        return undefined;
      }
      try {
        return await question(redis);
      } catch (error) {
        if (isRefusal(error)) onRefusal(error);
        else {
          onDown(error);
          // It was given its time. Questions are asked again once a new connection has shown that it answers.
          if (redis.status === 'ready' && !isLeaving) {
            isLeaving = true;
            redis.disconnect(true);
          }
        }
        return undefined;
      }
    },
    dispose() {
      isOver = true;
      // What was asked before is still sent.
      redis.quit().catch(() => redis.disconnect());
    },
  };
}
