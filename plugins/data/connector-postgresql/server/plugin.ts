import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import { openConnection } from './connection/open-connection.ts';
import { createPoolRegistry } from './connection/pool-registry.ts';
import { postgresqlDialect } from './dialect/postgresql-dialect.ts';

export default defineServerPlugin({
  activate(ctx) {
    const pools = ctx.subscriptions.add(createPoolRegistry());
    ctx.contribute(Connectors, 'postgresql', {
      dialect: postgresqlDialect,
      open: (database) => openConnection(pools, database),
    });
  },
});
