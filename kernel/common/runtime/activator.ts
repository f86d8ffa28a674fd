import type { PluginState, ServiceToken } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import type { RuntimeHost } from '../contract.ts';
import type { ServiceContainer } from '../container/service-container.ts';
import { messageOf, toPluginError } from '../errors/to-plugin-error.ts';
import type { DependencyGraph } from '../graph/dependency-graph.ts';
import { DEADLINES, RETRY_DELAYS_MS, withDeadline } from '../lifecycle/deadlines.ts';
import type { AnyDefinition } from './plugin-definition.ts';
import { loadDefinition } from './plugin-definition.ts';
import type { PluginRecord } from './plugin-record.ts';
import type { SessionDeps } from './plugin-session.ts';
import { PluginSession } from './plugin-session.ts';

/** What the activator asks of the runtime. */
export interface ActivatorDeps<Ctx> extends SessionDeps {
  readonly host: RuntimeHost<Ctx>;
  readonly records: ReadonlyMap<string, PluginRecord<Ctx>>;
  find(id: string): PluginRecord<Ctx> | undefined;
  graph(): DependencyGraph;
  now(): number;
  move(record: PluginRecord<Ctx>, to: PluginState, reason?: PluginError): void;
}

/** States in which calling the code is out of the question until something else changes. */
const CLOSED_STATES: readonly PluginState[] = ['rejected', 'blocked', 'disabled', 'quarantined'];
const RUNNING_STATES: readonly PluginState[] = ['loading', 'activating', 'active'];
const RETRIED: readonly string[] = ['LOAD_NETWORK', 'LOAD_TIMEOUT'];

/** Brings the code of plugins to life and takes it down again. */
export class Activator<Ctx> {
  private services: Promise<ServiceContainer> | undefined;
  /** Who waits for whom, so that optional services never make plugins wait in a circle. */
  private readonly waits = new Map<string, Set<string>>();

  constructor(private readonly deps: ActivatorDeps<Ctx>) {}

  /** Concurrent callers share one attempt; the next call after a failure is a new one. */
  async activate(record: PluginRecord<Ctx>, reason: string): Promise<Ctx> {
    while (record.closing) await record.closing;
    if (record.state === 'active' && record.session) return record.session.ctx as Ctx;
    if (record.flight) return record.flight.promise;
    if (record.reason && CLOSED_STATES.includes(record.state)) throw record.reason;
    clearTimeout(record.retryTimer);
    const controller = new AbortController();
    const promise = this.attempt(record, reason, controller.signal).finally(() => {
      record.flight = undefined;
      this.waits.delete(record.id);
    });
    record.flight = { promise, controller };
    return promise;
  }

  /** Deactivates, those that use the plugin first, and leaves it in state `to`. At once if no code runs; never rejects. */
  stop(record: PluginRecord<Ctx>, to: PluginState = 'registered', reason?: PluginError): Promise<void> {
    clearTimeout(record.retryTimer);
    if (!record.closing && !record.flight && record.state !== 'active') {
      this.settle(record, to, reason);
      return Promise.resolve();
    }
    const closing = this.takeDown(record, to, reason).finally(() => {
      if (record.closing === closing) record.closing = undefined;
    });
    record.closing = closing;
    return closing;
  }

  private async takeDown(record: PluginRecord<Ctx>, to: PluginState, reason?: PluginError): Promise<void> {
    if (record.closing) await record.closing;
    if (record.flight) {
      record.flight.controller.abort(reason ?? new PluginError('DISABLED', record.id, `${record.id} was stopped while it was being activated`));
      await record.flight.promise.catch(() => {});
    }
    if (record.state === 'active') {
      this.deps.move(record, 'deactivating');
      for (const user of this.usersOf(record.id)) await this.stop(user);
      await record.session?.close(true);
      record.session = undefined;
    }
    this.settle(record, to, reason);
  }

  private settle(record: PluginRecord<Ctx>, to: PluginState, reason?: PluginError): void {
    if (to !== 'registered' || record.state === 'deactivating') this.deps.move(record, to, reason);
  }

  /** Running plugins that need this one or got a service of it, those nobody needs first. */
  private usersOf(id: string): PluginRecord<Ctx>[] {
    const guests = [...this.deps.records.values()].filter(({ session }) => session?.providers.includes(id));
    const dependents = this.deps.graph().dependentsOf(id).flatMap((dependent) => this.deps.records.get(dependent) ?? []);
    return [...new Set([...guests.filter((guest) => !dependents.includes(guest)), ...dependents])].filter(({ state }) => RUNNING_STATES.includes(state));
  }

  private async attempt(record: PluginRecord<Ctx>, reason: string, signal: AbortSignal): Promise<Ctx> {
    const { host, move, now } = this.deps;
    let session: PluginSession<Ctx> | undefined;
    try {
      record.activatedBy = reason;
      move(record, 'loading');
      const started = now();
      const [{ module, definition }, services] = await Promise.all([loadDefinition(host, record.plugin, signal), this.container()]);
      record.loadMs = now() - started;
      await this.activateProviders(record, definition, services);
      signal.throwIfAborted();
      session = new PluginSession(record.plugin, definition, this.deps);
      record.session = session;
      move(record, 'activating');
      const begun = now();
      await this.enter(record.id, session, definition, module, services, signal);
      record.activateMs = now() - begun;
      record.retries = 0;
      move(record, 'active');
      this.reportMissing(record);
      return session.ctx as Ctx;
    } catch (error) {
      await session?.close(false);
      record.session = undefined;
      if (!signal.aborted) throw this.fail(record, error);
      move(record, 'registered');
      throw error;
    }
  }

