import type { IndexedPlugin, PluginError } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { ApiClient, PluginContext } from '@orrery/sdk/web';
import { PluginMonitor } from '@orrery/sdk/web';
import type { ContextParts } from '../../common/contract.ts';
import { describeProblem } from '../../common/manifest/describe-problem.ts';
import { PluginRuntime } from '../../common/runtime/plugin-runtime.ts';
import type { DynamicPluginLoader } from '../loader/dynamic-plugins.ts';
import { createDynamicPlugins } from '../loader/dynamic-plugins.ts';
import type { ImportedPlugin } from '../loader/import-plugin.ts';
import { createIndexLookup } from '../loader/index-lookup.ts';
import { createPerfMonitor } from '../perf/perf-monitor.ts';
import type { SafeMode } from '../safe-mode/safe-mode.ts';

/** What the browser adds to the runtime. */
export interface WebRuntimeOptions {
  readonly api: ApiClient;
  readonly origins: readonly string[];
  readonly safeMode: SafeMode;
  /** Absolute address of the application root, with a slash at its end. */
  readonly rootUrl: string;
  importPlugin(plugin: IndexedPlugin, signal: AbortSignal): Promise<ImportedPlugin>;
  createContext(parts: ContextParts): PluginContext;
  onFault(pluginId: string, error: PluginError): void;
}

/** The runtime of a page with everything that finds plugins for it. */
export interface WebRuntime {
  readonly runtime: PluginRuntime<PluginContext>;
  readonly dynamic: DynamicPluginLoader;
  readonly monitor: PluginMonitor;
  /** Completes addresses and applies safe mode; every plugin passes through here before it is registered. */
  prepare(plugin: IndexedPlugin): IndexedPlugin;
  /** Asks the server for plugins again and applies what has changed: their files, their switch, that they are gone. */
  reload(ids: readonly string[]): Promise<void>;
  /** Makes plugins known that may offer a path nobody offers yet. */
  findRoutes(pathname: string): Promise<void>;
  dispose(): void;
}

/** Puts together runtime, index look-up, dynamic plugins and the monitor. */
export function createWebRuntime(options: WebRuntimeOptions): WebRuntime {
  const { api, safeMode, rootUrl } = options;
  const imported = new Map<string, ImportedPlugin>();
  const paused = new Map<string, string>();
  const prepare = (plugin: IndexedPlugin) => {
    const masked = safeMode.mask({ ...plugin, baseUrl: new URL(plugin.baseUrl, rootUrl).href });
    const why = plugin.required || masked.disabled !== undefined ? undefined : paused.get(plugin.manifest.id);
    return why === undefined ? masked : { ...masked, disabled: why };
  };
  const dynamic = createDynamicPlugins({
    api,
    origins: options.origins,
    prepare,
    isKnown: (id) => runtime.status(id) !== undefined,
    adopt: async (ids, signal) => runtime.register(await lookup.fresh(ids, signal)),
    register: (plugin) => runtime.register([plugin]),
    reject: (plugin, reason) => runtime.reject(plugin, reason),
    async validate(plugin) {
      const { validateManifest } = await import('../../common/manifest/validate-manifest.ts');
      return validateManifest(plugin.manifest, runtime.points.allDeclarations()).map(describeProblem);
    },
  });
  const lookup = createIndexLookup({ api, prepare, loadDynamic: () => dynamic.load() });
  const reload = async (ids: readonly string[]) => {
    const found = await lookup.fresh(ids);
    runtime.register(found);
    await Promise.all(ids.filter((id) => !found.some(({ manifest }) => manifest.id === id)).map((id) => runtime.unregister(id)));
  };
  const perf = createPerfMonitor((url) => runtime.attribute(url));
  const monitor: PluginMonitor = {
    safeMode: safeMode.level,
    list: () =>
      runtime.statuses().map(({ id, plugin, state, reason, activatedBy, loadMs, activateMs, faults }) => {
        const { displayName, version } = plugin.manifest;
        return { id, displayName, version, source: plugin.source, state, reason, activatedBy, loadMs, activateMs, faults, longFrameMs: perf.cost(id).longFrameMs };
      }),
    async loadDynamic(again) {
      await dynamic.load(again);
      return dynamic.state;
    },
    reload: (id) => reload([id]),
    async retry(id) {
      // What was rejected is read anew; it may be mended.
      if (runtime.status(id)?.state === 'rejected') {
        await runtime.unregister(id);
        await dynamic.load(true);
      }
      runtime.enable(id);
      await runtime.activate(id, 'retry');
    },
    get paused() {
      return [...paused.keys()];
    },
    async pause(ids, why) {
      const before = [...paused.keys()];
      paused.clear();
      const pausable = ids.filter((id) => before.includes(id) || runtime.status(id)?.state !== 'disabled');
      for (const id of pausable) if (!runtime.status(id)?.plugin.required) paused.set(id, why);
      await Promise.all([...paused.keys()].map((id) => runtime.disable(id, why)));
      for (const id of before) if (!paused.has(id)) runtime.enable(id);
    },
    onDidChange: (listener) => runtime.onDidChange(() => listener()),
  };
  const runtime: PluginRuntime<PluginContext> = new PluginRuntime<PluginContext>({
    half: 'web',
    lookup,
    services: [{ token: PluginMonitor, value: monitor }],
    async importModule(plugin, signal) {
      const answer = await options.importPlugin(plugin, signal);
      imported.set(plugin.manifest.id, answer);
      return answer.module;
    },
    createContext(parts) {
      const { id } = parts.plugin.manifest;
      for (const lease of imported.get(id)?.leases ?? []) parts.subscriptions.add(toDisposable(() => lease.dispose()));
      imported.delete(id);
      return options.createContext(parts);
    },
    onFault: options.onFault,
  });
  return {
    runtime,
    dynamic,
    monitor,
    prepare,
    reload,
    async findRoutes(pathname) {
      const id = /^\/x\/([^/]+)\//.exec(`${pathname}/`)?.[1];
      runtime.register(id ? await lookup.byId(id) : await lookup.byPoint('core.routes'));
      if (!id) await dynamic.load();
    },
    dispose: () => perf.dispose(),
  };
}
