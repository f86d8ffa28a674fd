import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import { SqlAnalysis } from '../../sql/contract.ts';
import { openConnection } from './connection/open-connection.ts';
import { createServerRegistry } from './connection/server-registry.ts';
import { trinoDialect } from './dialect/trino-dialect.ts';

export default defineServerPlugin({
  requires: { analysis: SqlAnalysis },
  activate(ctx, { analysis }) {
    const servers = ctx.subscriptions.add(createServerRegistry());
    ctx.contribute(Connectors, 'trino', {
      dialect: trinoDialect,
      open: (database) => openConnection(servers, analysis, database),
    });
  },
});
