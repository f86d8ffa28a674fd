import { build } from 'esbuild';
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
  {
    file: 'sdk-chart',
    specifiers: ['@orrery/sdk/chart'],
    external: [...REACT, ...CORE, '@orrery/sdk/viz', 'd3', '@observablehq/plot'],
  },
];

/** Builds the SDK for the import map; answers specifier → file name in `outDir`. */
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
  return map;
}
