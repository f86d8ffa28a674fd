import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginManifest } from '@orrery/sdk';

const plugins = fileURLToPath(new URL('../../plugins/', import.meta.url));

/** Folders of all plugins of the tree with a server half, for `startApp({ more })`; those that start by themselves anyway are left out. */
export function serverRooms(without: readonly string[] = []): readonly string[] {
  const always = new Set(['data/rest', 'app/database', 'app/dataset', 'app/explore', 'app/dashboard', 'data/connector-duckdb']);
  return readdirSync(plugins)
    .flatMap((layer) => readdirSync(path.join(plugins, layer)).map((name) => `${layer}/${name}`))
    .filter((room) => !always.has(room) && !without.includes(room))
    .filter((room) => {
      const file = path.join(plugins, room, 'plugin.json');
      const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PluginManifest) : undefined;
      return manifest?.entry?.server !== undefined && existsSync(path.join(plugins, room, manifest.entry.server));
    });
}
