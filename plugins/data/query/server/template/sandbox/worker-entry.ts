import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let known: Promise<string> | undefined;

/** Bundles the worker's source: workers do not inherit loaders such as tsx. */
async function bundleSource(source: string): Promise<string> {
  const { build } = await import('esbuild');
  const modules = path.resolve(path.dirname(createRequire(import.meta.url).resolve('esbuild/package.json')), '..');
  const target = path.join(modules, '.cache', 'orrery', 'render-worker.mjs');
  const outfile = `${target}.${process.pid}.mjs`;
  mkdirSync(path.dirname(target), { recursive: true });
  await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', outfile, logLevel: 'silent' });
  renameSync(outfile, target);
  return target;
}

/** File that runs as the sandbox: the built one beside the server's bundle, or one made from the source when running from it. */
export function workerEntry(): Promise<string> {
  const built = fileURLToPath(new URL('./render-worker.js', import.meta.url));
  known ??= existsSync(built) ? Promise.resolve(built) : bundleSource(fileURLToPath(new URL('./render-worker.ts', import.meta.url)));
  known.catch(() => (known = undefined));
  return known;
}
