import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { PluginManifest } from '../../sdk/src/common/index.ts';
import type { VizType, VizTypeCode } from '../../sdk/src/viz/index.ts';
import { root } from '../paths.ts';

interface Found {
  readonly manifest: PluginManifest;
  readonly entry: string;
}

function vizPlugins(): Found[] {
  const folder = path.join(root, 'plugins/viz');
  return readdirSync(folder).flatMap((name) => {
    const manifest = JSON.parse(readFileSync(path.join(folder, name, 'plugin.json'), 'utf8')) as PluginManifest;
    return manifest.entry?.web ? [{ manifest, entry: path.join(folder, name, manifest.entry.web) }] : [];
  });
}

/** A context that takes what is contributed; what else a plugin asks for while it activates does nothing. */
function collector(taken: Map<string, VizTypeCode>): unknown {
  const nothing: unknown = new Proxy(() => nothing, { get: (_, key) => (key === 'then' ? undefined : nothing) });
  const contribute = (point: { readonly id: string }, key: string, code: VizTypeCode) => {
    if (point.id === 'explore.viz-types') taken.set(key, code);
    return { dispose: () => undefined };
  };
  return new Proxy({ contribute }, { get: (target, key) => (key === 'contribute' ? target.contribute : nothing) });
}

let known: Promise<ReadonlyMap<string, VizTypeCode>> | undefined;

/** Builds and activates every viz plugin of the tree and answers what they contribute, by viz type. */
async function collect(): Promise<ReadonlyMap<string, VizTypeCode>> {
  const found = vizPlugins();
  const outdir = path.join(root, '.cache/vectors');
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: Object.fromEntries(found.map(({ manifest, entry }) => [manifest.id, entry])),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    loader: { '.css': 'empty', '.svg': 'empty' },
    alias: { '@orrery/sdk': path.join(root, 'sdk/src/common/index.ts'), ...Object.fromEntries(['web', 'ui', 'list', 'viz', 'chart'].map((name) => [`@orrery/sdk/${name}`, path.join(root, `sdk/src/${name}/index.ts`)])) },
    logLevel: 'error',
  });
  const taken = new Map<string, VizTypeCode>();
  for (const { manifest } of found) {
    const module = (await import(pathToFileURL(path.join(outdir, `${manifest.id}.mjs`)).href)) as { default: { activate(ctx: unknown, services: unknown): unknown } };
    await module.default.activate(collector(taken), {});
  }
  return taken;
}

/** The viz type of that name; undefined when no plugin of the tree has it. */
export async function findVizType(type: string): Promise<VizType | undefined> {
  const code = (await (known ??= collect())).get(type);
  return code?.load();
}
