import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import { DuckDbLoader } from '../contract.ts';
import { createEngineRegistry } from './connection/engine-registry.ts';
import { openConnection } from './connection/open-connection.ts';
import { duckDbDialect } from './dialect/duckdb-dialect.ts';
import { createLoader } from './loader/create-loader.ts';

export default defineServerPlugin({
  provides: { loader: DuckDbLoader },
  activate(ctx) {
    const registry = ctx.subscriptions.add(createEngineRegistry({ dataDir: ctx.config.dataDir, log: ctx.log }));
    ctx.contribute(Connectors, 'duckdb', {
      dialect: duckDbDialect,
      async open(database) {
        const file = String(database.parameters['file'] ?? '');
        registry.reader(file);
        return openConnection(registry, file);
      },
    });
    return { loader: createLoader(registry, ctx.config.dataDir) };
  },
});
