import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IndexedPlugin } from '@orrery/sdk';
import { buildPlugin } from '@orrery/sdk/build';
import { dist, staticDir } from '../paths.ts';
import type { RegistryEntry } from '../registry/registry-file.ts';

const indexFile = path.join(dist, 'plugin-index.json');

/** Builds one plugin anew and puts it into the plugin index, which the server watches to tell open pages. */
export async function rebuildPlugin(entry: RegistryEntry, folder: string): Promise<void> {
  const result = await buildPlugin({ folder, outDir: path.join(staticDir, 'plugins', `${entry.id}.new`), development: true });
  const hash = createHash('sha256').update(JSON.stringify(result.files)).digest('hex').slice(0, 12);
  const target = path.join(staticDir, 'plugins', entry.id, hash);
  await rm(target, { recursive: true, force: true });
  await mkdir(path.dirname(target), { recursive: true });
  await rename(result.outDir, target);
  const built: IndexedPlugin = {
    manifest: result.manifest,
    source: 'builtin',
    tier: 'builtin',
    baseUrl: `static/plugins/${entry.id}/${hash}/`,
    integrity: Object.fromEntries(Object.entries(result.files).filter(([name]) => /\.(?:js|css)$/.test(name))),
    ...(entry.required ? { required: true } : {}),
  };
  const index = JSON.parse(await readFile(indexFile, 'utf8')) as IndexedPlugin[];
  const isKnown = index.some(({ manifest }) => manifest.id === entry.id);
  const next = isKnown ? index.map((plugin) => (plugin.manifest.id === entry.id ? built : plugin)) : [...index, built];
  // Renamed into place: the server never reads half a file.
  await writeFile(`${indexFile}.new`, JSON.stringify(next));
  await rename(`${indexFile}.new`, indexFile);
}
