import path from 'node:path';
import { expect, it } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { startTestKernel } from '../testing/start-test-kernel.ts';
import { DynamicPlugins } from './dynamic-plugins.ts';
import { PluginIndex } from './plugin-index.ts';

const plugin: IndexedPlugin = {
  manifest: { manifestVersion: 1, id: 'one', version: '1.0.0', publisher: 'test', displayName: 'One', description: 'For a test.', engines: { sdk: '^0.1.0' } },
  source: 'builtin', tier: 'builtin', baseUrl: 'static/plugins/one/', integrity: {},
};

it('turns a switch only after the turn before it is through, so that store, index and server half agree', async () => {
  const { kernel, dataDir, close } = await startTestKernel();
  try {
    const index = new PluginIndex([], [plugin], () => ({}));
    const turns: boolean[] = [];
    const dynamic = new DynamicPlugins({
      metadata: kernel.metadata('kernel-bundles'), index, pluginsDir: path.join(dataDir, 'plugins'), applicationRoot: '/', log: kernel.log, validate: () => [],
      async switchServerHalf(_id, reason) {
        // Stopping waits for work that is under way.
        if (reason !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
        turns.push(reason === undefined);
      },
    });
    await Promise.all([dynamic.setEnabled('one', false, 'why'), dynamic.setEnabled('one', false, 'why'), dynamic.setEnabled('one', true, '')]);
    expect(turns).toEqual([false, false, true]);
    expect(index.all('en')[0]?.disabled).toBeUndefined();
    await expect(dynamic.setEnabled('none', false, 'why')).rejects.toMatchObject({ status: 404 });
    await dynamic.setEnabled('one', false, 'why');
    expect(index.all('en')[0]?.disabled).toBe('why');
  } finally {
    await close();
  }
});
