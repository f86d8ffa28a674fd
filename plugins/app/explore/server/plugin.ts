import { createTemporaryState, defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { DatasetService } from '../../dataset/contract.ts';
import { ChartStore } from '../contract.ts';
import { chartResource } from './chart-resource.ts';
import { createChartStore } from './chart-store.ts';
import { exploreRoute } from './explore-routes.ts';
import { FORM_DATA_TTL, formDataRoutes } from './form-data-routes.ts';
import type { CachedFormData } from './form-data-routes.ts';
import { migrations } from './migrations.ts';
import { permalinkRoutes } from './permalink-routes.ts';
import { createPermalinkStore } from './permalink-store.ts';

export default defineServerPlugin({
  requires: { datasets: DatasetService, resources: ResourceService },
  provides: { charts: ChartStore },
  async activate(ctx, { datasets, resources }) {
    await ctx.metadata.migrate(migrations);
    const formData = createTemporaryState<CachedFormData>(ctx.cache, 'explore.form-data', FORM_DATA_TTL);
    const permalinks = createPermalinkStore(ctx.metadata);
    const everyone = ['Alpha', 'Gamma'] as const;
    ctx.permissions.declare([
      { pair: ['can_read', 'Chart'], roles: everyone },
      { pair: ['can_write', 'Chart'], roles: everyone },
      { pair: ['can_export', 'Chart'], roles: everyone },
      { pair: ['can_read', 'Explore'], roles: everyone },
      { pair: ['can_read', 'ExploreFormDataRestApi'], roles: everyone },
      { pair: ['can_write', 'ExploreFormDataRestApi'], roles: everyone },
      { pair: ['can_read', 'ExplorePermalinkRestApi'], roles: everyone },
      { pair: ['can_write', 'ExplorePermalinkRestApi'], roles: everyone },
      { pair: ['can_explore', 'Superset'], roles: everyone },
      { pair: ['can_share_chart', 'Superset'], roles: everyone },
      { pair: ['can_csv', 'Superset'], roles: everyone },
    ]);
    resources.register(ctx, chartResource(datasets, []));
    ctx.route(exploreRoute(ctx, datasets, formData, permalinks));
    for (const route of [...formDataRoutes(ctx, datasets, formData), ...permalinkRoutes(ctx, datasets, permalinks)]) ctx.route(route);
    return { charts: createChartStore(ctx.metadata) };
  },
});
