import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createLog, ensureFirstAdmin, startServerKernel } from '@orrery/kernel/server';
import type { ServerKernel, ServerPlugin } from '@orrery/kernel/server';
import { serverPlugins } from './.gen/server-plugins.ts';
import { openCache } from './cache/open-cache.ts';
import { createWebApp } from './page/create-web-app.ts';
import type { WebApp } from './page/create-web-app.ts';
import { parseArguments, USAGE } from './parse-arguments.ts';
import { readConfig } from './read-config.ts';
import { watchFaults } from './watch-faults.ts';

/** A terminal's Ctrl+C reaches us twice: from the terminal, and passed on by the start script. */
const SAME_SIGNAL_MS = 1000;

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

async function main(): Promise<void> {
  // What is kept is for the account that runs the server, whatever the folder allows.
  process.umask(0o077);
  const environment = process.env;
  const args = readArguments();
  const config = readConfig(args, environment);
  const log = createLog(config.logLevel ?? 'info');
  let web: WebApp | undefined;
  let kernel: ServerKernel | undefined;
  const end = createEnd(() => kernel?.close() ?? Promise.resolve());
  watchFaults(log, serverPlugins.map(({ manifest, folder }) => ({ id: manifest.id, folder })), () => end(1));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0));

  kernel = await startServerKernel({
    config,
    log,
    cache: openCache(environment['ORRERY_REDIS_URL']),
    plugins: serverPlugins.map(toServerPlugin),
    pages(started) {
      web = createWebApp(started, { distDir: path.resolve(environment['ORRERY_DIST'] ?? findDist()), isDevelopment: environment['ORRERY_DEV'] === '1' });
      return web.renderPage;
    },
  });
  await web?.ready;
  const admin = await ensureFirstAdmin(kernel.metadata('kernel'), environment['ORRERY_ADMIN_PASSWORD']);
  // No child process needs to know it.
  delete environment['ORRERY_ADMIN_PASSWORD'];
  delete environment['ORRERY_SECRET_KEY'];
  if (config.roles === 'worker') {
    console.log('ready worker');
    return;
  }
  const origin = await kernel.listen(args);
  const home = `${origin}${config.applicationRoot}`;
  if (admin?.needsLink) console.log(`login ${home}login/link/${await kernel.auth.links.create(admin.userId)}`);
  console.log(`ready ${home}`);
}

function readArguments(): ReturnType<typeof parseArguments> {
  try {
    return parseArguments(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return process.exit(2);
  }
}

/** Ends the process in order; a second wish to end, some time after the first, ends it at once. */
function createEnd(close: () => Promise<void>): (code: number) => void {
  let since: number | undefined;
  return (code) => {
    if (since !== undefined) {
      if (Date.now() - since > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    since = Date.now();
    close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
}

function toServerPlugin({ manifest, folder, required, load }: (typeof serverPlugins)[number]): ServerPlugin {
  return { indexed: { manifest, source: 'builtin', tier: 'builtin', baseUrl: `${pathToFileURL(folder).href}/`, integrity: {}, ...(required ? { required } : {}) }, folder, load };
}

/** `dist/` beside the registry, whether this file runs from source or from its bundle. */
function findDist(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'plugin-registry.json')) && path.dirname(folder) !== folder) folder = path.dirname(folder);
  return path.join(folder, 'dist');
}
