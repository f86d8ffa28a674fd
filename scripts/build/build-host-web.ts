import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { SHARED_MODULES, shareModules } from '@orrery/sdk/build';
import { root, staticDir } from '../paths.ts';
import { browserDefaults } from './esbuild-defaults.ts';
import { hashedOutput, writeHashed } from './hashed-output.ts';

/** Files of the page, relative to the static folder. */
export interface HostFiles {
  readonly boot: string;
  readonly main: string;
  readonly styles: readonly string[];
  /** Chunks that every page needs right after the shell. */
  readonly preload: readonly string[];
  /** Every script of the host with its integrity. */
  readonly scripts: readonly string[];
}

/** Builds the shell: the classic boot script, the module with its lazy chunks, the style sheet. */
export async function buildHostWeb(development: boolean): Promise<HostFiles> {
  const source = path.join(root, 'host/web/src');
  const boot = await build({
    ...browserDefaults(development),
    format: 'iife',
    entryPoints: [path.join(source, 'boot.ts')],
    write: false,
    outdir: staticDir,
  });
  const main = await build({
    ...browserDefaults(development),
    entryPoints: { main: path.join(source, 'main.tsx') },
    outdir: staticDir,
    entryNames: '[name]-[hash]',
    chunkNames: 'shell-[hash]',
    splitting: true,
    plugins: [shareModules(SHARED_MODULES)],
  });
  const outputs = Object.entries(main.metafile?.outputs ?? {});
  const relative = (file: string) => path.relative(staticDir, path.resolve(root, file));
  const scripts = outputs.map(([file]) => relative(file)).filter((file) => file.endsWith('.js'));
  const entry = outputs.find(([, output]) => output.entryPoint?.endsWith('main.tsx'));
  if (!entry) throw new Error('The shell produced no entry script');
  // The container of services is a chunk, so that the frame need not wait for it; the first plugin does need it.
  const preload = outputs.filter(([, output]) => Object.keys(output.inputs).some((input) => input.includes('node_modules/inversify/'))).map(([file]) => relative(file));
  return { preload, boot: await hashedOutput(staticDir, 'boot', boot.outputFiles), main: relative(entry[0]), styles: [await buildStyles(development)], scripts };
}

async function buildStyles(development: boolean): Promise<string> {
  const result = await build({
    stdin: { contents: `@import './host/web/src/styles/shell.css';\n@import './sdk/src/ui/ui.css';\n@import './sdk/src/list/list.css';\n@import './sdk/src/chart/chart.css';`, resolveDir: root, loader: 'css' },
    bundle: true,
    minify: !development,
    write: false,
    logLevel: 'silent',
  });
  return writeHashed(staticDir, 'shell', 'css', result.outputFiles[0]?.contents ?? new Uint8Array());
}

/** `sha384-…` of a file of the static folder, as import maps take it. */
export async function integrityOf(file: string): Promise<string> {
  return `sha384-${createHash('sha384').update(await readFile(path.join(staticDir, file))).digest('base64')}`;
}
