import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import { openConnection } from './connection/open-connection.ts';
import { createPoolRegistry } from './connection/pool-registry.ts';
import { mysqlDialect } from './dialect/mysql-dialect.ts';

export default defineServerPlugin({
  activate(ctx) {
    const pools = ctx.subscriptions.add(createPoolRegistry());
    ctx.contribute(Connectors, 'mysql', {
      dialect: mysqlDialect,
      open: (database) => openConnection(pools, database),
    });
  },
});
