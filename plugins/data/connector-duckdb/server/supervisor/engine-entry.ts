import { existsSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/** Bundles the engine's source; loaders such as tsx need WebAssembly, which reserves more address space than an engine is given. */
function bundleSource(source: string): string {
  const require = createRequire(import.meta.url);
  const esbuild = require('esbuild') as typeof import('esbuild');
  const modules = path.resolve(path.dirname(require.resolve('esbuild/package.json')), '..');
  const target = path.join(modules, '.cache', 'orrery', 'engine-process.mjs');
  const outfile = `${target}.${process.pid}.mjs`;
  esbuild.buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', target: 'node20', external: ['@duckdb/node-api'], outfile, logLevel: 'silent' });
  renameSync(outfile, target);
  return target;
}

/** File node runs as the engine: the built one beside the bundle, or one made from the source when running from it. */
export function engineEntry(): string {
  if (known === undefined) {
    const built = fileURLToPath(new URL('./engine-process.js', import.meta.url));
    known = existsSync(built) ? built : bundleSource(fileURLToPath(new URL('../engine/engine-process.ts', import.meta.url)));
  }
  return known;
}
