import type {
  ContributionReader,
  Disposable,
  DisposableStore,
  ExtensionPoint,
  Hooks,
  JsonObject,
  Logger,
  MaybeServicesOf,
  ServicesOf,
  TokenMap,
  User,
} from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';
import type { RouteDefinition } from './http.ts';
import type { MetadataStore } from './metadata.ts';
import type { Cache, EventLog, JobQueue, Secrets, ServerConfig } from './services.ts';
import type { ServerPermissions } from './permissions.ts';

/** All that the server half of a plugin can reach. Everything registered through it is disposed with it. @public */
export interface ServerPluginContext {
  readonly plugin: { readonly id: string; readonly version: string; /** Absolute folder of the plugin's files. */ readonly folder: string };
  readonly signal: AbortSignal;
  readonly subscriptions: DisposableStore;
  contribute<S, C>(point: ExtensionPoint<S, C>, key: string, code: C): Disposable;
  readonly points: ContributionReader;
  readonly hooks: Hooks;
  /** Registers one HTTP route; paths are under the application root. */
  route<B = unknown>(definition: RouteDefinition<B>): Disposable;
  /** All routes the server answers now, of all plugins, in the order they came. */
  routes(): readonly RouteDefinition[];
  readonly metadata: MetadataStore;
  readonly permissions: ServerPermissions;
  readonly jobs: JobQueue;
  readonly events: EventLog;
  readonly cache: Cache;
  readonly secrets: Secrets;
  readonly config: ServerConfig;
  readonly log: Logger;
}

/** The server half of a plugin. @public */
export interface ServerPluginDefinition<R extends TokenMap = TokenMap, O extends TokenMap = TokenMap, P extends TokenMap = TokenMap> {
  readonly requires?: R;
  readonly optional?: O;
  readonly provides?: P;
  activate(ctx: ServerPluginContext, services: ServicesOf<R> & MaybeServicesOf<O>): ServicesOf<P> | void | Promise<ServicesOf<P> | void>;
  deactivate?(): void | Promise<void>;
}

/** Declares the server half; the default export of `server/plugin.ts`. @public */
export function defineServerPlugin<
  R extends TokenMap = Record<never, never>,
  O extends TokenMap = Record<never, never>,
  P extends TokenMap = Record<never, never>,
>(definition: ServerPluginDefinition<R, O, P>): ServerPluginDefinition<R, O, P> {
  return definition;
}

/** Adds keys to `common` of the page's bootstrap data (contract §1.11), for one user; must be quick: every page waits for it. @public */
export type BootstrapDataSource = (user: User) => Promise<JsonObject>;

/** Data of plugins that pages start with. @public */
export const BootstrapData = createExtensionPoint<{ readonly id: string }, BootstrapDataSource>({ id: 'core.bootstrap-data', version: 1 });
