import type { User } from '@orrery/sdk';
import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { QueryHistory } from '../contract.ts';
import { createQueryHistory } from './create-query-history.ts';
import { migrations } from './migrations.ts';
import { queryResource } from './query-resource.ts';
import { queryRoutes, STOP_CHANNEL } from './query-routes.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  provides: { history: QueryHistory },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    ctx.permissions.declare([
      { pair: ['can_read', 'Query'], roles: ['sql_lab'] },
      { pair: ['can_export_csv', 'Query'], roles: ['sql_lab'] },
    ]);
    const seesAll = (user: User): boolean => ctx.permissions.can(user, 'all_query_access', 'all_query_access');
    const history = createQueryHistory(ctx.metadata);
    ctx.events.subscribe(STOP_CHANNEL, ({ event }) => {
      const stop = async (): Promise<void> => {
        const query = await history.get(Number(event['id']));
        if (query) await history.cancel(query);
      };
      stop().catch((error: unknown) => ctx.log.warn('A query could not be cancelled', { queryId: event['id'], error: error instanceof Error ? error.message : String(error) }));
    });
    resources.register(ctx, queryResource(seesAll, queryRoutes(ctx, history, seesAll)));
    return { history };
  },
});
