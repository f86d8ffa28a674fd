import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { startTestKernel } from '../testing/start-test-kernel.ts';
import type { BundlePolicy } from './bundle-policy.ts';
import type { BundleTables } from './dynamic-plugins.ts';
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

it('[C4] stops plugins that were added before the policy forbade them, and says by which rule', async () => {
  const { kernel, dataDir, close } = await startTestKernel();
  try {
    const metadata = kernel.metadata('kernel-bundles');
    const added = (key: string, origin: string) => ({
      name: key, key, source_url: `${origin}/plugin.js`, served: `${key}/plugin.js`, manifest: JSON.stringify({ ...plugin.manifest, id: key }), files: '{}', created_on: 1, changed_on: 1,
    });
    await metadata.db<BundleTables>().insertInto('dynamic_plugins').values([added('kept', 'https://cdn.test'), added('lost', 'https://old.test')] as never).execute();
    for (const key of ['kept', 'lost']) mkdirSync(path.join(dataDir, 'plugins', key, 'plugin.js'), { recursive: true });
    const start = async (policy: BundlePolicy) => {
      const index = new PluginIndex([], [plugin], () => ({}));
      const dynamic = new DynamicPlugins({ metadata, index, policy, pluginsDir: path.join(dataDir, 'plugins'), applicationRoot: '/', log: kernel.log, validate: () => [], switchServerHalf: async () => {} });
      await dynamic.refresh();
      return { dynamic, reasons: () => Object.fromEntries(index.all('en').map(({ manifest, disabled }) => [manifest.id, disabled])) };
    };
    const { dynamic, reasons } = await start({ origins: ['https://cdn.test'] });
    expect(reasons()).toEqual({ one: undefined, kept: undefined, lost: expect.stringContaining('policy.origins') as string });
    await expect(dynamic.setEnabled('lost', true, '')).rejects.toMatchObject({ status: 422, body: { message: { enabled: [expect.stringContaining('https://old.test')] } } });
    await dynamic.setEnabled('kept', false, 'why');
    await dynamic.setEnabled('kept', true, '');
    expect(reasons()).toMatchObject({ kept: undefined, lost: expect.anything() as string });
    expect((await start({ dynamic: 'deny' })).reasons()).toMatchObject({ one: undefined, kept: expect.stringContaining('policy.dynamic') as string });
    expect((await start({})).reasons()).toEqual({ one: undefined, kept: undefined, lost: undefined });
  } finally {
    await close();
  }
});
