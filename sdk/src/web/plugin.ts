import type {
  ContributionReader,
  Disposable,
  DisposableStore,
  ExtensionPoint,
  Hooks,
  Logger,
  MaybeServicesOf,
  Permissions,
  ServicesOf,
  TokenMap,
  TrustTier,
} from '@orrery/sdk';
import type { ApiClient } from './client.ts';
import type { Router } from './routing.ts';
import type { Bootstrap, CommandService, PluginI18n, PluginSettings, PluginStorage, ShellUi, Telemetry, ThemeService } from './services.ts';
import type { PluginStore } from './store.ts';

/** @public */
export interface PluginDescriptor {
  readonly id: string;
  readonly version: string;
  readonly tier: TrustTier;
  readonly capabilities: readonly string[];
  /** URL of the plugin's folder, with a trailing slash, for its own assets. */
  readonly assetsUrl: string;
}

/** All that a plugin can reach. Everything registered through it is disposed with it. @public */
export interface PluginContext {
  readonly plugin: PluginDescriptor;
  /** Aborted at deactivation. */
  readonly signal: AbortSignal;
  readonly subscriptions: DisposableStore;
  /** Registers the code half of a contribution declared in `plugin.json`. */
  contribute<S, C>(point: ExtensionPoint<S, C>, key: string, code: C): Disposable;
  readonly points: ContributionReader;
  readonly hooks: Hooks;
  readonly store: PluginStore;
  readonly api: ApiClient;
  readonly router: Router;
  readonly permissions: Permissions;
  readonly settings: PluginSettings;
  readonly storage: PluginStorage;
  readonly i18n: PluginI18n;
  readonly theme: ThemeService;
  readonly commands: CommandService;
  readonly ui: ShellUi;
  readonly bootstrap: Bootstrap;
  readonly log: Logger;
  readonly telemetry: Telemetry;
}

/** The browser half of a plugin. @public */
export interface PluginDefinition<R extends TokenMap = TokenMap, O extends TokenMap = TokenMap, P extends TokenMap = TokenMap> {
  readonly requires?: R;
  readonly optional?: O;
  readonly provides?: P;
  activate(ctx: PluginContext, services: ServicesOf<R> & MaybeServicesOf<O>): ServicesOf<P> | void | Promise<ServicesOf<P> | void>;
  /** Rarely needed: the context disposes what was registered. Awaited for at most 2 s. */
  deactivate?(): void | Promise<void>;
}

/** Declares a plugin; the default export of its web entry. @public */
export function definePlugin<
  R extends TokenMap = Record<never, never>,
  O extends TokenMap = Record<never, never>,
  P extends TokenMap = Record<never, never>,
>(definition: PluginDefinition<R, O, P>): PluginDefinition<R, O, P> {
  return definition;
}
