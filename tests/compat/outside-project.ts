import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import semver from 'semver';
import { packSdk } from '../../scripts/pack-sdk.ts';
import { root } from '../../scripts/paths.ts';

interface Package {
  readonly version: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The outcome of a tool run in a project. */
export interface ToolRun {
  readonly status: number | null;
  readonly output: string;
}

/** A plugin author's folder: outside the repository, with the packed SDK and none of our source. */
export interface OutsideProject {
  readonly folder: string;
  /** Runs a tool of the project's own `node_modules/.bin`. */
  run(bin: string, args?: readonly string[]): ToolRun;
  dispose(): void;
}

/** How the tests of a project are run here: other tests run beside them. */
export const PATIENT: readonly string[] = ['run', '--testTimeout=60000'];

/** An empty folder that no `node_modules` of ours is above. */
export function outsideFolder(name: string): string {
  return mkdtempSync(path.join(os.tmpdir(), `orrery-${name}-`));
}

/**
 * Installs what `package.json` of the folder asks for: the two tarballs unpacked, third-party packages linked from the
 * repository. Only what the packages declare is there, so a forgotten dependency fails here.
 */
export async function installOutside(folder: string): Promise<OutsideProject> {
  const modules = path.join(folder, 'node_modules');
  const tarballs = await packedSdk();
  for (const [name, tarball] of [['sdk', tarballs.sdk], ['testing', tarballs.testing]] as const) {
    const target = path.join(modules, '@orrery', name);
    mkdirSync(target, { recursive: true });
    must(spawnSync('tar', ['xzf', tarball, '--strip-components=1', '-C', target], { encoding: 'utf8' }));
  }
  const own = readPackage(folder);
  const sdk = readPackage(path.join(modules, '@orrery/sdk'));
  const testing = readPackage(path.join(modules, '@orrery/testing'));
  const asked = { ...own.dependencies, ...own.devDependencies };
  for (const [name, range] of Object.entries({ ...sdk.dependencies, ...testing.dependencies, ...asked })) install(modules, name, range);
  for (const { peerDependencies = {}, peerDependenciesMeta = {} } of [sdk, testing]) {
    const missing = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional && !(name in asked));
    if (missing.length > 0) throw new Error(`package.json of ${folder} lacks the peer dependencies ${missing.join(', ')}`);
  }
  return {
    folder,
    run(bin, args = []) {
      const { status, stdout, stderr } = spawnSync(path.join(modules, '.bin', bin), args, { cwd: folder, encoding: 'utf8', env: cleanEnvironment() });
      return { status, output: `${stdout}${stderr}` };
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function install(modules: string, name: string, range: string): void {
  const target = path.join(modules, name);
  if (!name.startsWith('@orrery/')) {
    const source = path.join(root, 'node_modules', name);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(source, target);
  }
  const { version, bin = {} } = readPackage(target);
  if (!semver.satisfies(version, range)) throw new Error(`${name} ${version} is installed, but ${range} is asked for`);
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  for (const [tool, file] of Object.entries(typeof bin === 'string' ? { [path.basename(name)]: bin } : bin)) {
    if (name.startsWith('@orrery/')) chmodSync(path.join(target, file), 0o755);
    symlinkSync(path.join(target, file), path.join(modules, '.bin', tool));
  }
}

/** Packs once for every state of the sources: several test files need the tarballs. */
export async function packedSdk(): Promise<{ readonly sdk: string; readonly testing: string }> {
  const folder = path.join(root, 'node_modules/.cache/orrery-pack', sourceHash());
  const find = (name: string): string => path.join(folder, readdirSync(folder).find((file) => file.startsWith(`orrery-${name}-`)) ?? '');
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    await packSdk(fresh);
    // Whoever comes second finds the same content there.
    if (existsSync(folder)) rmSync(fresh, { recursive: true, force: true });
    else renameSync(fresh, folder);
  }
  return { sdk: find('sdk'), testing: find('testing') };
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const place of ['sdk', 'host/testing', 'kernel', 'scripts/pack-sdk.ts', 'package.json']) {
    const full = path.join(root, place);
    const files = place.includes('.') ? [full] : readdirSync(full, { recursive: true, withFileTypes: true }).flatMap((item) => (item.isFile() ? [path.join(item.parentPath, item.name)] : []));
    for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Nothing of the test run around may leak in. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|NODE_OPTIONS|NODE_PATH|FORCE_COLOR|npm_)/.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package;
}

function must({ status, stderr }: { readonly status: number | null; readonly stderr: string }): void {
  if (status !== 0) throw new Error(stderr);
}

/** Writes files given by their paths relative to the folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** The files of one project a guide shows: every fenced block with `<project>=<path>`. */
export function filesOfGuide(markdown: string, project = 'file'): Record<string, string> {
  return Object.fromEntries([...markdown.matchAll(/^```\w+ (\w+)=(\S+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, file = '', text = '']) => (of === project ? [[file, text]] : [])));
}
