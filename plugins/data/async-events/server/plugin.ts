import { HttpError, HttpResponse, PageCookies, defineServerPlugin } from '@orrery/sdk/server';
import { AsyncDelivery } from '../contract.ts';
import { loadChannelKey } from './channel-key.ts';
import { createChannelTokens } from './channel-tokens.ts';
import { createChannels } from './channels.ts';
import { leavingRoute, pollingRoute, socketPath } from './event-routes.ts';
import { createEventSocket } from './event-socket.ts';
import { createEventStore } from './event-store.ts';
import { createJobRegistry, tellLost } from './job-registry.ts';
import { createJobWatch } from './job-watch.ts';
import { followLeaving } from './leaving.ts';
import { createListeners } from './listeners.ts';
import { migrations } from './tables.ts';

export default defineServerPlugin({
  provides: { delivery: AsyncDelivery },
  async activate(ctx) {
    await ctx.metadata.migrate(migrations);
    const { events, marks, ledger } = await createEventStore(ctx, process.env['ORRERY_REDIS_URL']);
    const key = await loadChannelKey(ctx.metadata, ctx.secrets);
    const channels = createChannels(createChannelTokens(key), key, ctx.config.applicationRoot);
    const listeners = createListeners(marks);
    const watch = ctx.subscriptions.add(createJobWatch({ ledger, onLost: (job) => tellLost(events, job) }));
    const jobs = ctx.subscriptions.add(createJobRegistry({ events, listeners, watch, log: ctx.log }));

    const isOn = ctx.config.featureFlags['GLOBAL_ASYNC_QUERIES'] === true;
    if (isOn) {
      const socket = ctx.subscriptions.add(createEventSocket({ events, channels, listeners, log: ctx.log }));
      const leaving = ctx.subscriptions.add(followLeaving(events, jobs));
      ctx.route(pollingRoute(events, channels, listeners));
      ctx.route(leavingRoute(channels, leaving.announce));
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
    // Its manifest announces it, so it is there without the flag too, and gives nothing.
    ctx.contribute(PageCookies, 'async-events.channel', async (visit) => {
      if (!isOn) return [];
      const { cookie } = await channels.of(visit);
      return cookie === undefined ? [] : [cookie];
    });

    return {
      delivery: {
        async accept(request, work) {
          const { user } = request;
          const { channel, cookie } = await channels.of(request);
          const job_id = await jobs.start(channel, user.id, work);
          return new HttpResponse({
            status: 202,
            headers: { 'cache-control': 'no-store', ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
            body: { channel_id: channel.id, job_id, user_id: user.id, status: 'pending', errors: [], result_url: null },
          });
        },
      },
    };
  },
});
