import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { DatabaseService } from '../contract.ts';
import { databaseResource } from './database-resource.ts';
import { createDatabaseService } from './database-service.ts';
import { metadataRoutes } from './metadata-routes.ts';
import { migrations } from './migrations.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  provides: { databases: DatabaseService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    const databases = createDatabaseService(ctx);
    ctx.permissions.declare([
      { pair: ['can_read', 'Database'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
      { pair: ['can_write', 'Database'], roles: [] },
    ]);
    resources.register(ctx, databaseResource(ctx, databases, metadataRoutes(ctx, databases)));
    return { databases };
  },
});
