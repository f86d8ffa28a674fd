import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/** Bundles the thread's source when running from it. */
function bundleSource(source: string): string {
  const require = createRequire(import.meta.url);
  const esbuild = require('esbuild') as typeof import('esbuild');
  const modules = path.resolve(path.dirname(require.resolve('esbuild/package.json')), '..');
  const target = path.join(modules, '.cache', 'orrery', 'excel-worker.mjs');
  const outfile = `${target}.${process.pid}.mjs`;
  mkdirSync(path.dirname(target), { recursive: true });
  esbuild.buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', outfile, logLevel: 'silent' });
  renameSync(outfile, target);
  return target;
}

/** File the thread runs: the built one beside the bundle, or one made from the source. */
export function workerEntry(): string {
  if (known === undefined) {
    const built = fileURLToPath(new URL('./excel-worker.js', import.meta.url));
    known = existsSync(built) ? built : bundleSource(fileURLToPath(new URL('./excel-worker.ts', import.meta.url)));
  }
  return known;
}
