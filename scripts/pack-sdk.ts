import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { root } from './paths.ts';

/**
 * Packs `@orrery/sdk` and `@orrery/testing` as npm would publish them: JavaScript with declarations, no source.
 * Answers the two tarballs. Authors' examples and the compatibility tests build from these, never from source.
 */
export async function packSdk(outDir: string): Promise<{ readonly sdk: string; readonly testing: string }> {
  const staging = await mkdtemp(path.join(os.tmpdir(), 'orrery-pack-'));
  try {
    const declarations = path.join(staging, 'types');
    emitAllDeclarations(declarations);
    const sdk = await stageSdk(path.join(staging, 'sdk'), declarations);
    const testing = await stageTesting(path.join(staging, 'testing'), declarations);
    await mkdir(outDir, { recursive: true });
    return { sdk: npmPack(sdk, outDir), testing: npmPack(testing, outDir) };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stageSdk(folder: string, declarations: string): Promise<string> {
  const own = JSON.parse(await readFile(path.join(root, 'sdk/package.json'), 'utf8')) as { name: string; version: string; license: string; description: string; exports: Record<string, string> };
  for (const file of await filesOf(path.join(root, 'sdk/src'))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const target = path.join(folder, 'dist', file.replace(/\.tsx?$/, '.js'));
    await mkdir(path.dirname(target), { recursive: true });
    const bytes = await readFile(path.join(root, 'sdk/src', file), 'utf8');
    if (!/\.tsx?$/.test(file)) {
      await writeFile(path.join(folder, 'dist', file), bytes);
      continue;
    }
    const { code } = await transform(bytes, { loader: file.endsWith('x') ? 'tsx' : 'ts', format: 'esm', target: 'es2022', jsx: 'automatic' });
    await writeFile(target, toJsSpecifiers(code));
  }
  await cp(path.join(declarations, 'sdk/src'), path.join(folder, 'dist'), { recursive: true });
  await writeFile(path.join(folder, 'dist/build/bin.js'), `#!/usr/bin/env node\nimport { runCli } from './cli.js';\nprocess.exit(await runCli(process.argv.slice(2)));\n`);
  await cp(path.join(root, 'sdk/NAMING.md'), path.join(folder, 'NAMING.md'));
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const exports = Object.fromEntries(
    Object.entries(own.exports).map(([entry, source]) => {
      const base = source.replace('./src/', './dist/').replace(/\.ts$/, '');
      return [entry, { types: `${base}.d.ts`, default: `${base}.js` }];
    }),
  );
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, dependencies[name] ?? '*']));
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify(
      {
        name: own.name,
        version: own.version,
        description: own.description,
        license: own.license,
        type: 'module',
        sideEffects: false,
        exports,
        bin: { 'orrery-plugin': './dist/build/bin.js' },
        peerDependencies: pick(['react', 'esbuild', 'd3', '@observablehq/plot', 'kysely']),
        peerDependenciesMeta: { esbuild: { optional: true }, d3: { optional: true }, '@observablehq/plot': { optional: true }, kysely: { optional: true } },
      },
      null,
      2,
    ),
  );
  return folder;
}

/** The kernel is inlined: authors get a test host, not a second door into the platform. */
async function stageTesting(folder: string, declarations: string): Promise<string> {
  await build({
    entryPoints: [path.join(root, 'host/testing/src/index.ts')],
    outfile: path.join(folder, 'dist/index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'silent',
    external: ['@orrery/sdk', '@orrery/sdk/*', 'react', 'react/*', 'react-dom', 'react-dom/*', 'vitest', '@testing-library/*', 'inversify', 'tapable', 'semver', '@cfworker/json-schema', 'node:*'],
    plugins: [
      {
        name: 'kernel-from-source',
        setup(context) {
          context.onResolve({ filter: /^@orrery\/kernel\// }, ({ path: specifier }) => ({ path: path.join(root, 'kernel', specifier.slice('@orrery/kernel/'.length), 'index.ts') }));
        },
      },
    ],
  });
  await cp(path.join(declarations, 'host/testing/src'), path.join(folder, 'dist/types'), { recursive: true });
  await cp(path.join(declarations, 'kernel/common'), path.join(folder, 'dist/types/kernel-common'), { recursive: true });
  for (const file of await filesOf(path.join(folder, 'dist/types'))) {
    const full = path.join(folder, 'dist/types', file);
    const up = '../'.repeat(file.split('/').length - 1) || './';
    await writeFile(full, (await readFile(full, 'utf8')).replaceAll(/(['"])@orrery\/kernel\/common\1/g, `'${up}kernel-common/index.js'`));
  }
  const { version, license } = JSON.parse(await readFile(path.join(root, 'sdk/package.json'), 'utf8')) as { version: string; license: string };
  const { dependencies, devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
  const all = { ...dependencies, ...devDependencies };
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, all[name] ?? '*']));
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify(
      {
        name: '@orrery/testing',
        version,
        license,
        type: 'module',
        exports: { '.': { types: './dist/types/index.d.ts', default: './dist/index.js' } },
        dependencies: pick(['@cfworker/json-schema', 'inversify', 'reflect-metadata', 'semver', 'tapable']),
        peerDependencies: { '@orrery/sdk': version, ...pick(['react', 'react-dom', 'vitest', '@testing-library/react']) },
      },
      null,
      2,
    ),
  );
  return folder;
}

function emitAllDeclarations(outDir: string): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', path.join(root, 'scripts/pack-sdk.tsconfig.json'), '--outDir', outDir],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Declarations could not be made:\n${stdout}`);
  rewriteDeclarations(outDir);
}

function rewriteDeclarations(folder: string): void {
  spawnSync('sh', ['-c', `find "${folder}" -name '*.d.ts' -exec sed -i -E "s#(['\\"])(\\.[^'\\"]*)\\.tsx?(['\\"])#\\1\\2.js\\3#g" {} +`]);
}

function toJsSpecifiers(code: string): string {
  return code.replace(/((?:from|import)\s*\(?\s*['"]\.[^'"]*?)\.tsx?(['"])/g, '$1.js$2');
}

function npmPack(folder: string, outDir: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', outDir], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  return path.join(outDir, stdout.trim().split('\n').pop() ?? '');
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((item) => item.isFile()).map((item) => path.relative(folder, path.join(item.parentPath, item.name)).split(path.sep).join('/'));
}
