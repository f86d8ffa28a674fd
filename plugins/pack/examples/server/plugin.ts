import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineServerPlugin } from '@orrery/sdk/server';
import { DashboardStore } from '../../../app/dashboard/contract.ts';
import { DatabaseService } from '../../../app/database/contract.ts';
import { DatasetService } from '../../../app/dataset/contract.ts';
import { ChartStore } from '../../../app/explore/contract.ts';
import { DuckDbLoader } from '../../../data/connector-duckdb/contract.ts';
import { dataFolder } from './install/data-folder.ts';
import { createExampleState, migrations } from './install/example-state.ts';
import { waitForOwner } from './install/wait-for-owner.ts';
import { EXAMPLES_FILE } from './install/create-assets.ts';
import { installExamples, STEPS } from './install/install-examples.ts';

const JOB = 'pack-examples.install';

export default defineServerPlugin({
  requires: { databases: DatabaseService, datasets: DatasetService, charts: ChartStore, dashboards: DashboardStore, loader: DuckDbLoader },
  async activate(ctx, services) {
    await ctx.metadata.migrate(migrations);
    const state = createExampleState(ctx.metadata);

    ctx.route({
      method: 'GET',
      path: '/api/v1/examples/progress',
      permission: ['can_read', 'Dashboard'],
      async handler() {
        const [done, current, failure] = await Promise.all([state.keys('step:'), state.get('current'), state.get('failure')]);
        const isDone = done.length >= STEPS.length;
        const status = isDone ? 'done' : !ctx.config.examples ? 'off' : failure ? 'failed' : done.length > 0 || current ? 'running' : 'waiting';
        return { status, done: done.length, total: STEPS.length, current: isDone ? null : (current ?? null), message: isDone ? null : (failure ?? null) };
      },
    });

    ctx.jobs.process(JOB, async (_payload, job) => {
      try {
        const folder = dataFolder();
        if (!folder) throw new Error('The npm package vega-datasets is not installed. Install the dependencies and restart, or start with --no-examples.');
        const signal = AbortSignal.any([job.signal, ctx.signal]);
        const ownerId = await waitForOwner(ctx.metadata, signal);
        await state.clear('failure');
        await installExamples({ ...services, state, log: ctx.log, folder, ownerId, signal, progress: (done) => job.heartbeat(done) });
      } catch (error) {
        if (!job.signal.aborted) await state.set('failure', error instanceof Error ? error.message : String(error));
        throw error;
      }
    });

    if (!ctx.config.examples) return;
    // Whoever removes the database file wants the data anew; the dashboards stay as people left them.
    if (!existsSync(path.join(ctx.config.dataDir, EXAMPLES_FILE))) await state.clear('step:table:');
    if ((await state.keys('step:')).length >= STEPS.length) return;
    // A single process that starts knows that nobody else is at it: what was running was killed.
    const former = await state.get('job');
    if (former && ctx.config.roles === 'all') await ctx.jobs.cancel(former);
    await state.clear('failure');
    await state.set('job', await ctx.jobs.enqueue(JOB, {}, { uniqueKey: JOB, attempts: 5 }));
  },
});
