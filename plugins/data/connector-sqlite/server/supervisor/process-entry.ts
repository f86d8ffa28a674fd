import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/** Bundles the process's source when running from it; loaders such as tsx cost start-up time and memory. */
function bundleSource(source: string): string {
  const require = createRequire(import.meta.url);
  const esbuild = require('esbuild') as typeof import('esbuild');
  const modules = path.resolve(path.dirname(require.resolve('esbuild/package.json')), '..');
  const target = path.join(modules, '.cache', 'orrery', 'sqlite-process.mjs');
  const outfile = `${target}.${process.pid}.mjs`;
  mkdirSync(path.dirname(target), { recursive: true });
  esbuild.buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', target: 'node20', external: ['libsql'], outfile, logLevel: 'silent' });
  renameSync(outfile, target);
  return target;
}

/** File node runs as the engine: the built one beside the bundle, or one made from the source. */
export function processEntry(): string {
  if (known === undefined) {
    const built = fileURLToPath(new URL('./sqlite-process.js', import.meta.url));
    known = existsSync(built) ? built : bundleSource(fileURLToPath(new URL('../engine/sqlite-process.ts', import.meta.url)));
  }
  return known;
}
