import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Disposable, IndexedPlugin, PluginError } from '@orrery/sdk';
import { AuthProviders, HttpResponse } from '@orrery/sdk/server';
import type { Cache, EventLog, JobQueue, MetadataStore, RouteDefinition, Secrets, ServerPluginContext } from '@orrery/sdk/server';
import type { PluginRuntimeApi } from '../../common/contract.ts';
import { PluginRuntime } from '../../common/runtime/plugin-runtime.ts';
import { authApiRoutes } from '../auth/api-routes.ts';
import { createAuth } from '../auth/create-auth.ts';
import type { Auth } from '../auth/create-auth.ts';
import { loginRoutes } from '../auth/login-routes.ts';
import { BUNDLE_MIGRATIONS, readManifestTexts } from '../bundles/dynamic-plugins.ts';
import { translateManifest } from '../bundles/plugin-index.ts';
import { readSwitches, startWaiting } from '../bundles/plugin-switches.ts';
import { createEventLog } from '../events/create-event-log.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import type { HttpServer } from '../http/create-http-server.ts';
import { renderPlainPage } from '../http/page.ts';
import type { RenderPage } from '../http/page.ts';
import { createJobQueue } from '../jobs/create-job-queue.ts';
import { KERNEL_MIGRATIONS } from '../metadata/kernel-migrations.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { contributedPermissions } from '../permissions/contributed-permissions.ts';
import { createPermissions } from '../permissions/create-permissions.ts';
import type { PermissionStore } from '../permissions/create-permissions.ts';
import { KERNEL_PERMISSIONS } from '../permissions/kernel-permissions.ts';
import { createSecrets } from '../secrets/create-secrets.ts';
import { loadSecretKey } from '../secrets/secret-key.ts';
import { activateAll } from './activate-all.ts';
import type { KernelLog } from './create-log.ts';
import { createLog } from './create-log.ts';
import { createPluginContext } from './create-plugin-context.ts';
import type { KernelConfig } from './kernel-config.ts';

/** A plugin installed with the distribution. */
export interface ServerPlugin {
  readonly indexed: IndexedPlugin;
  /** Absolute folder of the plugin's files. */
  readonly folder: string;
  /** Imports the server half; never called for plugins without one. */
  load(): Promise<Record<string, unknown>>;
}

/** What a host makes the cache with. */
export interface CacheRoom {
  readonly dataDir: string;
  /** The same in all processes of this deployment, and in no other's. Tells nothing of the secret key. */
  readonly deployment: string;
  readonly log: KernelLog;
}

/** Makes the cache; one with a `dispose` is disposed after everything that uses it. */
export type OpenCache = (room: CacheRoom) => (Cache & Partial<Disposable>) | Promise<Cache & Partial<Disposable>>;

/** What a host starts the kernel with. */
export interface ServerKernelOptions {
  readonly config: KernelConfig;
  readonly cache: OpenCache;
  readonly plugins: readonly ServerPlugin[];
  /** Renders the application's page, once the kernel is there to ask. */
  readonly pages?: (kernel: ServerKernel) => RenderPage;
  readonly log?: KernelLog;
}

/** The running server side. */
export interface ServerKernel {
  readonly config: KernelConfig;
  readonly log: KernelLog;
  readonly http: HttpServer;
  readonly auth: Auth;
  readonly permissions: PermissionStore;
  readonly jobs: JobQueue;
  readonly events: EventLog;
  readonly cache: Cache;
  readonly secrets: Secrets;
  readonly runtime: PluginRuntimeApi<ServerPluginContext>;
  metadata(owner: string): MetadataStore;
  /** Hangs in a route of the host or the kernel. */
  route(definition: RouteDefinition): Disposable;
  /** Answers the origin it listens at. */
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops accepting, drains for up to 10 s, disposes the plugins, closes the database. Safe to call twice. */
  close(): Promise<void>;
}

/** Activating may migrate tables, so it gets longer than in a browser. */
const ACTIVATE_MS = 60_000;

