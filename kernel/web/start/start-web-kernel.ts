import type { ComponentType, ReactNode } from 'react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { IndexedPlugin, JsonObject, PluginError } from '@orrery/sdk';
import { DisposableStore, toDisposable } from '@orrery/sdk';
import type { ApiClient, Bootstrap, PluginContext, PluginMonitor, ShellUi, SlotProps } from '@orrery/sdk/web';
import { ApiMiddlewares, Commands, Keybindings, PluginScopeContext, Routes, TelemetrySinks, Themes, Translations } from '@orrery/sdk/web';
import type { PluginRuntimeApi } from '../../common/contract.ts';
import { createApiClient } from '../api-client/create-api-client.ts';
import type { Middleware } from '../api-client/run-middlewares.ts';
import type { FaultPanelProps } from '../boundary/contribution-boundary.tsx';
import { createSlot } from '../boundary/create-slot.tsx';
import type { KernelCommands } from '../commands/create-commands.ts';
import { createCommands } from '../commands/create-commands.ts';
import { listenToKeys } from '../commands/listen-to-keys.ts';
import type { PageServices } from '../context/create-plugin-context.ts';
import { createPluginContext } from '../context/create-plugin-context.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import { createPluginImporter } from '../loader/import-plugin.ts';
import { createPluginIntegrity } from '../loader/plugin-integrity.ts';
import { createLogger } from '../log/create-logger.ts';
import { createPermissions } from '../permissions/create-permissions.ts';
import type { BrowserHistory } from '../routing/browser-history.ts';
import { createBrowserHistory } from '../routing/browser-history.ts';
import type { PageLoader } from '../routing/page-loader.ts';
import { createPageLoader } from '../routing/page-loader.ts';
import type { SafeMode } from '../safe-mode/safe-mode.ts';
import { createSafeMode } from '../safe-mode/safe-mode.ts';
import { browserStorage } from '../storage/create-storage.ts';
import type { SliceStore } from '../store/create-store.ts';
import { createSliceStore } from '../store/create-store.ts';
import { createTelemetry, sendBeacon } from '../telemetry/create-telemetry.ts';
import { createTheme } from '../theme/create-theme.ts';
import type { WebRuntime } from './create-runtime.ts';
import { createWebRuntime } from './create-runtime.ts';
import { readBootstrap } from './read-bootstrap.ts';

/** The id under which the host itself speaks: its texts, its storage, its commands. */
export const HOST_ID = 'core';

/** What a page starts with. */
export interface WebKernelOptions {
  /** The parsed `data-bootstrap`. */
  readonly bootstrap: unknown;
  readonly shellPlugins: readonly IndexedPlugin[];
  readonly root: HTMLElement;
  readonly nonce: string;
  /** What the host draws on behalf of plugins. */
  readonly ui: ShellUi;
  /** Texts of the host by language; keys `kernel.*` are the kernel's. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly FaultPanel: ComponentType<FaultPanelProps>;
  /** Replaces the network and module loading in tests. */
  readonly fetch?: typeof fetch;
  readonly importUrl?: (url: string) => Promise<Record<string, unknown>>;
}

/** The running kernel, for the host that draws the page around it. */
export interface WebKernel {
  readonly runtime: PluginRuntimeApi<PluginContext>;
  readonly monitor: PluginMonitor;
  readonly bootstrap: Bootstrap;
  /** The context of the host itself, as if it were a plugin. */
  readonly ctx: PluginContext;
  readonly api: ApiClient;
  readonly history: BrowserHistory;
  readonly pages: PageLoader;
  readonly commands: KernelCommands;
  readonly safeMode: SafeMode;
  readonly Slot: ComponentType<SlotProps>;
  /** For development: takes rebuilt plugins over, and keeps the state of slices while they change. */
  readonly development: Pick<WebRuntime, 'reload'> & Pick<SliceStore, 'keepStates'>;
  /** Draws the host in place of what the server drew. */
  render(element: ReactNode): void;
  dispose(): Promise<void>;
}

