import { join } from 'node:path';
import type { OpenCache } from '@orrery/kernel/server';
import { createFileCache } from './create-file-cache.ts';
import { createRedisCache } from './create-redis-cache.ts';

/** The deployment's cache: in Redis when an address is given, else in files below the data folder. */
export function openCache(redisUrl: string | undefined): OpenCache {
  return ({ dataDir, deployment, log }) => (redisUrl ? createRedisCache({ url: redisUrl, deployment, log }) : createFileCache({ folder: join(dataDir, 'cache') }));
}
