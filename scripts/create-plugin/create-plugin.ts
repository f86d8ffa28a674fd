import { existsSync } from 'node:fs';
import path from 'node:path';
import { registryFile, root } from '../paths.ts';
import { readRegistry, writeRegistry } from '../registry/registry-file.ts';
import { scaffold } from './scaffold.ts';
import type { TemplateKind } from './scaffold.ts';

/** What became of `npm run create-plugin`. */
export interface CreatedPlugin {
  readonly id: string;
  readonly folder: string;
  /** Relative to the root; undefined outside the repository. */
  readonly inside: string | undefined;
}

/**
 * Scaffolds a plugin. Inside the repository it joins the registry; elsewhere it becomes a package of its own.
 * `dir` defaults to where plugins of its kind live; `registry` is the file to add it to.
 */
export async function createPlugin(options: { readonly kind: TemplateKind; readonly name: string; readonly dir?: string; readonly registry?: string }): Promise<CreatedPlugin> {
  const { kind, name, dir, registry: file = registryFile } = options;
  const folder = path.resolve(root, dir ?? `plugins/${kind === 'viz' ? 'viz' : 'app'}/${name}`);
  if (existsSync(path.join(folder, 'plugin.json'))) throw new Error(`${folder} holds a plugin already; choose another name or folder.`);
  const relative = path.relative(root, folder).split(path.sep).join('/');
  const inside = relative.startsWith('..') || path.isAbsolute(relative) ? undefined : relative;
  const registry = await readRegistry(file);
  const id = kind === 'viz' ? `viz-${name}` : name;
  if (inside !== undefined && registry.plugins.some((plugin) => plugin.id === id)) throw new Error(`plugin-registry.json has a plugin "${id}" already; choose another name.`);
  await scaffold({ kind, name, id, folder, standalone: inside === undefined });
  if (inside !== undefined) await writeRegistry({ ...registry, plugins: [...registry.plugins, { id, source: `workspace:${inside}` }] }, file);
  return { id, folder, inside };
}
