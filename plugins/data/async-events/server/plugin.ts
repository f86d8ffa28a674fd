import { HttpError, HttpResponse, defineServerPlugin } from '@orrery/sdk/server';
import { AsyncDelivery } from '../contract.ts';
import { loadChannelKey } from './channel-key.ts';
import { createChannelTokens, subjectOf } from './channel-tokens.ts';
import { pollingRoute, socketPath } from './event-routes.ts';
import { createEventSocket } from './event-socket.ts';
import { createJobRegistry } from './job-registry.ts';
import { createListeners } from './listeners.ts';
import { createRedisEventLog } from './redis-event-log.ts';
import { migrations } from './tables.ts';

export default defineServerPlugin({
  provides: { delivery: AsyncDelivery },
  async activate(ctx) {
    await ctx.metadata.migrate(migrations);
    const redisUrl = process.env['ORRERY_REDIS_URL'];
    const events = redisUrl ? ctx.subscriptions.add(await createRedisEventLog(redisUrl, ctx.log)) : ctx.events;
    const tokens = createChannelTokens(await loadChannelKey(ctx.metadata, ctx.secrets), ctx.config.applicationRoot);
    const listeners = createListeners(ctx.cache);
    const jobs = ctx.subscriptions.add(createJobRegistry({ events, listeners, log: ctx.log }));

    if (ctx.config.featureFlags['GLOBAL_ASYNC_QUERIES'] === true) {
      const socket = ctx.subscriptions.add(createEventSocket({ events, tokens, listeners, log: ctx.log }));
      ctx.route(pollingRoute(events, tokens, listeners));
      ctx.route({
        method: 'GET',
        path: socketPath(ctx.config.conf['GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL']),
        permission: null,
        handler: () => {
          throw new HttpError(426, 'This address speaks websocket only');
        },
        upgrade: socket.upgrade,
      });
    }

    return {
      delivery: {
        async accept({ user, headers, origin }, work) {
          const subject = subjectOf(user);
          const known = await tokens.read(headers['cookie']);
          const created = known?.subject === subject ? undefined : await tokens.create(subject, origin);
          const channel = created?.channel ?? known!;
          const job_id = jobs.start(channel, user.id, work);
          return new HttpResponse({
            status: 202,
            headers: { 'cache-control': 'no-store', ...(created ? { 'set-cookie': created.cookie } : {}) },
            body: { channel_id: channel.id, job_id, user_id: user.id, status: 'pending', errors: [], result_url: null },
          });
        },
      },
    };
  },
});
