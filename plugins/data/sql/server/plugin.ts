import { defineServerPlugin } from '@orrery/sdk/server';
import { SqlAnalysis } from '../contract.ts';
import { createSqlAnalysis } from './create-sql-analysis.ts';
import { createSqlWorker } from './worker/worker-client.ts';

export default defineServerPlugin({
  provides: { analysis: SqlAnalysis },
  activate(ctx) {
    return { analysis: createSqlAnalysis(ctx.subscriptions.add(createSqlWorker())) };
  },
});
