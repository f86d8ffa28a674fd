import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { DatabaseService, WillDeleteDatabases } from '../../database/contract.ts';
import { DatasetService } from '../contract.ts';
import type { DatasetTables } from '../contract.ts';
import { datasetResource } from './dataset-resource.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { createDatasetService } from './dataset-service.ts';
import { datasourceRoutes } from './datasource-routes.ts';
import { migrations } from './migrations.ts';

export default defineServerPlugin({
  requires: { databases: DatabaseService, resources: ResourceService },
  provides: { datasets: DatasetService },
  async activate(ctx, { databases, resources }) {
    await ctx.metadata.migrate(migrations);
    const datasets = createDatasetService(ctx, databases);
    ctx.permissions.declare([
      { pair: ['can_read', 'Dataset'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_write', 'Dataset'], roles: ['Alpha'] },
      { pair: ['can_get_or_create_dataset', 'Dataset'], roles: ['Alpha'] },
      { pair: ['can_get_column_values', 'Datasource'], roles: ['Alpha', 'Gamma'] },
    ]);
    resources.register(ctx, datasetResource(databases, datasetRoutes(ctx, databases, datasets)));
    for (const route of datasourceRoutes(databases, datasets)) ctx.route(route);
    ctx.hooks.tap(WillDeleteDatabases, async (ids) => {
      const used = await ctx.metadata.db<DatasetTables>().selectFrom('tables').select('id').where('database_id', 'in', [...ids]).executeTakeFirst();
      return used && { reason: 'Cannot delete a database that has datasets attached' };
    });
    return { datasets };
  },
});
