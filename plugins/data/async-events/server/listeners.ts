import type { Cache } from '@orrery/sdk/server';

/** When a channel was last heard, for all processes. */
export interface Marks {
  /** `time` in epoch ms, kept for `seconds`. */
  set(channel: string, time: number, seconds: number): Promise<void>;
  /** Epoch ms; 0 for a channel nobody listened to. */
  get(channel: string): Promise<number>;
}

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

/** Marks in the deployment's cache. */
export function cacheMarks(cache: Pick<Cache, 'get' | 'set'>): Marks {
  const keyOf = (channel: string): string => `async-listener:${channel}`;
  return {
    set: (channel, time, seconds) => cache.set(keyOf(channel), Buffer.from(String(time)), seconds),
    get: async (channel) => Number((await cache.get(keyOf(channel)))?.toString() ?? 0),
  };
}

export function createListeners(marks: Marks, now: () => number = Date.now): Listeners {
  const heardHere = new Map<string, number>();
  const sharedAt = new Map<string, number>();
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
      marks.set(channel, time, KEPT_SECONDS).catch(() => undefined);
    },
    async lastHeard(channel) {
      // Marks that cannot be read stop nobody's work: a sign may be among them.
      const shared = await marks.get(channel).catch(() => now());
      return Math.max(heardHere.get(channel) ?? 0, shared);
    },
  };
}