/** Starts the platform in a page. Never throws because of a plugin. */
export function startWebKernel(options: WebKernelOptions): WebKernel {
  const { root, nonce, ui } = options;
  const bootstrap = readBootstrap(options.bootstrap);
  const { common, user } = bootstrap;
  const log = createLogger(HOST_ID);
  const life = new DisposableStore();
  const storage = browserStorage();
  const html = document.documentElement;
  const i18n = createI18n(common.locale, html);
  const { t, addMessages } = i18n.forPlugin(HOST_ID);
  for (const [language, messages] of Object.entries(options.texts)) addMessages(language, messages);

  const history = createBrowserHistory(window, common.application_root, (message) =>
    ui.confirm({ title: t('kernel.leave.title'), body: message, confirmLabel: t('kernel.leave.confirm'), danger: true }),
  );
  life.add(history);
  const load = (url: string) => window.location.assign(url);
  const toLogin = () => load(history.href(`/login/?next=${encodeURIComponent(window.location.href.slice(window.location.origin.length))}`));
  const guestHeader = (bootstrap as { config?: { GUEST_TOKEN_HEADER_NAME?: string } }).config?.GUEST_TOKEN_HEADER_NAME ?? 'X-GuestToken';
  const guestToken = () => html.dataset['guestToken'];
  const api = createApiClient({
    basePath: common.application_root,
    describe: (status) => t([0, 401, 403, 404, 413, 429, 502, 503, 504].includes(status) ? `kernel.status.${status}` : 'kernel.status.other', { status }),
    guest: { header: guestHeader, token: guestToken },
    onUnauthorised: toLogin,
    middlewares: (path) => middlewaresFor(runtime, path),
    fetch: options.fetch,
  });
  const onFault = (pluginId: string, error: PluginError) => log.warn(`${error.code} in ${pluginId}: ${error.message}`, { error });
  const store = createSliceStore((pluginId, error) => runtime.fault(pluginId, error, 'reducer'));
  const telemetry = createTelemetry(sendBeacon(history.href('/superset/log/?explode=events')), guestToken, (events) => writeToSinks(runtime, events));
  const safeMode = createSafeMode(html, storage, () => t('kernel.safe-mode.reason'));
  const permissions = createPermissions(user);
  const importPlugin = createPluginImporter({ document, i18n, integrity: createPluginIntegrity(document, nonce), contributedTexts: (id) => contributedTexts(runtime, id), fetch: options.fetch, importUrl: options.importUrl });
  const origins = common.conf['PLUGIN_ORIGINS'];
  const web = createWebRuntime({
    api,
    safeMode,
    importPlugin,
    onFault,
    origins: Array.isArray(origins) ? origins.map(String) : [],
    rootUrl: new URL(`${common.application_root}/`, window.location.href).href,
    createContext: (parts) => createPluginContext(page, parts),
  });
  const { runtime } = web;
  life.add(web);

  const theme = createTheme({ document, nonce, storage, themes: () => runtime.points.entries(Themes).map(({ value }) => value) });
  life.add(theme);
  life.add(runtime.points.onDidChange(Themes, () => theme.refresh()));
  const commands = createCommands({
    commands: () => runtime.points.entries(Commands),
    keybindings: () => runtime.points.entries(Keybindings),
    run: async (id, args) => (await runtime.points.load(Commands, id)).run(args),
    can: permissions.can,
  });
  const report = (error: unknown) => {
    log.error(String(error instanceof Error ? error.message : error), { error });
    ui.toast('danger', error instanceof Error ? error.message : String(error));
  };
  life.add(listenToKeys(document, commands.keys, (id) => void commands.execute(id).catch(report)));
  const page: PageServices = {
    bootstrap,
    api,
    store,
    routing: { history, routes: () => runtime.points.entries(Routes), load },
    permissions,
    storage,
    i18n,
    theme,
    commands,
    ui,
    telemetry,
    onFault: (pluginId, error, where) => runtime.fault(pluginId, error, where),
  };
  const ctx = createPluginContext(page, hostParts(runtime, life));
  life.add(toDisposable(attributeErrors(runtime)));
  const leave = () => telemetry.flush();
  window.addEventListener('pagehide', leave);
  life.add(toDisposable(() => window.removeEventListener('pagehide', leave)));

  runtime.register(options.shellPlugins.map(web.prepare));
  let title: { dispose(): void } | undefined;
  const pages = createPageLoader({
    history,
    runtime,
    findRoutes: web.findRoutes,
    onLogin: toLogin,
    admit({ route: { value } }) {
      if (value.anonymous || (value.permission && permissions.can(...value.permission))) return 'yes';
      if (user.isAnonymous && !guestToken()) return 'login';
      return value.permission ? 'no' : 'yes';
    },
    onPage(match) {
      title?.dispose();
      title = ui.setTitle(match?.route.value.title ?? '');
      if (match) telemetry.event(HOST_ID, 'spa_navigation', { path: history.location.pathname });
    },
  });
  life.add(pages);
  for (const { manifest } of options.shellPlugins) {
    if (manifest.activation?.includes('onStartup')) runtime.activate(manifest.id, 'onStartup').catch(() => {});
  }
  const Slot = createSlot(runtime, options.FaultPanel);
  const reactRoot = createRoot(root, { onCaughtError: (error) => log.warn('A contribution failed', { error }), onUncaughtError: report });
  const scope = { ctx, params: {}, Slot };
  return {
    runtime,
    monitor: web.monitor,
    bootstrap,
    ctx,
    api,
    history,
    pages,
    commands,
    safeMode,
    Slot,
    development: { reload: web.reload, keepStates: store.keepStates },
    render: (element) => reactRoot.render(createElement(PluginScopeContext.Provider, { value: scope }, element)),
    async dispose() {
      reactRoot.unmount();
      await runtime.dispose();
      telemetry.flush();
      life.dispose();
    },
  };
}

