import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { PluginManifest } from '../common/manifest.ts';
import { lintBundleFile } from './lint-bundle.ts';
import { scopeStyles } from './scope-styles.ts';
import { shareModules } from './share-modules.ts';
import { SHARED_MODULES } from './shared.ts';

/** @public */
export interface BuildPluginOptions {
  /** Folder of `plugin.json`. */
  readonly folder: string;
  /** Receives the built plugin; replaced as a whole. */
  readonly outDir: string;
  /** Readable output, no budget check. */
  readonly development?: boolean;
}

/** @public */
export interface BuiltPlugin {
  readonly manifest: PluginManifest;
  readonly outDir: string;
  /** Path relative to `outDir` → `sha384-…`, as in `plugin.files.json`. */
  readonly files: Readonly<Record<string, string>>;
  /** Gzip bytes of all JavaScript and CSS. */
  readonly gzipBytes: number;
}

/**
 * Builds one plugin's browser half into a folder that can be served as it is: `plugin.js` (ES module, shared modules left
 * to the import map, English texts bundled as export `messages`), `plugin.css` (scoped), lazy chunks, locales, assets,
 * the rewritten `plugin.json`, and `plugin.files.json` with the hash of every file.
 * Throws with every problem found when the result must not ship.
 * @public
 */
export async function buildPlugin(options: BuildPluginOptions): Promise<BuiltPlugin> {
  const { folder } = options;
  const source = JSON.parse(await readFile(path.join(folder, 'plugin.json'), 'utf8')) as PluginManifest;
  const staging = `${options.outDir}.staging-${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  try {
    const styles = source.entry?.web ? await bundleWeb(folder, source, staging, options.development ?? false) : [];
    await copyAssets(folder, staging);
    const manifest = builtManifest(source, styles);
    await writeFile(path.join(staging, 'plugin.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const { files, gzipBytes } = await hashFiles(staging);
    checkBudget(manifest, gzipBytes, options.development ?? false);
    await writeFile(path.join(staging, 'plugin.files.json'), `${JSON.stringify(files, null, 2)}\n`);
    await rm(options.outDir, { recursive: true, force: true });
    await mkdir(path.dirname(options.outDir), { recursive: true });
    await rename(staging, options.outDir);
    return { manifest, outDir: options.outDir, files, gzipBytes };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function bundleWeb(folder: string, manifest: PluginManifest, outDir: string, development: boolean): Promise<string[]> {
  const entry = `./${manifest.entry?.web ?? ''}`;
  const english = existsSync(path.join(folder, 'locales/en.json'));
  const contents = `export { default } from ${JSON.stringify(entry)};\n${
    english ? `export { default as messages } from './locales/en.json';` : 'export const messages = {};'
  }`;
  await build({
    stdin: { contents, resolveDir: folder, sourcefile: 'plugin.js', loader: 'js' },
    outdir: outDir,
    entryNames: 'plugin',
    chunkNames: 'chunk-[hash]',
    assetNames: 'asset-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    minify: !development,
    sourcemap: development ? 'inline' : false,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
    loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file' },
    plugins: [shareModules(SHARED_MODULES)],
    logLevel: 'silent',
  });
  const problems = [];
  const names = await readdir(outDir);
  for (const name of names.filter((file) => file.endsWith('.js'))) {
    problems.push(...lintBundleFile(name, await readFile(path.join(outDir, name), 'utf8')));
  }
  if (problems.length > 0) {
    throw new Error(`Plugin ${manifest.id} must not ship:\n${problems.map((problem) => `- ${problem.message}`).join('\n')}`);
  }
  if (!names.includes('stdin.js') && !names.includes('plugin.js')) throw new Error(`Plugin ${manifest.id} produced no entry`);
  if (names.includes('stdin.js')) await rename(path.join(outDir, 'stdin.js'), path.join(outDir, 'plugin.js'));
  return collectStyles(outDir, names, manifest.id);
}

/** Styles of lazily imported modules are in the entry's sheet too, so only that one ships. */
async function collectStyles(outDir: string, names: readonly string[], id: string): Promise<string[]> {
  const sheets = names.filter((name) => name.endsWith('.css'));
  const main = sheets.find((name) => name === 'plugin.css' || name === 'stdin.css');
  const css = main ? await readFile(path.join(outDir, main), 'utf8') : '';
  for (const sheet of sheets) await rm(path.join(outDir, sheet));
  if (!css) return [];
  await writeFile(path.join(outDir, 'plugin.css'), scopeStyles(css, id));
  return ['plugin.css'];
}

async function copyAssets(folder: string, outDir: string): Promise<void> {
  for (const name of ['locales', 'assets']) {
    if (existsSync(path.join(folder, name))) await cp(path.join(folder, name), path.join(outDir, name), { recursive: true });
  }
}

function builtManifest(source: PluginManifest, styles: readonly string[]): PluginManifest {
  const { $schema: _schema, entry, ...rest } = source;
  const web = entry?.web ? { web: 'plugin.js' } : {};
  const server = entry?.server ? { server: entry.server } : {};
  return { ...rest, entry: { ...web, ...server, ...(styles.length > 0 ? { styles } : {}) } };
}

async function hashFiles(folder: string): Promise<{ files: Record<string, string>; gzipBytes: number }> {
  const files: Record<string, string> = {};
  let gzipBytes = 0;
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).split(path.sep).join('/'))
    .sort();
  for (const name of names) {
    const bytes = await readFile(path.join(folder, name));
    files[name] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    if (/\.(?:js|css)$/.test(name)) gzipBytes += gzipSync(bytes, { level: 9 }).length;
  }
  return { files, gzipBytes };
}

function checkBudget(manifest: PluginManifest, gzipBytes: number, development: boolean): void {
  const limit = manifest.budgets?.gzipKb;
  if (development || limit === undefined || gzipBytes <= limit * 1024) return;
  throw new Error(`Plugin ${manifest.id} weighs ${(gzipBytes / 1024).toFixed(1)} kB gzip; its budget is ${limit} kB`);
}
