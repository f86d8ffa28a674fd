import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { IndexedPlugin } from '@orrery/sdk';
import { buildPlugin } from '@orrery/sdk/build';
import { root, staticDir } from '../paths.ts';
import type { RegistryFile, ResolvedPlugin } from '../registry/registry-file.ts';
import { workspaceFolder } from '../registry/registry-file.ts';

export interface BuiltPlugins {
  /** What the server serves as the plugin index; `baseUrl` is relative to the application root. */
  readonly index: readonly IndexedPlugin[];
  readonly resolved: Readonly<Record<string, ResolvedPlugin>>;
}

/** Builds every enabled plugin of the registry into content-addressed folders, two at a time. */
export async function buildPlugins(registry: RegistryFile, development: boolean): Promise<BuiltPlugins> {
  const entries = registry.plugins.filter((entry) => entry.enabled !== false);
  const built = await inPairs(entries, async (entry) => {
    const folder = workspaceFolder(entry) ?? path.join('node_modules', entry.source.replace(/^npm:/, '').replace(/(?<=.)@[^@]*$/, ''));
    const staging = path.join(staticDir, 'plugins', `${entry.id}.new`);
    const result = await buildPlugin({ folder: path.join(root, folder), outDir: staging, development });
    if (result.manifest.id !== entry.id) throw new Error(`plugin-registry.json names ${entry.id}, but ${folder}/plugin.json has the id ${result.manifest.id}`);
    const hash = createHash('sha256').update(JSON.stringify(result.files)).digest('hex').slice(0, 12);
    const target = path.join(staticDir, 'plugins', entry.id, hash);
    if (existsSync(target)) await rm(target, { recursive: true });
    await rename(staging, await ensureParent(target));
    return { entry, result, baseUrl: `static/plugins/${entry.id}/${hash}/` };
  });
  return {
    index: built.map(({ entry, result, baseUrl }) => ({
      manifest: result.manifest,
      source: 'builtin' as const,
      tier: 'builtin' as const,
      baseUrl,
      integrity: scriptsAndStyles(result.files),
      ...(entry.required ? { required: true } : {}),
    })),
    resolved: Object.fromEntries(
      built.map(({ entry, result }) => [
        entry.id,
        { version: result.manifest.version, files: result.files, tier: 'builtin' as const, kb: Math.round(result.gzipBytes / 102.4) / 10 },
      ]),
    ),
  };
}

function scriptsAndStyles(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([name]) => /\.(?:js|css)$/.test(name)));
}

async function ensureParent(target: string): Promise<string> {
  await mkdir(path.dirname(target), { recursive: true });
  return target;
}

async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 2) results.push(...(await Promise.all(items.slice(at, at + 2).map(work))));
  return results;
}
