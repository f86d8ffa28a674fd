import { HttpError } from '@orrery/sdk/server';
import type { EventLog, RouteDefinition } from '@orrery/sdk/server';
import type { ChannelTokens } from './channel-tokens.ts';
import { subjectOf } from './channel-tokens.ts';
import type { Listeners } from './listeners.ts';

export const EVENT_ID = /^\d{1,15}-\d{1,15}$/;
const PAGE = 100;

/** `GET /api/v1/async_event/?last_id=`: what happened in the caller's channel since (contract §1.9). */
export function pollingRoute(events: Pick<EventLog, 'read'>, tokens: ChannelTokens, listeners: Listeners): RouteDefinition {
  return {
    method: 'GET',
    path: '/api/v1/async_event/',
    // The signed cookie is the permission: it was given with the job.
    permission: null,
    async handler({ headers, user, query }) {
      const channel = await tokens.read(headers['cookie']);
      if (!channel || channel.subject !== subjectOf(user)) throw new HttpError(401, 'Not authorized');
      const lastId = query['last_id'] || undefined;
      if (lastId !== undefined && !EVENT_ID.test(lastId)) throw new HttpError(400, 'Request is incorrect: last_id must look like 1518951480106-0');
      listeners.heard(channel.id);
      const entries = await events.read(channel.id, lastId, PAGE);
      return { result: entries.map(({ id, event }) => ({ id, ...event })) };
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