/** Starts all server halves. A plugin that fails is reported by `runtime.status(id)` and the others go on. */
export async function startServerKernel(options: ServerKernelOptions): Promise<ServerKernel> {
  const { config } = options;
  const log = options.log ?? createLog(config.logLevel ?? 'info');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const secretKey = loadSecretKey(config.dataDir, config.secretKey);
  const cache = await options.cache({ dataDir: config.dataDir, deployment: secretKey.derive('cache').toString('hex', 0, 8), log });
  const database = await openMetadata({ url: config.metadataUrl, file: join(config.dataDir, 'metadata.db') });
  const metadata = database.forPlugin('kernel');
  await metadata.migrate(KERNEL_MIGRATIONS);
  const bundles = database.forPlugin('kernel-bundles');
  await bundles.migrate(BUNDLE_MIGRATIONS);

  const permissions = await createPermissions(metadata, log);
  permissions.declare(KERNEL_PERMISSIONS);
  const secrets = createSecrets(secretKey);
  const events = createEventLog(metadata);
  const jobs = createJobQueue(metadata, log);
  const auth = createAuth({
    metadata, permissions, secretKey, applicationRoot: config.applicationRoot,
    async verifyGuest(token) {
      for (const { key } of runtime.points.entries(AuthProviders)) {
        const user = await (await runtime.points.load(AuthProviders, key)).userOf(token);
        if (user) return user;
      }
      return undefined;
    },
  });

  const byId = new Map(options.plugins.map((plugin) => [plugin.indexed.manifest.id, plugin]));
  let renderPage: RenderPage = renderPlainPage;
  const http = await createHttpServer({
    applicationRoot: config.applicationRoot,
    trustProxy: config.trustProxy ?? false,
    ...(config.publicOrigin === undefined ? {} : { publicOrigin: config.publicOrigin }),
    gatekeeper: auth,
    permissions,
    renderPage: (request) => renderPage(request),
    log,
  });

  const runtime: PluginRuntimeApi<ServerPluginContext> = new PluginRuntime<ServerPluginContext>({
    half: 'server',
    async importModule(plugin) {
      const known = byId.get(plugin.manifest.id);
      if (!known) throw new Error(`${plugin.manifest.id} is not installed with this distribution`);
      return known.load();
    },
    createContext: (parts) =>
      createPluginContext(parts, byId.get(parts.plugin.manifest.id)?.folder ?? '', {
        http, permissions, jobs, events, cache, secrets, config, log, metadata: database.forPlugin(parts.plugin.manifest.id),
      }),
    onFault: (id, error: PluginError) => log.error('Plugin fault', { plugin: id, code: error.code, error: error.message, cause: error.cause instanceof Error ? error.cause.stack : undefined }),
    timeouts: { activateMs: ACTIVATE_MS },
  });

  let closing: Promise<void> | undefined;
  const kernel: ServerKernel = {
    config, log, http, auth, permissions, jobs, events, cache, secrets, runtime,
    metadata: (owner) => database.forPlugin(owner),
    route: (definition) => http.route(definition, 'kernel'),
    listen: http.listen,
    close: () =>
      (closing ??= (async () => {
        await http.close();
        await jobs.stop();
        await runtime.dispose();
        events.dispose();
        await permissions.settled();
        await database.close();
        cache.dispose?.();
      })()),
  };

  for (const route of kernelRoutes(kernel, metadata)) kernel.route(route);
  if (options.pages) renderPage = options.pages(kernel);
  const switches = await readSwitches(bundles);
  // What the server answers is in English; pages translate manifests into the language of whoever looks.
  const english = readManifestTexts((plugin) => byId.get(plugin.manifest.id)?.folder ?? '');
  const installed = options.plugins.map(({ indexed }) => (indexed.manifest.entry?.server ? withSwitch({ ...indexed, manifest: translateManifest(indexed.manifest, english(indexed, 'en')) }, switches) : indexed));
  runtime.register(installed);
  permissions.declare(contributedPermissions(installed));
  const serverHalves = installed.filter(({ manifest, disabled }) => manifest.entry?.server && disabled === undefined);
  await activateAll(serverHalves, (id) => runtime.activate(id, 'onStartup'));
  // A paused plugin takes those that used it along; whoever can do without it comes back.
  runtime.onDidChange(({ state }) => state === 'quarantined' && !closing && void startWaiting(runtime, 'onStartup'));
  for (const indexed of serverHalves) {
    const status = runtime.status(indexed.manifest.id);
    if (status?.state !== 'active') log.error('A plugin did not start', { plugin: indexed.manifest.id, state: status?.state, code: status?.reason?.code, reason: status?.reason?.message });
  }
  await permissions.settled();
  if (config.roles !== 'web') jobs.start();
  return kernel;
}

/** The plugin as an administrator left it: switched off, its code is not even loaded. */
function withSwitch(plugin: IndexedPlugin, switches: ReadonlyMap<string, string>): IndexedPlugin {
  const disabled = plugin.required ? undefined : switches.get(plugin.manifest.id);
  return disabled === undefined ? plugin : { ...plugin, disabled };
}

function kernelRoutes({ auth, config, permissions }: ServerKernel, metadata: MetadataStore): readonly RouteDefinition[] {
  const health = ['/health', '/healthcheck', '/ping'].map((path): RouteDefinition => ({ method: 'GET', path, permission: null, handler: () => new HttpResponse({ body: 'OK' }) }));
  return [...health, ...loginRoutes(auth, config.applicationRoot), ...authApiRoutes(auth, metadata, permissions)];
}
