import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { shareModules } from '@orrery/sdk/build';
import { root } from '../paths.ts';
import { browserDefaults } from './esbuild-defaults.ts';
import { hashedOutput } from './hashed-output.ts';

const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
const CORE = ['@orrery/sdk', '@orrery/sdk/web', '@orrery/sdk/ui'];

/** The entry points of the SDK as files of the page; the first three are on every page, so they are one file. */
const FILES: readonly { readonly file: string; readonly specifiers: readonly string[]; readonly external: readonly string[] }[] = [
  { file: 'sdk', specifiers: CORE, external: REACT },
  { file: 'sdk-list', specifiers: ['@orrery/sdk/list'], external: [...REACT, ...CORE] },
  { file: 'sdk-viz', specifiers: ['@orrery/sdk/viz'], external: [...REACT, ...CORE] },
];

/** Built in one graph: what of d3 they share becomes chunks of its own, so that a chart never loads the rest of d3. */
const DRAWING: Readonly<Record<string, string>> = { 'sdk-chart': '@orrery/sdk/chart', plot: '@observablehq/plot', d3: 'd3' };

/** Builds the SDK and the drawing libraries for the import map; answers specifier → file name in `outDir`. */
export async function buildSdkWeb(outDir: string, development: boolean): Promise<Record<string, string>> {
  const map: Record<string, string> = {};
  for (const { file, specifiers, external } of FILES) {
    const result = await build({
      ...browserDefaults(development),
      stdin: { contents: specifiers.map((specifier) => `export * from '${specifier}';`).join('\n'), resolveDir: root, loader: 'js' },
      write: false,
      outdir: outDir,
      plugins: [shareModules(external)],
    });
    const name = await hashedOutput(outDir, file, result.outputFiles);
    for (const specifier of specifiers) map[specifier] = name;
  }
  const drawing = await build({
    ...browserDefaults(development),
    entryPoints: Object.keys(DRAWING).map((name) => ({ in: `drawing:${name}`, out: name })),
    outdir: outDir,
    entryNames: '[name]-[hash]',
    chunkNames: 'drawing-[hash]',
    splitting: true,
    plugins: [shareModules([...REACT, ...CORE, '@orrery/sdk/viz']), drawingEntries()],
  });
  for (const [file, output] of Object.entries(drawing.metafile?.outputs ?? {})) {
    const name = output.entryPoint?.replace(/^drawing:(?:drawing:)?/, '');
    const specifier = name === undefined ? undefined : DRAWING[name];
    if (specifier) map[specifier] = path.basename(file);
  }
  return map;
}

/** Entry points that only pass a package on. */
function drawingEntries(): Plugin {
  return {
    name: 'drawing-entries',
    setup(context) {
      context.onResolve({ filter: /^drawing:/ }, ({ path: name }) => ({ path: name.slice('drawing:'.length), namespace: 'drawing' }));
      context.onLoad({ filter: /.*/, namespace: 'drawing' }, ({ path: name }) => ({ contents: `export * from '${DRAWING[name] ?? ''}';`, resolveDir: root }));
    },
  };
}
