import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { SqlAnalysis } from '../../../data/sql/contract.ts';
import { AssetKinds } from '../../import-export/contract.ts';
import { DatabaseService, WillDeleteDatabases } from '../../database/contract.ts';
import { DatasetService } from '../contract.ts';
import type { DatasetTables } from '../contract.ts';
import { datasetResource } from './dataset-resource.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { createDatasetService } from './dataset-service.ts';
import { drillRoutes } from './drill-routes.ts';
import { duplicateRoute } from './duplicate-route.ts';
import { editorRoutes } from './editor-routes.ts';
import { migrations } from './migrations.ts';
import { createSourceGuard } from './source-access.ts';
import { datasetTransfer } from './transfer/dataset-transfer.ts';

export default defineServerPlugin({
  requires: { databases: DatabaseService, resources: ResourceService },
  optional: { analysis: SqlAnalysis },
  provides: { datasets: DatasetService },
  async activate(ctx, { databases, resources, analysis }) {
    await ctx.metadata.migrate(migrations);
    const datasets = createDatasetService(ctx, databases);
    ctx.contribute(AssetKinds, 'datasets', datasetTransfer(ctx, databases));
    ctx.permissions.declare([
      { pair: ['can_read', 'Dataset'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_write', 'Dataset'], roles: ['Alpha'] },
      { pair: ['can_get_or_create_dataset', 'Dataset'], roles: ['Alpha'] },
      { pair: ['can_duplicate', 'Dataset'], roles: ['Alpha'] },
      { pair: ['can_get_drill_info', 'Dataset'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_external_metadata', 'Datasource'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_external_metadata_by_name', 'Datasource'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_save', 'Datasource'], roles: ['Alpha'] },
    ]);
    const requireSource = createSourceGuard(ctx, databases, analysis);
    const routes = [...datasetRoutes(ctx, databases, datasets, requireSource), ...drillRoutes(ctx, datasets), duplicateRoute(ctx, datasets)];
    resources.register(ctx, datasetResource(ctx, databases, requireSource, routes));
    for (const route of editorRoutes(ctx, databases, datasets, requireSource)) ctx.route(route);
    ctx.hooks.tap(WillDeleteDatabases, async (ids) => {
      const used = await ctx.metadata.db<DatasetTables>().selectFrom('tables').select('id').where('database_id', 'in', [...ids]).executeTakeFirst();
      return used && { reason: 'Cannot delete a database that has datasets attached' };
    });
    return { datasets };
  },
});
