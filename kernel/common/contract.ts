import type {
  Contribution,
  ContributionReader,
  Disposable,
  DisposableStore,
  ExtensionPoint,
  ExtensionPointDeclaration,
  Hooks,
  IndexedPlugin,
  PluginError,
  PluginState,
  ServiceToken,
} from '@orrery/sdk';

/** How a plugin fares, with the reason a person can act on. */
export interface PluginStatus {
  readonly id: string;
  readonly plugin: IndexedPlugin;
  readonly state: PluginState;
  /** Why it is rejected, blocked, failed, quarantined or disabled. */
  readonly reason?: PluginError;
  /** What made it activate, e.g. `onViz:pie`. */
  readonly activatedBy?: string;
  /** Milliseconds spent importing and activating, once active. */
  readonly loadMs?: number;
  readonly activateMs?: number;
  readonly faults: number;
}

/** One thing wrong with a manifest. */
export interface ManifestProblem {
  /** JSON pointer into the manifest, e.g. `/contributes/core.routes/0/path`. */
  readonly path: string;
  readonly message: string;
  /** A name that was probably meant. */
  readonly suggestion?: string;
}

/** What a host adds to the common parts to make a plugin's context. */
export interface ContextParts {
  readonly plugin: IndexedPlugin;
  readonly signal: AbortSignal;
  readonly subscriptions: DisposableStore;
  contribute<S, C>(point: ExtensionPoint<S, C>, key: string, code: C): Disposable;
  readonly points: ContributionReader;
  readonly hooks: Hooks;
}

/** Finds plugins the runtime does not know yet; answered from the plugin index. */
export interface PluginLookup {
  /** All plugins contributing to a lazy point. */
  byPoint(pointId: string): Promise<readonly IndexedPlugin[]>;
  byKey(pointId: string, key: string): Promise<readonly IndexedPlugin[]>;
  byId(id: string): Promise<readonly IndexedPlugin[]>;
}

/** A half of the platform: the browser or the server. */
export interface RuntimeHost<Ctx> {
  readonly half: 'web' | 'server';
  /** Imports the code of a plugin and answers its module namespace. Called at most once per attempt. */
  importModule(plugin: IndexedPlugin, signal: AbortSignal): Promise<{ readonly default?: unknown; readonly [name: string]: unknown }>;
  createContext(parts: ContextParts, module: Readonly<Record<string, unknown>>): Ctx;
  /** Told of every fault, for the log and the Plugins page. */
  onFault(pluginId: string, error: PluginError): void;
  readonly lookup?: PluginLookup;
  /**
   * Checks a manifest and answers every problem; any rejects the plugin. Left out where the build has checked already,
   * so that the validator is loaded only for plugins that arrive at run time.
   */
  validate?(plugin: IndexedPlugin, declarations: readonly ExtensionPointDeclaration[]): readonly ManifestProblem[];
  /** Services the host itself offers; plugins may require them without a dependency. */
  readonly services?: readonly { readonly token: ServiceToken<unknown>; readonly value: unknown }[];
  /** Version checks; default {@link satisfiesRange}, which knows the ranges manifests use. */
  readonly satisfies?: (version: string, range: string) => boolean;
  /** Default 10 000, 5 000, 2 000. */
  readonly timeouts?: { readonly loadMs?: number; readonly activateMs?: number; readonly deactivateMs?: number };
  readonly now?: () => number;
}

/** Runs plugins; the same for browser and server (DESIGN §2). Implemented by `runtime/plugin-runtime.ts`. */
export interface PluginRuntimeApi<Ctx> {
  readonly points: ContributionRegistryApi;
  readonly hooks: HookBusApi;
  /**
   * Takes manifests through validated, resolved and registered, or to rejected or blocked with a reason. Never throws for a plugin.
   * Known ids are left alone unless version or base URL differ.
   */
  register(plugins: readonly IndexedPlugin[]): void;
  /** Deactivates and forgets. */
  unregister(id: string): Promise<void>;
  /** Records a plugin that never became a manifest, e.g. a dynamic one whose manifest did not load. */
  reject(plugin: IndexedPlugin, reason: PluginError): void;
  status(id: string): PluginStatus | undefined;
  statuses(): readonly PluginStatus[];
  onDidChange(listener: (status: PluginStatus) => void): Disposable;
  /** Shared by concurrent callers; a rejection is not cached. Also how a failed plugin is retried. */
  activate(id: string, reason: string): Promise<Ctx>;
  deactivate(id: string): Promise<void>;
  /** Contributions vanish at once; dependents deactivate first. */
  disable(id: string, reason: string): Promise<void>;
  enable(id: string): void;
  contextOf(id: string): Ctx | undefined;
  /** Counts a fault caught by a boundary, hook, reducer or saga; three in 60 s quarantine (required plugins are only reported). */
  fault(id: string, error: unknown, where: string): void;
  /** Plugin id whose files a stack trace points at. */
  attribute(stack: string): string | undefined;
  dispose(): Promise<void>;
}

/** All contributions of all points, observable. */
export interface ContributionRegistryApi extends ContributionReader {
  /** Declares a point; contributions to unknown points wait for it. */
  declare(declarations: readonly ExtensionPointDeclaration[], owner: string): Disposable;
  declaration(pointId: string): ExtensionPointDeclaration | undefined;
  /** The code half when it is registered already; never activates. */
  peek<S, C>(point: ExtensionPoint<S, C>, key: string): C | undefined;
  owner(point: { readonly id: string }, key: string): string | undefined;
  all(): readonly Contribution<unknown>[];
}

/** Hooks with per-plugin attribution. */
export interface HookBusApi {
  /** The view one plugin gets. */
  forPlugin(pluginId: string, isOpen: () => boolean): Hooks;
  /** Live taps by plugin, for the leak test. */
  tapCount(pluginId: string): number;
}
