import { createTemporaryState, defineServerPlugin, keepInMetadata } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { AssetKinds } from '../../import-export/contract.ts';
import { AccessGrants, DatasetService } from '../../dataset/contract.ts';
import { ChartStore } from '../../explore/contract.ts';
import { GuestResources } from '../../security/contract.ts';
import { DashboardStore } from '../contract.ts';
import { dashboardGrant } from './access-grant.ts';
import { dashboardResource } from './dashboard-resource.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { editRoutes } from './edit-routes.ts';
import { embeddedRoutes } from './embedded-routes.ts';
import { guestDashboards } from './guest-dashboards.ts';
import { hasRoleAccess } from './load-dashboard.ts';
import { migrations } from './migrations.ts';
import { FILTER_STATE_TTL, stateRoutes } from './state-routes.ts';
import type { FilterState } from './state-routes.ts';
import { dashboardTransfer } from './transfer/dashboard-transfer.ts';

export default defineServerPlugin({
  requires: { charts: ChartStore, datasets: DatasetService, resources: ResourceService },
  provides: { dashboards: DashboardStore },
  async activate(ctx, { charts, datasets, resources }) {
    await ctx.metadata.migrate(migrations);
    ctx.contribute(AssetKinds, 'dashboards', dashboardTransfer(datasets, hasRoleAccess(ctx)));
    const everyone = ['Alpha', 'Gamma'] as const;
    ctx.permissions.declare([
      { pair: ['can_read', 'Dashboard'], roles: everyone },
      { pair: ['can_write', 'Dashboard'], roles: everyone },
      { pair: ['can_export', 'Dashboard'], roles: everyone },
      { pair: ['can_set_embedded', 'Dashboard'], roles: [] },
      { pair: ['can_get_embedded', 'Dashboard'], roles: everyone },
      { pair: ['can_read', 'EmbeddedDashboard'], roles: everyone },
      { pair: ['can_view_query', 'Dashboard'], roles: everyone },
      { pair: ['can_view_chart_as_table', 'Dashboard'], roles: everyone },
      { pair: ['can_drill', 'Dashboard'], roles: everyone },
      { pair: ['can_read', 'DashboardFilterStateRestApi'], roles: everyone },
      { pair: ['can_write', 'DashboardFilterStateRestApi'], roles: everyone },
      { pair: ['can_read', 'DashboardPermalinkRestApi'], roles: everyone },
      { pair: ['can_write', 'DashboardPermalinkRestApi'], roles: everyone },
      { pair: ['can_dashboard', 'Superset'], roles: everyone },
      { pair: ['can_share_dashboard', 'Superset'], roles: everyone },
    ]);
    resources.register(ctx, dashboardResource(ctx, datasets, [...dashboardRoutes(ctx, charts, datasets), ...editRoutes(ctx, charts, datasets)]));
    for (const route of embeddedRoutes(ctx, charts, datasets)) ctx.route(route);
    ctx.contribute(AccessGrants, 'dashboard', dashboardGrant(ctx, charts, datasets));
    ctx.contribute(GuestResources, 'dashboard', guestDashboards(ctx.metadata));
    const filterStates = createTemporaryState<FilterState>(await keepInMetadata(ctx.metadata), 'dashboard.filter-state', FILTER_STATE_TTL);
    for (const route of stateRoutes(ctx, charts, datasets, filterStates)) ctx.route(route);
    return { dashboards: createDashboardStore(ctx.metadata, charts) };
  },
});
