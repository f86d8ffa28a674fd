import { defineServerPlugin } from '@orrery/sdk/server';
import { recentActivity } from './recent-activity.ts';
import { storeEvents } from './store-events.ts';
import { migrations } from './tables.ts';
import type { ActivityLogTables } from './tables.ts';

const RETENTION_MS = 90 * 86_400_000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export default defineServerPlugin({
  async activate(ctx) {
    await ctx.metadata.migrate(migrations);
    await ctx.metadata.db<ActivityLogTables>().deleteFrom('logs').where('dttm', '<', Date.now() - RETENTION_MS).execute();
    ctx.permissions.declare([{ pair: ['can_recent_activity', 'Log'], roles: ['Alpha', 'Gamma', 'sql_lab'] }]);

    ctx.route({
      method: 'POST',
      path: '/superset/log/',
      permission: null,
      // A beacon carries no header, and there is nothing to forge: the events are the caller's own.
      csrf: false,
      bodyLimit: MAX_BODY_BYTES,
      async handler({ body, query, user }) {
        const id = (text: string | undefined): number | null => (text && Number.isSafeInteger(Number(text)) ? Number(text) : null);
        // Strangers may fill no tables.
        if (user.isAnonymous) return { message: 'OK' };
        await storeEvents(ctx.metadata, (body as { events?: unknown } | undefined)?.events, { userId: user.id, dashboardId: id(query['dashboard_id']), sliceId: id(query['slice_id']), now: Date.now() });
        return { message: 'OK' };
      },
    });

    ctx.route({
      method: 'GET',
      path: '/api/v1/log/recent_activity/',
      permission: ['can_recent_activity', 'Log'],
      async handler({ q, user }) {
        const { page = 0, page_size: pageSize = 25 } = (q ?? {}) as { page?: number; page_size?: number };
        return { result: user.id === null ? [] : await recentActivity(ctx.metadata, user.id, { page: Number(page) || 0, pageSize: Number(pageSize) || 25, now: Date.now() }) };
      },
    });
  },
});