  private async enter(id: string, session: PluginSession<Ctx>, definition: AnyDefinition<Ctx>, module: Readonly<Record<string, unknown>>, services: ServiceContainer, signal: AbortSignal): Promise<void> {
    const { requires = {}, optional = {}, provides = {} } = definition;
    const { host } = this.deps;
    const ms = host.timeouts?.activateMs ?? DEADLINES.activateMs;
    const late = (): Error => new PluginError('ACTIVATE_TIMEOUT', id, `activate() of ${id} did not finish within ${ms / 1000} s`, { context: { ms } });
    const scope = services.open({ pluginId: id, requires, optional, provides });
    session.scope = scope;
    session.providers = services.providersOf({ ...requires, ...optional });
    const ctx = host.createContext(session.parts, module);
    session.ctx = ctx;
    const work = Promise.resolve().then(() => definition.activate(ctx, scope.services));
    scope.export(await withDeadline(work, ms, late, signal));
  }

  /** Notes why an attempt failed, and when the next is made. */
  private fail(record: PluginRecord<Ctx>, error: unknown): PluginError {
    const reason = toPluginError(error, 'ACTIVATE_FAILED', record.id, `activate() of ${record.id} failed`);
    this.deps.move(record, record.state === 'loading' && reason.code.startsWith('LOAD_') ? 'loadFailed' : 'activationFailed', reason);
    this.deps.report(reason);
    const delay = RETRY_DELAYS_MS[record.retries];
    if (delay !== undefined && RETRIED.includes(reason.code)) {
      record.retries++;
      record.retryTimer = setTimeout(() => {
        if (record.state === 'loadFailed') this.activate(record, record.activatedBy ?? 'retry').catch(() => {});
      }, delay);
      // A server must be able to exit while a retry is pending; browsers answer a number.
      (record.retryTimer as { unref?: () => void }).unref?.();
    }
    return reason;
  }

  private async activateProviders(record: PluginRecord<Ctx>, { requires = {}, optional = {} }: AnyDefinition<Ctx>, services: ServiceContainer): Promise<void> {
    const { dependencies = {}, optionalDependencies = {} } = record.plugin.manifest;
    const needed = this.providers(record, Object.values(requires), dependencies, services);
    const wanted = this.providers(record, Object.values(optional), { ...dependencies, ...optionalDependencies }, services);
    const waiting = new Set<string>(needed);
    this.waits.set(record.id, waiting);
    const activate = (id: string): Promise<unknown> | undefined => {
      const provider = this.deps.find(id);
      return provider && this.activate(provider, `service for ${record.id}`);
    };
    const hard = needed.map(async (id) => {
      try {
        await activate(id);
      } catch (error) {
        throw new PluginError('DEPENDENCY_FAILED', record.id, `${record.id} needs ${id}, which could not be activated: ${messageOf(error)}`, { cause: error, context: { chain: [record.id, id] } });
      }
    });
    const soft = wanted.map(async (id) => {
      if (this.waitsFor(id, record.id)) return;
      waiting.add(id);
      // Its failure is reported on its own; the plugin does without.
      await activate(id)?.catch(() => {});
    });
    await Promise.all([...hard, ...soft]);
  }

  private providers(record: PluginRecord<Ctx>, tokens: readonly ServiceToken<unknown>[], declared: Readonly<Record<string, string>>, services: ServiceContainer): string[] {
    const ids = tokens.flatMap((token) => {
      const [id = ''] = token.name.split('/');
      if (services.isOfHost(token)) return [];
      if (declared[id] !== undefined) return [id];
      throw new PluginError('SERVICE_NOT_DECLARED', record.id, `${record.id} asks for ${token.name} without naming ${id} under dependencies in its plugin.json`, { context: { token: token.name } });
    });
    return [...new Set(ids)];
  }

  private waitsFor(id: string, target: string, seen = new Set<string>()): boolean {
    if (id === target) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return [...(this.waits.get(id) ?? [])].some((next) => this.waitsFor(next, target, seen));
  }

  /** Reports what the manifest promises and activate() did not register. What the other half registers cannot be judged here. */
  private reportMissing({ id, plugin }: PluginRecord<Ctx>): void {
    const { half } = this.deps.host;
    const { entry } = plugin.manifest;
    if (!entry?.[half]) return;
    const isAlone = !entry[half === 'web' ? 'server' : 'web'];
    for (const { point, key } of this.deps.points.missingCode(id)) {
      if (point.half ? point.half !== half : !isAlone) continue;
      this.deps.report(new PluginError('CONTRIBUTION_MISSING', id, `${id} declares ${point.id} "${key}" but registered no code for it in activate()`, { context: { point: point.id, key } }));
    }
  }

  /** The container arrives with the first activation, so that it does not delay the first paint. */
  private container(): Promise<ServiceContainer> {
    this.services ??= import('../container/service-container.ts').then(({ ServiceContainer }) => {
      const services = new ServiceContainer();
      for (const { token, value } of this.deps.host.services ?? []) services.provide(token, value);
      return services;
    });
    // A failed import must not be remembered.
    this.services.catch(() => {
      this.services = undefined;
    });
    return this.services;
  }
}
