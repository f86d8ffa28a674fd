import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { readPluginPolicy, startupRefusal } from './plugin-policy.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('[C4] reads the policy of the build; a server without public origin has no origin of its own to allow', () => {
  expect(readPluginPolicy(folder, undefined)).toEqual({});
  writeFileSync(path.join(folder, 'plugin-policy.json'), JSON.stringify({ unsigned: 'sandbox', origins: ['self', 'https://cdn.test'], maxStartupPlugins: 2 }));
  expect(readPluginPolicy(folder, 'https://bi.test')).toEqual({ dynamic: undefined, origins: ['https://bi.test', 'https://cdn.test'], maxStartupPlugins: 2 });
  expect(readPluginPolicy(folder, undefined).origins).toEqual(['self', 'https://cdn.test']);
});

it('[C4] counts plugins added at run time among those that run with every page', () => {
  const eager = (id: string) => ({ id, activation: ['onStartup'], entry: { web: 'plugin.js' } }) as unknown as IndexedPlugin['manifest'];
  const present = [{ manifest: eager('a') }, { manifest: { ...eager('b'), activation: undefined } }, { manifest: { ...eager('c'), entry: { server: 's.js' } } }];
  expect(startupRefusal({}, eager('new'), present)).toEqual([]);
  expect(startupRefusal({ maxStartupPlugins: 2 }, eager('new'), present)).toEqual([]);
  expect(startupRefusal({ maxStartupPlugins: 1 }, eager('new'), present)).toEqual([expect.stringContaining('policy.maxStartupPlugins')]);
  // A new version of one that is there, and one that waits to be needed.
  expect(startupRefusal({ maxStartupPlugins: 1 }, eager('a'), present)).toEqual([]);
  expect(startupRefusal({ maxStartupPlugins: 0 }, { ...eager('new'), activation: undefined }, present)).toEqual([]);
});
