import { defineServerPlugin, HttpError } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { logResource } from './log-resource.ts';
import { recentActivity } from './recent-activity.ts';
import { storeEvents } from './store-events.ts';
import { migrations } from './tables.ts';
import type { ActivityLogTables } from './tables.ts';

const RETENTION_MS = 90 * 86_400_000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export default defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    await ctx.metadata.db<ActivityLogTables>().deleteFrom('logs').where('dttm', '<', Date.now() - RETENTION_MS).execute();
    ctx.permissions.declare([
      { pair: ['can_recent_activity', 'Log'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
      { pair: ['can_read', 'Log'], roles: [] },
    ]);
    resources.register(ctx, logResource);

    ctx.route({
      method: 'POST',
      path: '/superset/log/',
      permission: null,
      // A beacon carries no header, and there is nothing to forge: the events are the caller's own.
      csrf: false,
      bodyLimit: MAX_BODY_BYTES,
      async handler({ body, query, user, headers }) {
        const id = (text: string | undefined): number | null => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);
        // Strangers may fill no tables.
        if (user.isAnonymous) return { message: 'OK' };
        await storeEvents(ctx.metadata, (body as { events?: unknown } | undefined)?.events, { userId: user.id, dashboardId: id(query['dashboard_id']), sliceId: id(query['slice_id']), referrer: headers['referer']?.slice(0, 1024) ?? null, now: Date.now() });
        return { message: 'OK' };
      },
    });

    ctx.route({
      method: 'GET',
      path: '/api/v1/log/recent_activity/',
      permission: ['can_recent_activity', 'Log'],
      async handler({ q, user }) {
        const { page, page_size: pageSize, actions, distinct } = (typeof q === 'object' && q !== null ? q : {}) as Readonly<Record<string, unknown>>;
        const whole = (value: unknown, otherwise: number): number => (Number.isSafeInteger(value) ? Math.min(Math.max(value as number, 0), 1_000_000) : otherwise);
        if (actions !== undefined && (!Array.isArray(actions) || actions.some((action) => typeof action !== 'string'))) throw new HttpError(400, 'Not a valid rison schema actions must be a list of texts');
        const asked = { page: whole(page, 0), pageSize: whole(pageSize, 25), distinct: distinct !== false, now: Date.now(), ...(actions ? { actions: actions as string[] } : {}) };
        return { result: user.id === null ? [] : await recentActivity(ctx.metadata, user.id, asked) };
      },
    });
  },
});
