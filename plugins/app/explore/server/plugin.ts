import { createTemporaryState, defineServerPlugin, keepInMetadata } from '@orrery/sdk/server';
import { QueryService, TemplateService } from '../../../data/query/contract.ts';
import { ResourceService } from '../../../data/rest/contract.ts';
import { AssetKinds } from '../../import-export/contract.ts';
import { DatabaseService } from '../../database/contract.ts';
import { DatasetService, SqlRenderers } from '../../dataset/contract.ts';
import { ChartStore } from '../contract.ts';
import { chartResource } from './chart-resource.ts';
import { createChartStore } from './chart-store.ts';
import { exploreRoute } from './explore-routes.ts';
import { FORM_DATA_TTL, formDataRoutes } from './form-data-routes.ts';
import type { CachedFormData } from './form-data-routes.ts';
import { migrations } from './migrations.ts';
import { permalinkRoutes } from './permalink-routes.ts';
import { createPermalinkStore } from './permalink-store.ts';
import { sqlRenderer } from './sql-renderer.ts';
import { warmUpRoutes } from './warm-up-routes.ts';
import { chartTransfer } from './transfer/chart-transfer.ts';

export default defineServerPlugin({
  requires: { databases: DatabaseService, datasets: DatasetService, resources: ResourceService },
  optional: { queries: QueryService, templates: TemplateService },
  provides: { charts: ChartStore },
  async activate(ctx, { databases, datasets, resources, queries, templates }) {
    await ctx.metadata.migrate(migrations);
    ctx.contribute(AssetKinds, 'charts', chartTransfer(datasets));
    const formData = createTemporaryState<CachedFormData>(await keepInMetadata(ctx.metadata), 'explore.form-data', FORM_DATA_TTL);
    const permalinks = createPermalinkStore(ctx.metadata);
    const everyone = ['Alpha', 'Gamma'] as const;
    ctx.permissions.declare([
      { pair: ['can_read', 'Chart'], roles: everyone },
      { pair: ['can_write', 'Chart'], roles: everyone },
      { pair: ['can_export', 'Chart'], roles: everyone },
      { pair: ['can_warm_up_cache', 'Chart'], roles: [] },
      { pair: ['can_warm_up_cache', 'Dataset'], roles: [] },
      { pair: ['can_read', 'Explore'], roles: everyone },
      { pair: ['can_read', 'ExploreFormDataRestApi'], roles: everyone },
      { pair: ['can_write', 'ExploreFormDataRestApi'], roles: everyone },
      { pair: ['can_read', 'ExplorePermalinkRestApi'], roles: everyone },
      { pair: ['can_write', 'ExplorePermalinkRestApi'], roles: everyone },
      { pair: ['can_explore', 'Superset'], roles: everyone },
      { pair: ['can_share_chart', 'Superset'], roles: everyone },
      { pair: ['can_csv', 'Superset'], roles: [...everyone, 'sql_lab'] },
    ]);
    ctx.contribute(SqlRenderers, 'query-templates', sqlRenderer(databases, templates));
    resources.register(ctx, chartResource(ctx, datasets, []));
    ctx.route(exploreRoute(ctx, datasets, formData, permalinks));
    for (const route of [...formDataRoutes(ctx, datasets, formData), ...permalinkRoutes(ctx, datasets, permalinks), ...warmUpRoutes(ctx, queries)]) ctx.route(route);
    return { charts: createChartStore(ctx.metadata) };
  },
});
