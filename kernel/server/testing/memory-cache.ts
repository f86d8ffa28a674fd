import type { Cache } from '@orrery/sdk/server';

/** A cache of one process that keeps everything as long as it lives, but nothing longer than asked. */
export function createMemoryCache(): Cache {
  const entries = new Map<string, { readonly value: Buffer; readonly expires: number }>();
  const flights = new Map<string, Promise<unknown>>();
  return {
    get(key) {
      const found = entries.get(key);
      return Promise.resolve(found && found.expires > Date.now() ? found.value : undefined);
    },
    set(key, value, ttlSeconds) {
      entries.set(key, { value, expires: ttlSeconds === 0 ? Infinity : Date.now() + ttlSeconds * 1000 });
      return Promise.resolve();
    },
    delete(key) {
      entries.delete(key);
      return Promise.resolve();
    },
    singleFlight<T>(key: string, compute: () => Promise<T>): Promise<T> {
      const flying = flights.get(key) as Promise<T> | undefined;
      if (flying) return flying;
      const flight = compute().finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}
