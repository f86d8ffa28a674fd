import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { CORE_POINTS, describeProblem, validateManifest } from '@orrery/kernel/common';
import { BootstrapData, Pages } from '@orrery/sdk/server';
import { bootstrapUser, contributedPermissions, DynamicPlugins, PluginIndex, pluginRoutes, readManifestTexts, switchServerHalf } from '@orrery/kernel/server';
import type { PageRequest, RenderPage, ServerKernel } from '@orrery/kernel/server';
import type { HttpRequest, PagePlan } from '@orrery/sdk/server';
import type { ExtensionPointDeclaration, IndexedPlugin, PluginManifest, User } from '@orrery/sdk';
import { SDK_VERSION } from '@orrery/sdk';
import { renderSkeleton } from '../../web/src/page/skeleton.html.ts';
import { bootstrapData } from './bootstrap-data.ts';
import { connectSources } from './connect-sources.ts';
import { developmentEvents } from './development-events.ts';
import { followDynamicPlugins } from './follow-dynamic-plugins.ts';
import { chooseLanguage, LANGUAGES } from './languages.ts';
import { readPluginPolicy, startupRefusal } from './plugin-policy.ts';
import { matchPath } from './match-path.ts';
import { pageCookies } from './page-cookies.ts';
import { preloadsFor } from './preloads.ts';
import { problemPage } from './problem-page.ts';
import { createPageRenderer } from './render-page.ts';
import type { PageFiles } from './render-page.ts';

/** What was built: `dist/`. */
export interface WebAppOptions {
  readonly distDir: string;
  readonly isDevelopment: boolean;
}

/** The browser side of the server: static files, the plugin index and its administration, and the page. */
export interface WebApp {
  readonly renderPage: RenderPage;
  /** Resolves when plugins added at run time are known. */
  readonly ready: Promise<void>;
}

/** Hangs the browser side into a kernel that does not listen yet. */
export function createWebApp(kernel: ServerKernel, options: WebAppOptions): WebApp {
  const { config, log } = kernel;
  const root = `${config.applicationRoot.replace(/\/$/, '')}/`;
  const pluginsDir = path.join(config.dataDir, 'plugins');
  const files = JSON.parse(readFileSync(path.join(options.distDir, 'page.json'), 'utf8')) as PageFiles;
  const index = readIndex(options.distDir, pluginsDir);
  const declarations = (): ExtensionPointDeclaration[] => [...CORE_POINTS, ...index.current.all('en').flatMap(({ manifest }) => manifest.extensionPoints ?? [])];
  const follow = followDynamicPlugins(kernel.runtime);
  const policy = readPluginPolicy(options.distDir, config.publicOrigin);
  const dynamic = new DynamicPlugins({
    onDidRefresh(plugins) {
      kernel.permissions.declare(contributedPermissions(plugins));
      follow(plugins);
    },
    policy,
    metadata: kernel.metadata('kernel-bundles'),
    index: index.current,
    pluginsDir,
    applicationRoot: root,
    log,
    switchServerHalf: (id, reason) => switchServerHalf(kernel.runtime, id, reason),
    validate(manifest) {
      const problems = validateManifest(manifest, declarations()).map(describeProblem);
      return problems.length > 0 ? problems : startupRefusal(policy, manifest as PluginManifest, index.current.all('en'));
    },
  });
  const languageOf = (request: HttpRequest): string => chooseLanguage(request.locale, request.headers['accept-language']);
  const serverStates = () => kernel.runtime.statuses().filter(({ plugin }) => plugin.manifest.entry?.server).map(({ id, state, reason }) => ({ id, state, ...(reason ? { reason: { code: reason.code, message: reason.message } } : {}) }));
  for (const route of pluginRoutes({ index: index.current, dynamic, languageOf, serverStates, absolute: (plugin) => ({ ...plugin, baseUrl: root + plugin.baseUrl }) })) kernel.route(route);
  serveStatic(kernel, root, options.distDir, pluginsDir);
  if (options.isDevelopment) kernel.route(developmentEvents(options.distDir, () => index.reload()));

  const ready = (async () => {
    await mkdir(pluginsDir, { recursive: true });
    await dynamic.refresh();
  })();
  const render = createPageRenderer(files);
  return {
    ready,
    async renderPage(request) {
      await ready;
      const language = chooseLanguage(request.locale, request.headers['accept-language']);
      const shellPlugins = index.current.shell(language).map((plugin) => ({ ...plugin, baseUrl: root + plugin.baseUrl }));
      const plan = request.error ? undefined : await planOf(kernel, request);
      if (plan?.problem) return problemPage(plan.problem);
      const caller = plan?.isAnonymous ? NOBODY : request.user;
      const user = await bootstrapUser(kernel.metadata('kernel'), caller);
      const common = bootstrapData({ user, applicationRoot: root, language, conf: config.conf, featureFlags: config.featureFlags, version: SDK_VERSION, isDevelopment: options.isDevelopment });
      const page = render({
        applicationRoot: root,
        bootstrap: { ...plan?.bootstrap, ...(await withContributedData(kernel, common, caller)) },
        shellPlugins,
        csrfToken: request.csrfToken,
        language,
        direction: LANGUAGES[language]?.direction ?? 'ltr',
        title: 'Orrery',
        preloads: caller.isAnonymous && !plan ? undefined : preloadsFor(shellPlugins, request.path),
        skeleton: renderSkeleton(skeletonOf({ ...request, user: caller }, shellPlugins)),
        connectSources: connectSources(config.conf, config.featureFlags),
        ...(plan?.frameAncestors ? { frameAncestors: plan.frameAncestors } : {}),
      });
      // A page without the account knows nobody the cookies could be for.
      return { ...page, cookies: plan?.isAnonymous ? [] : await pageCookies(kernel, request), isFramed: (plan?.frameAncestors ?? []).length > 0 };
    },
  };
}

