import { defineServerPlugin, keepInMetadata } from '@orrery/sdk/server';
import { DatasetService } from '../../../app/dataset/contract.ts';
import { ChartStore } from '../../../app/explore/contract.ts';
import { AsyncDelivery } from '../../async-events/contract.ts';
import { QueryService } from '../../query/contract.ts';
import { createExploreJson } from './routes/explore-json.ts';
import { exploreJsonRoutes } from './routes/explore-json-routes.ts';

export default defineServerPlugin({
  requires: { queries: QueryService, datasets: DatasetService, charts: ChartStore },
  optional: { delivery: AsyncDelivery },
  async activate(ctx, { queries, datasets, charts, delivery }) {
    ctx.permissions.declare([{ pair: ['can_explore_json', 'Superset'], roles: ['Alpha', 'Gamma'] }]);
    const key = ctx.config.conf['MAPBOX_API_KEY'];
    const exploreJson = createExploreJson({
      charts,
      datasets,
      queries,
      questions: await keepInMetadata(ctx.metadata),
      permissions: ctx.permissions,
      settings: { mapboxApiKey: typeof key === 'string' ? key : '' },
      delivery: ctx.config.featureFlags['GLOBAL_ASYNC_QUERIES'] === true ? delivery : undefined,
    });
    for (const route of exploreJsonRoutes(exploreJson, charts)) ctx.route(route);
  },
});
