import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { shareModules } from '@orrery/sdk/build';
import { root } from '../paths.ts';
import { browserDefaults } from './esbuild-defaults.ts';
import { hashedOutput } from './hashed-output.ts';

const require = createRequire(path.join(root, 'package.json'));

/** React's four entry points in one file: one request instead of five, one instance by construction. */
const REACT_FAMILY = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'] as const;

/** ES modules shared as they are; each leaves the modules it shares with others to the import map. */
const MODULES: readonly { readonly specifier: string; readonly file: string; readonly external: readonly string[] }[] = [
  { specifier: '@fluentui/react', file: 'fluent', external: ['react', 'react-dom', 'react/jsx-runtime'] },
];

/** Builds the shared third-party modules; answers specifier → file name in `outDir`. */
export async function buildVendor(outDir: string, development: boolean): Promise<Record<string, string>> {
  process.env['NODE_ENV'] = development ? 'development' : 'production';
  const map: Record<string, string> = {};
  const react = await build({
    ...browserDefaults(development),
    stdin: { contents: reactFacade(), resolveDir: root, loader: 'js' },
    write: false,
    outdir: outDir,
  });
  const reactFile = await hashedOutput(outDir, 'react', react.outputFiles);
  for (const specifier of REACT_FAMILY) map[specifier] = reactFile;
  for (const { specifier, file, external } of MODULES) {
    const result = await build({
      ...browserDefaults(development),
      stdin: { contents: `export * from ${JSON.stringify(specifier)};`, resolveDir: root, loader: 'js' },
      write: false,
      outdir: outDir,
      plugins: [shareModules(external)],
    });
    map[specifier] = await hashedOutput(outDir, file, result.outputFiles);
  }
  return map;
}

/** React is CommonJS: its names must be enumerated, for `export *` from it exports nothing. */
function reactFacade(): string {
  const seen = new Set<string>();
  const lines = REACT_FAMILY.map((specifier, index) => {
    const names = Object.keys(require(specifier) as object).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' && !seen.has(name));
    for (const name of names) seen.add(name);
    return `import m${index} from '${specifier}';\nexport const { ${names.join(', ')} } = m${index};`;
  });
  return `${lines.join('\n')}\nexport default { ...m0, ...m2 };\n`;
}
