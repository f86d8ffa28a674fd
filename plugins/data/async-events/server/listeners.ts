import type { Cache } from '@orrery/sdk/server';

/** Who still listens to a channel, in any process. */
export interface Listeners {
  /** Somebody asked for the channel's events, or keeps a connection open for them. */
  heard(channel: string): void;
  /** Epoch ms of the last sign of a listener. */
  lastHeard(channel: string): Promise<number>;
}

/** Other processes learn of a listener this much later at most. */
const SHARE_MS = 10_000;
const KEPT_SECONDS = 600;
const KEPT_MS = KEPT_SECONDS * 1000;

export function createListeners(cache: Cache, now: () => number = Date.now): Listeners {
  const heardHere = new Map<string, number>();
  const sharedAt = new Map<string, number>();
  const keyOf = (channel: string): string => `async-listener:${channel}`;
  return {
    heard(channel) {
      const time = now();
      heardHere.delete(channel);
      heardHere.set(channel, time);
      for (const [oldest, at] of heardHere) {
        if (time - at < KEPT_MS) break;
        heardHere.delete(oldest);
        sharedAt.delete(oldest);
      }
      if (time - (sharedAt.get(channel) ?? 0) < SHARE_MS) return;
      sharedAt.set(channel, time);
      cache.set(keyOf(channel), Buffer.from(String(time)), KEPT_SECONDS).catch(() => undefined);
    },
    async lastHeard(channel) {
      const shared = await cache.get(keyOf(channel)).catch(() => undefined);
      return Math.max(heardHere.get(channel) ?? 0, Number(shared?.toString() ?? 0));
    },
  };
}
