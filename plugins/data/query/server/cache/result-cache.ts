import type { Cache } from '@orrery/sdk/server';
import type { RawItem } from '../result/raw-item.ts';

/** Finished items by key. */
export interface ResultCache {
  get(key: string): Promise<RawItem | undefined>;
  /** Stores in the background: the answer does not wait for it. `timeout` in seconds; below 0 nothing is stored. */
  set(key: string, item: RawItem, timeout: number): void;
}

const PREFIX = 'chart-data:';
/** Larger results cost more to store than to compute again. */
const MAX_BYTES = 64_000_000;
const NEW_LINE = 10;

export function createResultCache(cache: Cache, onFailure: (error: unknown) => void): ResultCache {
  /** On their way to the store; answered from here meanwhile. */
  const pending = new Map<string, RawItem>();

  async function store(key: string, { head, data }: RawItem, timeout: number): Promise<void> {
    // JSON text holds no bare line break: the first one ends the head.
    if (data.length <= MAX_BYTES) await cache.set(PREFIX + key, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data]), timeout);
  }

  return {
    async get(key) {
      const recent = pending.get(key);
      if (recent) return recent;
      const found = await cache.get(PREFIX + key);
      const end = found?.indexOf(NEW_LINE) ?? -1;
      if (!found || end < 0) return undefined;
      try {
        return { head: JSON.parse(found.toString('utf8', 0, end)) as RawItem['head'], data: found.subarray(end + 1) };
      } catch {
        return undefined;
      }
    },
    set(key, item, timeout) {
      if (timeout < 0) return;
      pending.set(key, item);
      setImmediate(() => {
        store(key, item, timeout)
          .catch(onFailure)
          .finally(() => {
            if (pending.get(key) === item) pending.delete(key);
          });
      });
    },
  };
}
