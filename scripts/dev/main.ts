import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IndexedPlugin } from '@orrery/sdk';
import { buildPlugin } from '@orrery/sdk/build';
import { buildServer, generateServerPlugins } from '../build/build-server.ts';
import { dist, root, staticDir } from '../paths.ts';
import { readRegistry, workspaceFolder } from '../registry/registry-file.ts';
import type { RegistryEntry } from '../registry/registry-file.ts';

const SETTLE_MS = 60;
const indexFile = path.join(dist, 'plugin-index.json');
let server: ChildProcess | undefined;
let stopping = false;

const full = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--development'], { cwd: root, stdio: 'inherit' });
if (full.status !== 0) process.exit(full.status ?? 1);
startServer();

const registry = await readRegistry();
for (const entry of registry.plugins) {
  const folder = workspaceFolder(entry);
  if (folder) watchPlugin(entry, path.join(root, folder));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true;
    server?.kill(signal);
    process.exit(0);
  });
}

function startServer(): void {
  server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { UV_THREADPOOL_SIZE: '8', ORRERY_DEV: '1', ...process.env },
  });
  const started = server;
  started.on('exit', (code) => {
    if (!stopping && started === server) process.exit(code ?? 1);
  });
}

/** Rebuilds a plugin once its files have been quiet for a moment. A server half restarts the server. */
function watchPlugin(entry: RegistryEntry, folder: string): void {
  let timer: NodeJS.Timeout | undefined;
  const changed = new Set<string>();
  watch(folder, { recursive: true }, (_event, name) => {
    if (!name || /(?:^|[/\\])(?:dist|node_modules)[/\\]|\.test\.tsx?$|~$/.test(name)) return;
    changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const names = [...changed];
      changed.clear();
      rebuild(entry, folder, names).catch((error: unknown) => console.error(`dev: ${entry.id}: ${error instanceof Error ? error.message : String(error)}`));
    }, SETTLE_MS);
  });
}

async function rebuild(entry: RegistryEntry, folder: string, names: readonly string[]): Promise<void> {
  const started = Date.now();
  const result = await buildPlugin({ folder, outDir: path.join(staticDir, 'plugins', `${entry.id}.new`), development: true });
  const hash = createHash('sha256').update(JSON.stringify(result.files)).digest('hex').slice(0, 12);
  const target = path.join(staticDir, 'plugins', entry.id, hash);
  await rm(target, { recursive: true, force: true });
  await mkdir(path.dirname(target), { recursive: true });
  await rename(result.outDir, target);
  const index = JSON.parse(await readFile(indexFile, 'utf8')) as IndexedPlugin[];
  const next: IndexedPlugin = {
    manifest: result.manifest,
    source: 'builtin',
    tier: 'builtin',
    baseUrl: `static/plugins/${entry.id}/${hash}/`,
    integrity: Object.fromEntries(Object.entries(result.files).filter(([name]) => /\.(?:js|css)$/.test(name))),
    ...(entry.required ? { required: true } : {}),
  };
  // The server watches this file and tells open pages which plugins changed.
  await writeFile(`${indexFile}.new`, JSON.stringify([...index.filter((plugin) => plugin.manifest.id !== entry.id), next]));
  await rename(`${indexFile}.new`, indexFile);
  console.log(`dev: ${entry.id} rebuilt in ${Date.now() - started} ms`);
  if (names.some((name) => name.startsWith('server'))) {
    await generateServerPlugins(await readRegistry());
    await buildServer(true);
    const old = server;
    server = undefined;
    old?.kill('SIGTERM');
    old?.once('exit', startServer);
  }
}
