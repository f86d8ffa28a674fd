import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SDK_VERSION } from '@orrery/sdk';
import { root } from '../paths.ts';

export const TEMPLATES = ['viz', 'page'] as const;
export type TemplateKind = (typeof TEMPLATES)[number];

/** Packages a plugin outside the repository needs; the host supplies react and the SDK at run time. */
const STANDALONE_DEPENDENCIES = ['react', 'react-dom', '@types/react', '@testing-library/react', '@testing-library/dom', 'd3', '@types/d3', 'esbuild', 'jsdom', 'typescript', 'vitest'];

/**
 * Copies a template, replacing `__id__`, `__name__`, `__Name__`, `__title__` and `__SDK__` in names and contents.
 * Outside the repository it adds a package.json and a tsconfig.json.
 */
export async function scaffold(options: { readonly kind: TemplateKind; readonly name: string; readonly id: string; readonly folder: string; readonly standalone: boolean }): Promise<void> {
  const { kind, name, id, folder } = options;
  const words = name.split('-');
  const title = words.map((word, at) => (at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join(' ');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const fill = (text: string): string =>
    text.replaceAll('__id__', id).replaceAll('__name__', name).replaceAll('__Name__', pascal).replaceAll('__title__', title).replaceAll('__SDK__', SDK_VERSION);
  const template = path.join(root, 'scripts/create-plugin/templates', kind);
  for (const item of await readdir(template, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const source = path.join(item.parentPath, item.name);
    const target = path.join(folder, fill(path.relative(template, source)).replace(/\.txt$/, ''));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, fill(await readFile(source, 'utf8')));
  }
  if (options.standalone) await writeStandalone(folder, id);
}

async function writeStandalone(folder: string, id: string): Promise<void> {
  const own = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
  const versions = { ...own.dependencies, ...own.devDependencies };
  const devDependencies = {
    ...Object.fromEntries(STANDALONE_DEPENDENCIES.map((dependency) => [dependency, `^${versions[dependency] ?? ''}`])),
    '@orrery/sdk': `^${SDK_VERSION}`,
    '@orrery/testing': `^${SDK_VERSION}`,
  };
  const manifest = { name: id, version: '0.1.0', private: true, type: 'module', scripts: { build: 'orrery-plugin build', test: 'vitest run', types: 'tsc --noEmit' }, devDependencies };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const compilerOptions = { target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', lib: ['ES2023', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx', strict: true, noEmit: true, skipLibCheck: true, noUncheckedSideEffectImports: false, allowImportingTsExtensions: true, resolveJsonModule: true, verbatimModuleSyntax: true };
  await writeFile(path.join(folder, 'tsconfig.json'), `${JSON.stringify({ compilerOptions, include: ['web'] }, null, 2)}\n`);
  await writeFile(path.join(folder, '.gitignore'), 'node_modules/\ndist/\n');
}
