import type { Disposable, Logger } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { Redis } from 'ioredis';

/** One Redis, asked and listened to; lost connections are made again for ever. */
export interface RedisLink extends Disposable {
  /** Asks Redis; rejects with HttpError 503 when it cannot be asked. */
  ask<T>(question: (redis: Redis) => Promise<T>): Promise<T>;
  /** Hears messages of a topic; `onReturn` when some may have been missed, also at the start. */
  listen(topic: string, onMessage: (text: string) => void, onReturn: () => void): void;
}

/** A Redis that says nothing for so long is as good as gone. */
const ANSWER_MS = 3000;
const RETRY_MS = 1000;
/** How often the listening connection is asked whether it is still one. */
const KNOCK_MS = 15_000;
const UNAVAILABLE = 'Background answers are not available just now, because the server cannot reach its event store. Try again in a moment.';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws for an address that is none; it may hold a password, so it is neither quoted nor logged. */
function checkAddress(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'redis:' && protocol !== 'rediss:') throw new Error('ORRERY_REDIS_URL is not the address of a Redis. Write it as redis://host:6379/0, or rediss:// for TLS.');
}

/** Connects when first used. */
export async function createRedisLink(url: string, log: Logger): Promise<RedisLink> {
  checkAddress(url);
  // Deployments without Redis need not load its client.
  const { Redis } = await import('ioredis');
  const options = { lazyConnect: true, connectTimeout: ANSWER_MS, commandTimeout: ANSWER_MS, maxRetriesPerRequest: 2, autoResubscribe: false, retryStrategy: (times: number) => Math.min(times * 100, RETRY_MS) };
  const asked = new Redis(url, options);
  const heard = new Redis(url, options);
  let isAway = false;

  // Told once when it begins and once when it ends, not with every attempt between.
  const onDown = (error: unknown): void => {
    if (!isAway) log.warn('Redis does not answer; background answers wait for it.', { error: textOf(error) });
    isAway = true;
  };
  const onUp = (): void => {
    if (isAway) log.info('Redis answers again.');
    isAway = false;
  };
  for (const connection of [asked, heard]) connection.on('error', onDown).on('ready', onUp);

  const knock = setInterval(() => {
    if (heard.status === 'ready') heard.ping().catch(() => heard.disconnect(true));
  }, KNOCK_MS).unref();

  return {
    async ask(question) {
      try {
        const answer = await question(asked);
        onUp();
        return answer;
      } catch (error) {
        onDown(error);
        throw new HttpError(503, UNAVAILABLE, error);
      }
    },
    listen(topic, onMessage, onReturn) {
      heard.on('message', (from: string, text: string) => {
        if (from === topic) onMessage(text);
      });
      heard.on('ready', () => {
        heard.subscribe(topic).then(onReturn, () => heard.disconnect(true));
      });
      heard.connect().catch(() => undefined);
    },
    dispose() {
      clearInterval(knock);
      // What was asked before is still sent.
      asked.quit().catch(() => asked.disconnect());
      heard.disconnect();
    },
  };
}
