import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import { SqlAnalysis } from '../../sql/contract.ts';
import { sqliteDialect } from '../common/sqlite-dialect.ts';
import { openConnection } from './connection/open-connection.ts';
import { resolveDatabaseFile } from './connection/resolve-database-file.ts';
import { createEnginePool } from './supervisor/engine-pool.ts';

export default defineServerPlugin({
  requires: { analysis: SqlAnalysis },
  activate(ctx, { analysis }) {
    const pool = ctx.subscriptions.add(createEnginePool());
    ctx.contribute(Connectors, 'sqlite', {
      dialect: sqliteDialect,
      async open({ parameters }) {
        const fileOf = (): string => resolveDatabaseFile(ctx.config.dataDir, parameters['file']);
        fileOf();
        return openConnection(pool, analysis, fileOf);
      },
    });
  },
});
