import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { AssetKinds } from '../../import-export/contract.ts';
import { DatabaseService } from '../contract.ts';
import { SqlAnalysis } from '../../../data/sql/contract.ts';
import { connectionRoutes } from './connection-routes.ts';
import { databaseResource } from './database-resource.ts';
import { createDatabaseService } from './database-service.ts';
import { databaseRoutes } from './database-routes.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { migrations } from './migrations.ts';
import { createDatabaseDoor } from './open-database.ts';
import { tableRoutes } from './table-routes.ts';
import { databaseTransfer } from './transfer/database-transfer.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  optional: { analysis: SqlAnalysis },
  provides: { databases: DatabaseService },
  async activate(ctx, { resources, analysis }) {
    await ctx.metadata.migrate(migrations);
    const databases = createDatabaseService(ctx);
    ctx.contribute(AssetKinds, 'databases', databaseTransfer(ctx, databases));
    ctx.permissions.declare([
      { pair: ['can_read', 'Database'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
      { pair: ['can_write', 'Database'], roles: [] },
    ]);
    const door = createDatabaseDoor(ctx, databases);
    const routes = [...connectionRoutes(ctx, databases, door), ...lookupRoutes(door), ...tableRoutes(door), ...databaseRoutes(ctx, door, analysis)];
    resources.register(ctx, databaseResource(ctx, databases, routes));
    return { databases };
  },
});
