import type { ContributionReader, Disposable, ExtensionPoint, Hooks, IndexedPlugin } from '@orrery/sdk';
import { DisposableStore, PluginError, toDisposable } from '@orrery/sdk';
import type { ContextParts } from '../contract.ts';
import type { ServiceScope } from '../container/service-container.ts';
import { DEADLINES, withDeadline } from '../lifecycle/deadlines.ts';
import type { HookBus } from '../hooks/hook-bus.ts';
import type { ContributionRegistry } from '../points/contribution-registry.ts';
import type { AnyDefinition } from './plugin-definition.ts';

/** What a session needs of the runtime. */
export interface SessionDeps {
  readonly points: ContributionRegistry;
  readonly hooks: HookBus;
  readonly deactivateMs?: number;
  report(error: PluginError): void;
}

/** One activation of a plugin: owns everything the plugin registers and takes it back as a whole. */
export class PluginSession<Ctx> {
  readonly subscriptions = new DisposableStore();
  readonly parts: ContextParts;
  /** Ids of the plugins whose services this one got. */
  providers: readonly string[] = [];
  ctx: Ctx | undefined;
  scope: ServiceScope | undefined;
  private readonly controller = new AbortController();
  private readonly id: string;
  private isOpen = true;

  constructor(
    plugin: IndexedPlugin,
    private readonly definition: AnyDefinition<Ctx>,
    private readonly deps: SessionDeps,
  ) {
    this.id = plugin.manifest.id;
    this.parts = {
      plugin,
      signal: this.controller.signal,
      subscriptions: this.subscriptions,
      contribute: (point, key, code) => (this.isOpen ? this.track(deps.points.addCode(this.id, point.id, key, code)) : toDisposable(() => {})),
      points: this.reader(),
      hooks: this.hooks(),
    };
  }

  /** Takes everything back; `deactivate` first lets an active plugin say goodbye. Never rejects. */
  async close(deactivate: boolean): Promise<void> {
    if (deactivate) await this.sayGoodbye();
    this.isOpen = false;
    const { points, hooks, report } = this.deps;
    this.controller.abort(new PluginError('DISABLED', this.id, `${this.id} was deactivated`));
    for (const dispose of [() => this.subscriptions.dispose(), () => this.scope?.dispose()]) {
      try {
        dispose();
      } catch (error) {
        report(new PluginError('RUNTIME_FAULT', this.id, `Something ${this.id} registered failed to dispose`, { cause: error }));
      }
    }
    const left = { subscriptions: this.subscriptions.size, taps: hooks.tapCount(this.id), contributions: points.codeCount(this.id) };
    if (Object.values(left).some((count) => count > 0)) {
      report(new PluginError('LEAK', this.id, `${this.id} left something behind when it was deactivated: ${JSON.stringify(left)}`, { context: left }));
    }
  }

  private async sayGoodbye(): Promise<void> {
    const { deactivateMs = DEADLINES.deactivateMs, report } = this.deps;
    try {
      await withDeadline(Promise.resolve(this.definition.deactivate?.()), deactivateMs, () => new Error(`deactivate() took longer than ${deactivateMs} ms`));
    } catch (error) {
      report(new PluginError('RUNTIME_FAULT', this.id, `deactivate() of ${this.id} failed`, { cause: error }));
    }
  }

  /** Owns `inner`; disposing it early forgets it, so that a long life does not collect corpses. */
  private track(inner: Disposable): Disposable {
    const lease = toDisposable(() => {
      this.subscriptions.delete(lease);
      inner.dispose();
    });
    return this.subscriptions.add(lease);
  }

  private reader(): ContributionReader {
    const { points } = this.deps;
    return {
      entries: (point) => points.entries(point),
      find: (point, key) => points.find(point, key),
      loadAll: (point) => points.loadAll(point),
      load: <S, C>(point: ExtensionPoint<S, C>, key: string) => points.load<S, C>(point, key),
      onDidChange: (point, listener) => this.track(points.onDidChange(point, listener)),
    };
  }

  private hooks(): Hooks {
    const hooks = this.deps.hooks.forPlugin(this.id, () => this.isOpen);
    return { tap: (hook, tap, options) => this.track(hooks.tap(hook, tap, options)), call: (hook, ...args) => hooks.call(hook, ...args) };
  }
}
