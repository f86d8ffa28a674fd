import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { SqlAnalysis } from '../../../data/sql/contract.ts';
import { DatabaseService } from '../../database/contract.ts';
import { AssetKinds } from '../../import-export/contract.ts';
import { migrations } from './migrations.ts';
import { savedQueryResource } from './saved-query-resource.ts';
import { tablesInQuery } from './tables-in-query.ts';
import { savedQueryTransfer } from './transfer/saved-query-transfer.ts';

export default defineServerPlugin({
  requires: { databases: DatabaseService, resources: ResourceService },
  optional: { analysis: SqlAnalysis },
  async activate(ctx, { databases, resources, analysis }) {
    await ctx.metadata.migrate(migrations);
    ctx.permissions.declare([
      { pair: ['can_read', 'SavedQuery'], roles: ['sql_lab'] },
      { pair: ['can_write', 'SavedQuery'], roles: ['sql_lab'] },
      { pair: ['can_export', 'SavedQuery'], roles: ['sql_lab'] },
    ]);
    const tablesOf = (engine: string, text: string) => tablesInQuery(analysis, engine, text);
    ctx.contribute(AssetKinds, 'queries', savedQueryTransfer(tablesOf));
    resources.register(ctx, savedQueryResource(databases, resources, tablesOf));
  },
});
