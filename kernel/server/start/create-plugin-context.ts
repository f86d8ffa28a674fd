import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { Cache, EventLog, JobQueue, MetadataStore, Secrets, ServerConfig, ServerPermissions, ServerPluginContext } from '@orrery/sdk/server';
import type { ContextParts } from '../../common/contract.ts';
import type { HttpServer } from '../http/create-http-server.ts';
import type { KernelLog } from './create-log.ts';

/** The kernel's rooms a plugin reaches through its context. */
export interface ContextRooms {
  readonly http: HttpServer;
  readonly metadata: MetadataStore;
  readonly permissions: ServerPermissions;
  readonly jobs: JobQueue;
  readonly events: EventLog;
  readonly cache: Cache;
  readonly secrets: Secrets;
  readonly config: ServerConfig;
  readonly log: KernelLog;
}

/** The context of one plugin's server half; whatever it registers goes with it. */
export function createPluginContext(parts: ContextParts, folder: string, rooms: ContextRooms): ServerPluginContext {
  const { id, version } = parts.plugin.manifest;
  const own = <T extends Disposable>(registration: T): T => parts.subscriptions.add(registration);
  /** For what comes and goes often: disposed early, it leaves nothing behind. */
  const ownWhile = (registration: Disposable): Disposable => {
    const item: Disposable = toDisposable(() => {
      parts.subscriptions.delete(item);
      registration.dispose();
    });
    return own(item);
  };
  const { cache, metadata, secrets, jobs, events, permissions, config } = rooms;
  return {
    plugin: { id, version, folder },
    signal: parts.signal,
    subscriptions: parts.subscriptions,
    contribute: parts.contribute,
    points: parts.points,
    hooks: parts.hooks,
    route: (definition) => own(rooms.http.route(definition as Parameters<HttpServer['route']>[0], id)),
    routes: () => [...rooms.http.routes.keys()].map(({ definition }) => definition),
    permissions: { ...permissions, declare: (pairs) => own(permissions.declare(pairs)) },
    jobs: { ...jobs, process: (kind, work) => own(jobs.process(kind, work)) },
    events: { ...events, subscribe: (channel, listener) => ownWhile(events.subscribe(channel, listener)) },
    cache, metadata, secrets,
    // A plugin gets the settings of the contract, not the keys to the house.
    config: {
      dataDir: config.dataDir,
      applicationRoot: config.applicationRoot,
      roles: config.roles,
      examples: config.examples,
      featureFlags: config.featureFlags,
      conf: config.conf,
    },
    log: rooms.log.child({ plugin: id }),
  };
}
