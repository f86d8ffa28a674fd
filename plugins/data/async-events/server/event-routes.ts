import { HttpError } from '@orrery/sdk/server';
import type { EventLog, RouteDefinition } from '@orrery/sdk/server';
import type { Channels } from './channels.ts';
import type { Listeners } from './listeners.ts';

export const EVENT_ID = /^\d{1,15}-\d{1,15}$/;
const JOB_ID = /^[0-9a-f-]{36}$/;
const PAGE = 100;
const EVENTS = '/api/v1/async_event/';

/** `GET /api/v1/async_event/?last_id=`: what happened in the caller's channel since (contract §1.9). */
export function pollingRoute(events: Pick<EventLog, 'read'>, channels: Channels, listeners: Listeners): RouteDefinition {
  return {
    method: 'GET',
    path: EVENTS,
    // The signed cookie is the permission: it was given with the page or the job.
    permission: null,
    async handler({ headers, user, query }) {
      const channel = await channels.known({ headers, user });
      if (!channel) throw new HttpError(401, 'Not authorized');
      const lastId = query['last_id'] || undefined;
      if (lastId !== undefined && !EVENT_ID.test(lastId)) throw new HttpError(400, 'Request is incorrect: last_id must look like 1518951480106-0');
      listeners.heard(channel.id);
      const entries = await events.read(channel.id, lastId, PAGE);
      return { result: entries.map(({ id, event }) => ({ id, ...event })) };
    },
  };
}

/** `DELETE /api/v1/async_event/<job_id>`: the caller waits for a job no longer. `announce` tells the process that runs it. */
export function leavingRoute(channels: Channels, announce: (channelId: string, jobId: string) => Promise<unknown>): RouteDefinition {
  return {
    method: 'DELETE',
    path: `${EVENTS}:jobId`,
    permission: null,
    async handler({ headers, user, params }) {
      const channel = await channels.known({ headers, user });
      if (!channel) throw new HttpError(401, 'Not authorized');
      const jobId = params['jobId'] ?? '';
      if (!JOB_ID.test(jobId)) throw new HttpError(404, 'Not found');
      await announce(channel.id, jobId);
      return { message: 'OK' };
    },
  };
}

/** Where websockets connect: the path of the configured address. */
export function socketPath(configured: unknown): string {
  try {
    const path = typeof configured === 'string' ? new URL(configured, 'ws://local').pathname : '/';
    return path === '/' ? '/async-events/ws' : path;
  } catch {
    return '/async-events/ws';
  }
}
