import type { Marks } from '../listeners.ts';
import type { RedisLink } from './redis-link.ts';

const PREFIX = 'orrery:async:heard:';

/** Signs of listeners in Redis, for all processes that share it. */
export function createRedisMarks(link: RedisLink): Marks {
  return {
    async set(channel, time, seconds) {
      await link.ask((redis) => redis.set(PREFIX + channel, time, 'EX', seconds));
    },
    get: async (channel) => Number((await link.ask((redis) => redis.get(PREFIX + channel))) ?? 0),
  };
}
