import type { BigIntStats } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cache } from '@orrery/sdk/server';
import { createShelfCache } from './shelf-cache.ts';
import type { MemoryOptions, Shelf } from './shelf-cache.ts';

const HEADER_BYTES = 8;
const DEFAULT_DISK_BYTES = 1024 * 1024 * 1024;
/** Writes between two looks at the folder's size. */
const SWEEP_EVERY = 500;

/** Place, sizes and clock of the cache. */
export interface FileCacheOptions extends MemoryOptions {
  readonly folder: string;
  readonly diskBytes?: number;
}

/** Files shared by the processes of one machine, the hottest kept in memory. Losing any of it costs time only. */
export function createFileCache(options: FileCacheOptions): Cache {
  return createShelfCache(createFileShelf(options), options);
}

/** A write makes a new file, so no two writes have the same. */
const markOf = ({ ino, mtimeNs }: BigIntStats): string => `${ino}:${mtimeNs}`;

/** A file per value: 8 bytes say when it expires (epoch ms, double), the value follows. */
function createFileShelf({ folder, diskBytes = DEFAULT_DISK_BYTES, now = Date.now }: FileCacheOptions): Shelf {
  let writes = 0;

  const fileOf = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, name.slice(0, 2), name);
  };

  async function readAll(file: string): Promise<{ readonly bytes: Buffer; readonly mark: string } | undefined> {
    const handle = await open(file).catch(() => undefined);
    if (!handle) return undefined;
    try {
      return { mark: markOf(await handle.stat({ bigint: true })), bytes: await handle.readFile() };
    } catch {
      return undefined;
    } finally {
      await handle.close();
    }
  }

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
    async read(key) {
      const file = fileOf(key);
      const found = await readAll(file);
      if (!found || found.bytes.length < HEADER_BYTES) return undefined;
      const expires = found.bytes.readDoubleBE(0);
      if (expires !== 0 && expires <= now()) {
        await rm(file, { force: true });
        return undefined;
      }
      return { value: found.bytes.subarray(HEADER_BYTES), expires, mark: found.mark };
    },
    look: (key) => stat(fileOf(key), { bigint: true }).then(markOf, () => undefined),
    async write(key, value, ttlSeconds) {
      const expires = ttlSeconds === 0 ? 0 : now() + ttlSeconds * 1000;
      const header = Buffer.alloc(HEADER_BYTES);
      header.writeDoubleBE(expires, 0);
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true });
      // Written aside and renamed, so that no reader meets half a value.
      const aside = `${file}.${randomUUID()}`;
      const handle = await open(aside, 'wx', 0o600);
      let mark: string;
      try {
        await handle.writeFile(Buffer.concat([header, value]));
        mark = markOf(await handle.stat({ bigint: true }));
      } finally {
        await handle.close();
      }
      await rename(aside, file);
      writes += 1;
      if (writes % SWEEP_EVERY === 0) await sweep();
      return { expires, mark };
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}