/** Adds what plugins contribute to `common`. One that fails is reported and left out: the page must come. */
async function withContributedData(kernel: ServerKernel, data: Readonly<Record<string, unknown>>, user: User): Promise<Readonly<Record<string, unknown>>> {
  const { points } = kernel.runtime;
  const added = await Promise.all(
    points.entries(BootstrapData).map(async ({ key, pluginId }) => {
      try {
        return await (await points.load(BootstrapData, key))(user);
      } catch (error) {
        kernel.runtime.fault(pluginId, error, 'bootstrap-data');
        return {};
      }
    }),
  );
  return added.length === 0 ? data : { ...data, common: added.reduce<Data>(withKeys, data['common'] as Data) };
}

type Data = Readonly<Record<string, unknown>>;

/** Adds keys; an object joins the one that is there, e.g. `menu_data.menu` the rest of `menu_data`. */
function withKeys(data: Data, added: Data): Data {
  const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
  return { ...data, ...Object.fromEntries(Object.entries(added).map(([key, value]) => [key, isObject(value) && isObject(data[key]) ? { ...data[key], ...value } : value])) };
}

const NOBODY: User = { id: null, username: '', firstName: '', lastName: '', email: '', roles: {}, isAnonymous: true, isAdmin: false };

/** How the plugin that claimed the address wants the page served; undefined for all other pages. */
async function planOf(kernel: ServerKernel, { path: pathname, query, headers, user }: PageRequest): Promise<PagePlan | undefined> {
  const { points } = kernel.runtime;
  for (const { key, value } of points.entries(Pages)) {
    const params = matchPath(value.path, pathname);
    if (params) return (await points.load(Pages, key))({ params, query, headers, user });
  }
  return undefined;
}

/** The frame as the visitor will see it: no navigation before they are signed in. */
function skeletonOf(request: PageRequest, plugins: readonly IndexedPlugin[]): Parameters<typeof renderSkeleton>[0] {
  const items = plugins.flatMap(({ manifest }) => manifest.contributes?.['core.nav-items'] ?? []);
  const isBlank = request.user.isAnonymous || request.path.startsWith('/login');
  return { nav: isBlank ? [] : items.map((item) => ({ label: String(item['label'] ?? '') })), title: 'Orrery', dir: 'ltr' };
}

/** The index of built-ins; in development it is read again when the build changes it. */
function readIndex(distDir: string, pluginsDir: string) {
  const file = path.join(distDir, 'plugin-index.json');
  const read = (): IndexedPlugin[] => JSON.parse(readFileSync(file, 'utf8')) as IndexedPlugin[];
  const folderOf = (plugin: IndexedPlugin): string =>
    plugin.source === 'builtin' ? path.join(distDir, plugin.baseUrl) : path.join(pluginsDir, plugin.baseUrl.replace(/^dynamic-plugins\/files\//, ''));
  const current = new PluginIndex(CORE_POINTS, read(), readManifestTexts(folderOf));
  return { current, reload: () => current.setBuiltins(read()) };
}

const YEAR_SECONDS = 31_536_000;

/** Files named after their content never change; what was compressed at build time is sent as it is. */
function serveStatic(kernel: ServerKernel, root: string, distDir: string, pluginsDir: string): void {
  const immutable = { index: false as const, decorateReply: false, cacheControl: true, immutable: true, maxAge: YEAR_SECONDS * 1000, dotfiles: 'deny' as const };
  void kernel.http.app.register(fastifyStatic, { ...immutable, root: path.join(distDir, 'static'), prefix: `${root}static/`, preCompressed: true, wildcard: true });
  void kernel.http.app.register(fastifyStatic, { ...immutable, root: pluginsDir, prefix: `${root}dynamic-plugins/files/`, wildcard: true });
}
