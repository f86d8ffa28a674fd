import type { User } from '@orrery/sdk';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { QueryTables } from '../contract.ts';
import type { QueryStore } from './create-query-history.ts';
import { ENDED } from './create-query-history.ts';

/** Channel on which other processes hear of a query to stop. */
export const STOP_CHANNEL = 'query-history.stop';

/** What is beside the generic resource: `updated_since` and `stop` (contract §1.6). */
export function queryRoutes(ctx: ServerPluginContext, history: QueryStore, seesAll: (user: User) => boolean): readonly RouteDefinition[] {
  const db = ctx.metadata.db<QueryTables>();
  return [
    {
      method: 'GET',
      path: '/updated_since',
      permission: ['can_read', 'Query'],
      async handler({ q, user }) {
        const since = (q as { last_updated_ms?: unknown } | null | undefined)?.last_updated_ms;
        if (typeof since !== 'number' || !Number.isFinite(since)) throw new HttpError(400, 'Not a valid rison schema last_updated_ms must be a number of milliseconds');
        const ms = Math.floor(Math.min(Math.max(since, 0), Number.MAX_SAFE_INTEGER));
        return { result: await history.describe(await history.changedSince(user.id, ms)) };
      },
    },
    {
      method: 'POST',
      path: '/stop',
      permission: ['can_read', 'Query'],
      body: { type: 'object', required: ['client_id'], properties: { client_id: { type: 'string', maxLength: 64 } } },
      async handler({ body, user }) {
        const { client_id } = body as { client_id: string };
        if (client_id.includes('\0')) throw new HttpError(404, 'Not found');
        let choice = db.selectFrom('query').selectAll().where('client_id', '=', client_id).orderBy('id', 'desc').limit(1);
        if (!seesAll(user)) choice = choice.where('user_id', '=', user.id);
        const query = await choice.executeTakeFirst();
        if (!query) throw new HttpError(404, 'Not found');
        if (ENDED.includes(query.status)) return { result: 'OK' };
        // Marked first: whoever runs it must not report the cancelled query as failed.
        const now = Date.now();
        await history.change(query.id, { status: 'stopped', end_time: now });
        try {
          const here = await history.cancel(query);
          if (!here) await ctx.events.append(STOP_CHANNEL, { id: query.id });
        } catch (error) {
          ctx.log.warn('A query could not be cancelled', { queryId: query.id, error: error instanceof Error ? error.message : String(error) });
          await db.updateTable('query').set({ status: query.status, end_time: query.end_time, changed_on: Date.now() }).where('id', '=', query.id).where('status', '=', 'stopped').execute();
          throw new HttpError(422, 'Could not cancel query');
        }
        return { result: 'OK' };
      },
    },
  ];
}
