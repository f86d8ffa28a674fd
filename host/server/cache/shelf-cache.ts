import type { Cache } from '@orrery/sdk/server';

/** A value as a shelf keeps it. */
export interface Kept {
  readonly value: Buffer;
  /** Epoch ms; 0 means never, or that only the shelf knows. */
  readonly expires: number;
  /** Another one with every write. */
  readonly mark: string;
}

/** Where values are kept for all processes of a deployment. */
export interface Shelf {
  read(key: string): Promise<Kept | undefined>;
  /** The mark of the value that is there now; far cheaper than reading it. */
  look(key: string): Promise<string | undefined>;
  /** `ttlSeconds` 0 means until evicted. Undefined when nothing was kept. */
  write(key: string, value: Buffer, ttlSeconds: number): Promise<Omit<Kept, 'value'> | undefined>;
  remove(key: string): Promise<void>;
}

/** Size and clock of the memory before a shelf. */
export interface MemoryOptions {
  readonly memoryBytes?: number;
  readonly now?: () => number;
}

const DEFAULT_MEMORY_BYTES = 64 * 1024 * 1024;
/** How long a value in memory is answered without a look at the shelf. */
const TRUSTED_MS = 1000;

interface Hot extends Kept {
  /** When it was last known to be on the shelf, epoch ms. */
  readonly seen: number;
}

/** A cache over a shelf, with the hottest values kept in memory. */
export function createShelfCache(shelf: Shelf, { memoryBytes = DEFAULT_MEMORY_BYTES, now = Date.now }: MemoryOptions = {}): Cache {
  const memory = new Map<string, Hot>();
  const flights = new Map<string, Promise<unknown>>();
  let held = 0;

  const forget = (key: string): void => {
    held -= memory.get(key)?.value.length ?? 0;
    memory.delete(key);
  };
  const keep = (key: string, entry: Hot): void => {
    forget(key);
    if (entry.value.length > memoryBytes / 4) return;
    memory.set(key, entry);
    held += entry.value.length;
    for (const oldest of memory.keys()) {
      if (held <= memoryBytes) break;
      forget(oldest);
    }
  };

  return {
    async get(key) {
      const hot = memory.get(key);
      if (hot && (hot.expires === 0 || hot.expires > now())) {
        if (now() - hot.seen < TRUSTED_MS) return hot.value;
        // The shelf decides: another process may have deleted or replaced the value.
        if ((await shelf.look(key)) === hot.mark) {
          if (memory.get(key) === hot) keep(key, { ...hot, seen: now() });
          return hot.value;
        }
      }
      if (hot && memory.get(key) === hot) forget(key);
      const kept = await shelf.read(key);
      // What was written here meanwhile is newer.
      if (kept && !memory.has(key)) keep(key, { ...kept, seen: now() });
      return kept?.value;
    },
    async set(key, value, ttlSeconds) {
      const written = await shelf.write(key, value, ttlSeconds);
      if (written) keep(key, { ...written, value, seen: now() });
      else forget(key);
    },
    async delete(key) {
      forget(key);
      await shelf.remove(key);
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
