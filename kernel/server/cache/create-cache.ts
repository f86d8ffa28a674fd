import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cache } from '@orrery/sdk/server';

const HEADER_BYTES = 8;
const DEFAULT_MEMORY_BYTES = 64 * 1024 * 1024;
const DEFAULT_DISK_BYTES = 1024 * 1024 * 1024;
/** How long a value in memory is answered without a look at its file. */
const TRUSTED_MS = 1000;
/** Writes between two looks at the folder's size. */
const SWEEP_EVERY = 500;

/** Sizes and clock of the cache. */
export interface CacheOptions {
  readonly folder: string;
  readonly memoryBytes?: number;
  readonly diskBytes?: number;
  readonly now?: () => number;
}

interface Entry {
  readonly value: Buffer;
  /** Epoch ms; 0 means never. */
  readonly expires: number;
  /** When its file was last known to be there, epoch ms. */
  readonly seen: number;
}

/** Files shared by the deployment's processes, with the hottest kept in memory. Losing any of it costs time only. */
export function createCache({ folder, memoryBytes = DEFAULT_MEMORY_BYTES, diskBytes = DEFAULT_DISK_BYTES, now = Date.now }: CacheOptions): Cache {
  const memory = new Map<string, Entry>();
  const flights = new Map<string, Promise<unknown>>();
  let held = 0;
  let writes = 0;

  const fileOf = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, name.slice(0, 2), name);
  };
  const forget = (key: string): void => {
    held -= memory.get(key)?.value.length ?? 0;
    memory.delete(key);
  };
  const keep = (key: string, entry: Entry): void => {
    forget(key);
    if (entry.value.length > memoryBytes / 4) return;
    memory.set(key, entry);
    held += entry.value.length;
    for (const oldest of memory.keys()) {
      if (held <= memoryBytes) break;
      forget(oldest);
    }
  };

  async function sweep(): Promise<void> {
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = await Promise.all(
      names.filter((name) => name.isFile()).map(async (name) => {
        const path = join(name.parentPath, name.name);
        const info = await stat(path).catch(() => undefined);
        return { path, size: info?.size ?? 0, used: info?.mtimeMs ?? 0 };
      }),
    );
    let total = files.reduce((sum, file) => sum + file.size, 0);
    for (const file of files.sort((a, b) => a.used - b.used)) {
      if (total <= diskBytes) break;
      await rm(file.path, { force: true });
      total -= file.size;
    }
  }

  return {
    async get(key) {
      const hot = memory.get(key);
      if (hot && now() - hot.seen < TRUSTED_MS && (hot.expires === 0 || hot.expires > now())) return hot.value;
      // The file decides: another process may have deleted or replaced the value.
      const file = fileOf(key);
      if (hot) {
        const isThere = await stat(file).then(() => true, () => false);
        if (isThere && (hot.expires === 0 || hot.expires > now())) {
          keep(key, { ...hot, seen: now() });
          return hot.value;
        }
        forget(key);
        if (!isThere) return undefined;
      }
      const bytes = await readFile(file).catch(() => undefined);
      if (!bytes || bytes.length < HEADER_BYTES) return undefined;
      const entry = { expires: bytes.readDoubleBE(0), value: bytes.subarray(HEADER_BYTES), seen: now() };
      if (entry.expires !== 0 && entry.expires <= now()) {
        await rm(file, { force: true });
        return undefined;
      }
      keep(key, entry);
      return entry.value;
    },
    async set(key, value, ttlSeconds) {
      const expires = ttlSeconds === 0 ? 0 : now() + ttlSeconds * 1000;
      const file = fileOf(key);
      const header = Buffer.alloc(HEADER_BYTES);
      header.writeDoubleBE(expires, 0);
      await mkdir(dirname(file), { recursive: true });
      // Written aside and renamed, so that no reader meets half a value.
      const aside = `${file}.${randomUUID()}`;
      await writeFile(aside, Buffer.concat([header, value]), { mode: 0o600 });
      await rename(aside, file);
      keep(key, { value, expires, seen: now() });
      writes += 1;
      if (writes % SWEEP_EVERY === 0) await sweep();
    },
    async delete(key) {
      forget(key);
      await rm(fileOf(key), { force: true });
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
