import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { buildServer, generateServerPlugins } from '../build/build-server.ts';
import { dist, registryFile, root } from '../paths.ts';
import { readRegistry, workspaceFolder } from '../registry/registry-file.ts';
import type { RegistryEntry } from '../registry/registry-file.ts';
import { rebuildPlugin } from './rebuild-plugin.ts';
import { watchQuietly } from './watch-quietly.ts';

let server: ChildProcess | undefined;
/** Rebuilds follow each other: all of them write the plugin index. */
let last: Promise<void> = Promise.resolve();
const watched = new Set<string>();

const full = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--development'], { cwd: root, stdio: 'inherit' });
if (full.status !== 0) process.exit(full.status ?? 1);
startServer();
for (const entry of (await readRegistry()).plugins) watchPlugin(entry);
// A plugin that joins the registry meanwhile, as `npm run create-plugin` lets it, is built and watched like the others.
watch(path.dirname(registryFile), (_event, name) => {
  if (name === path.basename(registryFile)) after('plugin-registry.json', welcome);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const running = server;
    server = undefined;
    running?.once('exit', () => process.exit(0));
    if (!running?.kill(signal)) process.exit(0);
  });
}

function startServer(): void {
  const started = spawn(process.execPath, ['--enable-source-maps', path.join(dist, 'server/main.js'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { UV_THREADPOOL_SIZE: '8', ...process.env, ORRERY_DEV: '1', ORRERY_DIST: dist },
  });
  server = started;
  started.on('exit', (code) => {
    if (started === server) process.exit(code ?? 1);
  });
}

function watchPlugin(entry: RegistryEntry): void {
  const folder = workspaceFolder(entry);
  if (!folder || entry.enabled === false || watched.has(entry.id)) return;
  watched.add(entry.id);
  watchQuietly(path.join(root, folder), (names) => after(entry.id, () => rebuild(entry, path.join(root, folder), names)));
}

async function welcome(): Promise<void> {
  for (const entry of (await readRegistry()).plugins.filter(({ id }) => !watched.has(id))) {
    const folder = workspaceFolder(entry);
    if (!folder || entry.enabled === false) continue;
    watchPlugin(entry);
    await rebuild(entry, path.join(root, folder), []);
  }
}

async function rebuild(entry: RegistryEntry, folder: string, names: readonly string[]): Promise<void> {
  const started = Date.now();
  await rebuildPlugin(entry, folder);
  console.log(`dev: ${entry.id} rebuilt in ${Date.now() - started} ms`);
  if (!names.some((name) => name.startsWith('server') || name === 'contract.ts')) return;
  await generateServerPlugins(await readRegistry());
  await buildServer(true);
  const old = server;
  server = undefined;
  old?.once('exit', startServer);
  old?.kill('SIGTERM');
}

/** Runs work when all before it is done; what fails is said, and the next goes on. */
function after(what: string, work: () => Promise<void>): void {
  last = last.then(work).catch((error: unknown) => console.error(`dev: ${what}: ${error instanceof Error ? error.message : String(error)}`));
}
