// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@orrery/sdk';
import { createTestHost } from '@orrery/testing';
import type { TestPlugin } from '@orrery/testing';
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/paths.ts';
import { readRegistry, workspaceFolder } from '../../scripts/registry/registry-file.ts';

interface WebPlugin {
  readonly id: string;
  readonly load: () => Promise<TestPlugin>;
  readonly manifest: PluginManifest;
}

const plugins: WebPlugin[] = (await readRegistry()).plugins.flatMap((entry) => {
  const folder = path.join(root, workspaceFolder(entry) ?? '');
  const manifest = JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8')) as PluginManifest;
  const web = manifest.entry?.web;
  if (!web) return [];
  const english = path.join(folder, 'locales/en.json');
  const load = async (): Promise<TestPlugin> => ({
    manifest,
    plugin: ((await import(pathToFileURL(path.join(folder, web)).href)) as { default: TestPlugin['plugin'] }).default,
    messages: existsSync(english) ? (JSON.parse(readFileSync(english, 'utf8')) as Record<string, string>) : {},
  });
  return [{ id: manifest.id, load, manifest }];
});

/** Long enough for what a page starts when it is drawn. */
const USE_MS = 60;

/** A plugin and all it depends on, dependencies first. */
function withDependencies(id: string, seen = new Set<string>()): readonly WebPlugin[] {
  const plugin = plugins.find((item) => item.id === id);
  if (!plugin || seen.has(id)) return [];
  seen.add(id);
  return [...Object.keys(plugin.manifest.dependencies ?? {}).flatMap((dependency) => withDependencies(dependency, seen)), plugin];
}

/** Something for every parameter of a route's path, in the kernel's syntax `/dashboard/:idOrSlug/`. */
function placeholders(path: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']));
}

describe.each(plugins)('[C6] $id', ({ id, manifest }) => {
  it('leaves nothing behind when it was enabled, used and disabled: no timer, listener, slice, saga, style, tap or contribution', async () => {
    const needed = withDependencies(id);
    const host = await createTestHost({ plugins: await Promise.all(needed.map((plugin) => plugin.load())) });
    try {
      for (const dependency of needed) if (dependency.id !== id) await host.activate(dependency.id);
      for (let round = 0; round < 2; round += 1) {
        await host.activate(id);
        for (const route of manifest.contributes?.['core.routes'] ?? []) {
          // The server of this host knows nothing, so pages show their error state; that is a use as well.
          await host.renderRoute(String(route['id']), { params: placeholders(String(route['path'])) });
          await act(() => new Promise((resolve) => setTimeout(resolve, USE_MS)));
        }
        await host.dispose(id);
        expect(host.leaks(id)).toEqual([]);
      }
    } finally {
      await host.close();
    }
  }, 60_000);
});
