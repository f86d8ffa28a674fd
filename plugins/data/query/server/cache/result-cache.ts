import type { ChartDataResult } from '@orrery/sdk';
import type { Cache } from '@orrery/sdk/server';

/** Results with the moment they were stored. */
export interface ResultCache {
  get(key: string): Promise<ChartDataResult | undefined>;
  /** Stores in the background: the answer does not wait for it. `timeout` in seconds; below 0 nothing is stored. */
  set(key: string, result: ChartDataResult, timeout: number): void;
}

const PREFIX = 'chart-data:';
/** Larger results cost more to store than to compute again. */
const MAX_BYTES = 64_000_000;

export function createResultCache(cache: Cache, onFailure: (error: unknown) => void): ResultCache {
  /** On their way to the store; answered from here meanwhile. */
  const pending = new Map<string, ChartDataResult>();

  async function store(key: string, result: ChartDataResult, timeout: number): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(result));
    if (bytes.length <= MAX_BYTES) await cache.set(PREFIX + key, bytes, timeout);
  }

  return {
    async get(key) {
      const recent = pending.get(key);
      if (recent) return recent;
      const found = await cache.get(PREFIX + key);
      if (!found) return undefined;
      try {
        return JSON.parse(found.toString('utf8')) as ChartDataResult;
      } catch {
        return undefined;
      }
    },
    set(key, result, timeout) {
      if (timeout < 0) return;
      pending.set(key, result);
      setImmediate(() => {
        store(key, result, timeout)
          .catch(onFailure)
          .finally(() => {
            if (pending.get(key) === result) pending.delete(key);
          });
      });
    },
  };
}

/** Seconds a result is kept: the first that is set of context, chart, dataset, database, default; 0 counts as unset but for the context. */
export function cacheTimeout(custom: number | null, chart: number | null, dataset: number | null, database: number | null, fallback: number): number {
  if (custom !== null) return custom;
  return chart || dataset || database || fallback;
}
