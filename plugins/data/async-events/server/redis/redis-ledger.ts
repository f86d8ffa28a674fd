import type { JobLedger } from '../job-ledger.ts';
import type { RedisLink } from './redis-link.ts';

const KEY = 'orrery:async:jobs';

/** Notes in a sorted set of Redis. */
export function createRedisLedger(link: RedisLink): JobLedger {
  return {
    async note(entry, time) {
      await link.ask((redis) => redis.zadd(KEY, time, entry));
    },
    async drop(entry) {
      await link.ask((redis) => redis.zrem(KEY, entry));
    },
    takeOlder: (than) =>
      link.ask(async (redis) => {
        const found = await redis.zrangebyscore(KEY, '-inf', `(${than}`);
        const taken = await Promise.all(found.map(async (entry) => ((await redis.zrem(KEY, entry)) === 1 ? [entry] : [])));
        return taken.flat();
      }),
  };
}