/** Contributed middlewares whose prefixes match; their code loads with the first call it is for. */
function middlewaresFor(runtime: PluginRuntimeApi<PluginContext>, path: string): readonly Middleware[] {
  const matching = runtime.points.entries(ApiMiddlewares).filter(({ value }) => value.match.some((prefix) => path.startsWith(prefix)));
  return matching.map(({ key, pluginId }) => ({ load: () => runtime.points.load(ApiMiddlewares, key), onFault: (error) => runtime.fault(pluginId, error, 'api-middleware') }));
}

/** Texts others contribute for a plugin, in the order of their contributions. */
function contributedTexts(runtime: PluginRuntimeApi<PluginContext>, id: string): readonly { language: string; url: string }[] {
  return runtime.points.entries(Translations).flatMap(({ value, pluginId }) => {
    const file = value.files[id];
    const base = runtime.status(pluginId)?.plugin.baseUrl;
    return file && base ? [{ language: value.language, url: new URL(file, base).href }] : [];
  });
}

/** Gives events to every contributed sink; the code of sinks loads with the first batch. */
function writeToSinks(runtime: PluginRuntimeApi<PluginContext>, events: readonly JsonObject[]): void {
  for (const { key, pluginId } of runtime.points.entries(TelemetrySinks)) {
    const written = runtime.points.load(TelemetrySinks, key).then((sink) => sink.write(events));
    written.catch((error: unknown) => runtime.fault(pluginId, error, 'telemetry-sink'));
  }
}

/** The host looks like a plugin to the parts it uses, but contributes nothing. */
function hostParts(runtime: PluginRuntimeApi<PluginContext>, subscriptions: DisposableStore) {
  const manifest = { manifestVersion: 1 as const, id: HOST_ID, version: '0.0.0', publisher: '', displayName: '', description: '', engines: { sdk: '*' } };
  return {
    plugin: { manifest, source: 'builtin' as const, tier: 'builtin' as const, baseUrl: '', integrity: {} },
    signal: new AbortController().signal,
    subscriptions,
    contribute: (): never => {
      throw new Error('The host contributes nothing');
    },
    points: runtime.points,
    hooks: runtime.hooks.forPlugin(HOST_ID, () => true),
  };
}

/** Lets errors nobody caught count against the plugin whose file they come from. */
function attributeErrors(runtime: PluginRuntimeApi<PluginContext>): () => void {
  const blame = (error: unknown, where: string) => {
    const id = error instanceof Error && error.stack ? runtime.attribute(error.stack) : undefined;
    if (id) runtime.fault(id, error, where);
  };
  const handleError = (event: ErrorEvent) => blame(event.error, 'script');
  const handleRejection = (event: PromiseRejectionEvent) => blame(event.reason, 'promise');
  window.addEventListener('error', handleError);
  window.addEventListener('unhandledrejection', handleRejection);
  return () => {
    window.removeEventListener('error', handleError);
    window.removeEventListener('unhandledrejection', handleRejection);
  };
}
