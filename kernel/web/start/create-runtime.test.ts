// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { DisposableStore } from '@orrery/sdk';
import type { ApiClient, PluginContext } from '@orrery/sdk/web';
import { definePlugin } from '@orrery/sdk/web';
import { createSafeMode } from '../safe-mode/safe-mode.ts';
import type { WebRuntime } from './create-runtime.ts';
import { createWebRuntime } from './create-runtime.ts';

const plugin = (id: string, patch: Partial<IndexedPlugin> = {}): IndexedPlugin => ({
  manifest: { manifestVersion: 1, id, version: '1.0.0', publisher: 'p', displayName: id, description: id, engines: { sdk: '^0.1.0' }, entry: { web: 'plugin.js' } },
  source: 'builtin', tier: 'builtin', baseUrl: `p/${id}/`, integrity: {}, ...patch,
});

let web: WebRuntime;
beforeEach(() => {
  web = createWebRuntime({
    api: { get: async () => ({ result: [] }) } as unknown as ApiClient,
    origins: [],
    safeMode: createSafeMode(document.createElement('html'), undefined, () => 'safe mode'),
    rootUrl: 'http://localhost/',
    importPlugin: async () => ({ module: { default: definePlugin({ activate() {} }) }, leases: [] }),
    createContext: (parts) => ({ ...parts, subscriptions: new DisposableStore() }) as unknown as PluginContext,
    onFault: () => {},
  });
  web.runtime.register([plugin('a'), plugin('b'), plugin('core-one', { required: true }), plugin('off', { disabled: 'by root' })].map(web.prepare));
});
afterEach(() => web.dispose());

const stateOf = (id: string) => web.runtime.status(id)?.state;

it('[D8] pauses exactly what it is told, in the page as it is, and never what is required or off anyway', async () => {
  const { monitor } = web;
  await web.runtime.activate('a', 'test');
  await monitor.pause(['a', 'core-one', 'off', 'later'], 'looking');
  expect([stateOf('a'), stateOf('b'), stateOf('core-one'), stateOf('off')]).toEqual(['disabled', 'registered', 'registered', 'disabled']);
  expect(monitor.paused).toEqual(['a', 'later']);
  expect(web.runtime.status('a')?.reason?.message).toBe('looking');
  // What the page gets to know meanwhile is paused, too.
  web.runtime.register([plugin('later')].map(web.prepare));
  expect(stateOf('later')).toBe('disabled');

  await monitor.pause(['b'], 'looking');
  expect([stateOf('a'), stateOf('b'), stateOf('later'), stateOf('off')]).toEqual(['registered', 'disabled', 'registered', 'disabled']);
  await monitor.pause([], '');
  expect([stateOf('b'), monitor.paused]).toEqual(['registered', []]);
  await web.runtime.activate('a', 'test');
  expect(stateOf('a')).toBe('active');
});
