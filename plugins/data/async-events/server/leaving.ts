import type { Disposable } from '@orrery/sdk';
import type { EventLog } from '@orrery/sdk/server';
import type { JobRegistry } from './job-registry.ts';

/** Tells all processes that somebody waits for a job no longer; one of them runs it. */
export interface Leaving extends Disposable {
  announce(channelId: string, jobId: string): Promise<unknown>;
}

/** No channel of a session: those are UUIDs. */
const TOPIC = 'leaving';

export function followLeaving(events: Pick<EventLog, 'append' | 'subscribe'>, jobs: Pick<JobRegistry, 'leave'>): Leaving {
  const subscription = events.subscribe(TOPIC, ({ event }) => jobs.leave(String(event['channel_id']), String(event['job_id'])));
  return {
    announce: (channel_id, job_id) => events.append(TOPIC, { channel_id, job_id }),
    dispose: () => subscription.dispose(),
  };
}
