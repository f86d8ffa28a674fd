import type { EventLog, ServerPluginContext } from '@orrery/sdk/server';
import { createSqlLedger } from './job-ledger.ts';
import type { JobLedger } from './job-ledger.ts';
import type { Marks } from './listeners.ts';
import { cacheMarks } from './listeners.ts';
import { createRedisEventLog } from './redis/redis-event-log.ts';
import { createRedisLedger } from './redis/redis-ledger.ts';
import { createRedisLink } from './redis/redis-link.ts';
import { createRedisMarks } from './redis/redis-marks.ts';

/** Where events are kept, who listens to them, and whose jobs run. */
export interface EventStore {
  readonly events: EventLog;
  readonly marks: Marks;
  readonly ledger: JobLedger;
}

/** In Redis when an address is given, else in the metadata database and the cache. */
export async function createEventStore({ subscriptions, log, events, cache, metadata }: Pick<ServerPluginContext, 'subscriptions' | 'log' | 'events' | 'cache' | 'metadata'>, redisUrl: string | undefined): Promise<EventStore> {
  if (!redisUrl) return { events, marks: cacheMarks(cache), ledger: createSqlLedger(metadata) };
  const link = subscriptions.add(await createRedisLink(redisUrl, log));
  return { events: createRedisEventLog(link), marks: createRedisMarks(link), ledger: createRedisLedger(link) };
}
