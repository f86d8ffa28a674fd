import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { root } from './paths.ts';

type Versions = Record<string, string>;

/** What authors install themselves, because the host or their own tooling brings it. Everything else comes with the package. */
const SDK_PEERS: Readonly<Record<string, { readonly optional: boolean; readonly range?: string }>> = {
  react: { optional: false },
  esbuild: { optional: true },
  // Only the declarations for server halves speak of these two.
  kysely: { optional: true },
  '@types/node': { optional: true, range: '>=20' },
};
const TESTING_PEERS = new Set(['@orrery/sdk', 'react', 'react-dom', 'vitest', '@testing-library/react']);

/**
 * Packs `@orrery/sdk` and `@orrery/testing` as npm would publish them: JavaScript with declarations, no source. What each
 * depends on is read from what it imports, so nothing can be forgotten. Answers the two tarballs; authors' examples and the
 * compatibility tests build from these, never from source.
 */
export async function packSdk(outDir: string): Promise<{ readonly sdk: string; readonly testing: string }> {
  const staging = await mkdtemp(path.join(os.tmpdir(), 'orrery-pack-'));
  try {
    const declarations = path.join(staging, 'types');
    await emitDeclarations(declarations);
    await mkdir(outDir, { recursive: true });
    const sdk = await stageSdk(path.join(staging, 'sdk'), declarations);
    const testing = await stageTesting(path.join(staging, 'testing'), declarations);
    return { sdk: npmPack(sdk, outDir), testing: npmPack(testing, outDir) };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stageSdk(folder: string, declarations: string): Promise<string> {
  const own = readJson<{ name: string; version: string; license: string; description: string; exports: Versions }>('sdk/package.json');
  const dist = path.join(folder, 'dist');
  for (const file of await filesOf(path.join(root, 'sdk/src'))) {
    if (isTestFile(file)) continue;
    const isCode = /\.tsx?$/.test(file);
    const target = path.join(dist, isCode ? file.replace(/\.tsx?$/, '.js') : file);
    await mkdir(path.dirname(target), { recursive: true });
    const text = await readFile(path.join(root, 'sdk/src', file), 'utf8');
    await writeFile(target, isCode ? await compile(file, text) : text);
  }
  await copyDeclarations(path.join(declarations, 'sdk/src'), dist);
  await writeFile(path.join(dist, 'build/bin.js'), `#!/usr/bin/env node\nimport { runCli } from './cli.js';\nprocess.exit(await runCli(process.argv.slice(2)));\n`);
  for (const file of ['sdk/NAMING.md', 'sdk/GUIDE.md', 'LICENSE']) await cp(path.join(root, file), path.join(folder, path.basename(file)));
  const bases = Object.entries(own.exports).map(([entry, source]) => [entry, source.replace('./src/', './dist/').replace(/\.ts$/, '')] as const);
  const code = await build({
    entryPoints: bases.map(([, base]) => path.join(folder, `${base}.js`)),
    outdir: dist,
    bundle: true,
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const names = new Set([...importedPackages(code.metafile), ...(await typedPackages(dist))]);
  names.delete(own.name);
  const all = Object.fromEntries(Object.entries(versionsOf(names)).map(([name, range]) => [name, SDK_PEERS[name]?.range ?? range]));
  const pick = (isPeer: boolean): Versions => Object.fromEntries(Object.entries(all).filter(([name]) => name in SDK_PEERS === isPeer));
  await writePackage(folder, {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(bases.map(([entry, base]) => [entry, { types: `${base}.d.ts`, default: `${base}.js` }])),
    bin: { 'orrery-plugin': './dist/build/bin.js' },
    dependencies: pick(false),
    peerDependencies: pick(true),
    peerDependenciesMeta: Object.fromEntries(Object.entries(SDK_PEERS).flatMap(([name, { optional }]) => (optional ? [[name, { optional }]] : []))),
  });
  return folder;
}

/** The kernel is inlined: authors get a test host, not a second door into the platform. */
async function stageTesting(folder: string, declarations: string): Promise<string> {
  const { metafile } = await build({
    entryPoints: ['index', 'server'].map((entry) => path.join(root, `host/testing/src/${entry}.ts`)),
    outdir: path.join(folder, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    target: 'es2022',
    jsx: 'automatic',
    metafile: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'kernel-from-source',
        setup(context) {
          context.onResolve({ filter: /^@orrery\/kernel\// }, ({ path: specifier }) => ({ path: path.join(root, 'kernel', specifier.slice('@orrery/kernel/'.length), 'index.ts') }));
        },
      },
    ],
  });
  const types = path.join(folder, 'dist/types');
  await copyDeclarations(path.join(declarations, 'host/testing/src'), types);
  await copyDeclarations(path.join(declarations, 'kernel/common'), path.join(types, 'kernel-common'));
  // tsc copies no hand-written declarations; those of untyped modules go along.
  const ambient = (await filesOf(path.join(root, 'kernel/common'))).filter((file) => file.endsWith('.d.ts'));
  for (const file of ambient) await cp(path.join(root, 'kernel/common', file), path.join(types, 'kernel-common', file));
  for (const file of await filesOf(types)) {
    const full = path.join(types, file);
    const up = '../'.repeat(file.split('/').length - 1) || './';
    const references = file === 'index.d.ts' ? ambient.map((name) => `/// <reference path="./kernel-common/${name}" />\n`).join('') : '';
    await writeFile(full, references + (await readFile(full, 'utf8')).replaceAll(/(['"])@orrery\/kernel\/common\1/g, `'${up}kernel-common/index.js'`));
  }
  const { version, license } = readJson<{ version: string; license: string }>('sdk/package.json');
  const imported = importedPackages(metafile);
  // inversify does not start without it.
  if (imported.has('inversify')) imported.add('reflect-metadata');
  const all = { ...versionsOf(new Set([...imported, ...TESTING_PEERS].filter((name) => name !== '@orrery/sdk'))), '@orrery/sdk': version };
  const pick = (isPeer: boolean): Versions => Object.fromEntries(Object.entries(all).filter(([name]) => TESTING_PEERS.has(name) === isPeer));
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  await writePackage(folder, {
    name: '@orrery/testing',
    version,
    description: 'Runs an Orrery plugin in a test: the real kernel, without network and shell',
    license,
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './dist/types/index.d.ts', default: './dist/index.js' },
      './server': { types: './dist/types/server.d.ts', default: './dist/server.js' },
    },
    dependencies: pick(false),
    peerDependencies: pick(true),
  });
  return folder;
}

async function compile(file: string, text: string): Promise<string> {
  const { code } = await transform(text, { loader: file.endsWith('x') ? 'tsx' : 'ts', format: 'esm', target: 'es2022', jsx: 'automatic' });
  return code.replace(/((?:from|import)\s*\(?\s*['"]\.[^'"]*?)\.tsx?(['"])/g, '$1.js$2');
}

async function emitDeclarations(outDir: string): Promise<void> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', path.join(root, 'scripts/pack-sdk.tsconfig.json'), '--outDir', outDir], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Declarations could not be made:\n${stdout}`);
}

async function copyDeclarations(from: string, to: string): Promise<void> {
  for (const file of await filesOf(from)) {
    if (isTestFile(file)) continue;
    const text = await readFile(path.join(from, file), 'utf8');
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await writeFile(path.join(to, file), text.replace(/(['"])(\.[^'"]*)\.tsx?\1/g, '$1$2.js$1'));
  }
}

/** The packages that bundled code leaves to the installation. */
function importedPackages(metafile: { readonly outputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string; readonly external?: boolean }[] }>> }): Set<string> {
  const specifiers = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map((item) => item.path));
  return new Set(specifiers.map(packageOf).filter((name) => !isNodeModule(name)));
}

/** The packages declarations speak of; where a package has no types of its own, those of `@types`. */
async function typedPackages(folder: string): Promise<string[]> {
  const names = new Set<string>();
  for (const file of (await filesOf(folder)).filter((name) => name.endsWith('.d.ts'))) {
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*['"]([^.'"][^'"]*)['"]/g)) names.add(packageOf(name));
    for (const [, name = ''] of text.matchAll(/<reference types="([^"]+)"/g)) names.add(name);
  }
  // React's are the author's choice, as react itself.
  return [...names].filter((name) => !isNodeModule(name)).map((name) => (name !== 'react' && hasPackage(`@types/${name}`) ? `@types/${name}` : name));
}

const packageOf = (specifier: string): string => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
const isNodeModule = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);
const isTestFile = (file: string): boolean => /\.test(?:-d)?\.|(?:^|\/)fixtures\//.test(file);

function hasPackage(name: string): boolean {
  try {
    readJson(`node_modules/${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

function versionsOf(names: ReadonlySet<string>): Versions {
  return Object.fromEntries([...names].sort().map((name) => [name, `^${readJson<{ version: string }>(`node_modules/${name}/package.json`).version}`]));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T;
}

async function writePackage(folder: string, content: object): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function npmPack(folder: string, outDir: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', outDir], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  return path.join(outDir, stdout.trim().split('\n').pop() ?? '');
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((item) => item.isFile()).map((item) => path.relative(folder, path.join(item.parentPath, item.name)).split(path.sep).join('/'));
}
