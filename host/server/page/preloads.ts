import type { IndexedPlugin } from '@orrery/sdk';
import { matchPath } from './match-path.ts';

/** Files worth fetching before any script has run. Paths are absolute. */
export interface Preloads {
  readonly scripts: readonly Preload[];
  readonly styles: readonly Preload[];
}

/** One file with its hash; without it the browser would fetch the file again for the link that has one. */
export interface Preload {
  readonly href: string;
  readonly integrity: string;
}

/**
 * Entries of the plugin whose page is at `path`, and of the services it depends on: the browser fetches them together with
 * the shell instead of one after the other. Dependencies with pages of their own are linked to, not needed at once.
 */
export function preloadsFor(plugins: readonly IndexedPlugin[], path: string): Preloads {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]));
  const found = new Set<IndexedPlugin>();
  const add = (plugin: IndexedPlugin | undefined): void => {
    if (!plugin || found.has(plugin) || plugin.disabled !== undefined || !plugin.manifest.entry?.web) return;
    found.add(plugin);
    for (const id of Object.keys(plugin.manifest.dependencies ?? {})) if (!byId.get(id)?.manifest.contributes?.['core.routes']) add(byId.get(id));
  };
  for (const plugin of plugins) {
    const routes = plugin.manifest.contributes?.['core.routes'] ?? [];
    if (routes.some((route) => matchPath(String(route['path']), path))) add(plugin);
  }
  const file = (plugin: IndexedPlugin, name: string): Preload => ({ href: plugin.baseUrl + name, integrity: plugin.integrity[name] ?? '' });
  return {
    scripts: [...found].map((plugin) => file(plugin, plugin.manifest.entry?.web ?? '')),
    styles: [...found].flatMap((plugin) => (plugin.manifest.entry?.styles ?? []).map((name) => file(plugin, name))),
  };
}
