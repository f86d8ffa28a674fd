import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let known: Promise<string> | undefined;

/** Bundles the thread's source whole: threads do not inherit loaders such as tsx, and know no packages made of source. */
async function bundleSource(source: string): Promise<string> {
  const { build } = await import('esbuild');
  const modules = path.resolve(path.dirname(createRequire(import.meta.url).resolve('esbuild/package.json')), '..');
  const target = path.join(modules, '.cache', 'orrery', 'frame-worker.mjs');
  const outfile = `${target}.${process.pid}.mjs`;
  mkdirSync(path.dirname(target), { recursive: true });
  await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', target: 'node20', outfile, logLevel: 'silent' });
  renameSync(outfile, target);
  return target;
}

/** File that runs as the thread: the built one beside the server's bundle, or one made from the source when running from it. */
export function threadFile(): Promise<string> {
  const built = fileURLToPath(new URL('./frame-worker.js', import.meta.url));
  known ??= existsSync(built) ? Promise.resolve(built) : bundleSource(fileURLToPath(new URL('./frame-worker.ts', import.meta.url)));
  known.catch(() => (known = undefined));
  return known;
}
