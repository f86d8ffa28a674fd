import type { Disposable, IndexedPlugin, PluginState } from '@orrery/sdk';
import { PluginError, SDK_VERSION, toDisposable } from '@orrery/sdk';
import type { PluginRuntimeApi, PluginStatus, RuntimeHost } from '../contract.ts';
import { attributeStack } from '../errors/attribute-stack.ts';
import { FaultBudget } from '../errors/fault-budget.ts';
import { toPluginError } from '../errors/to-plugin-error.ts';
import { DependencyGraph } from '../graph/dependency-graph.ts';
import { satisfiesRange } from '../graph/satisfies-range.ts';
import { HookBus } from '../hooks/hook-bus.ts';
import { VISIBLE_STATES } from '../lifecycle/transitions.ts';
import { ContributionRegistry } from '../points/contribution-registry.ts';
import { checkEngine } from '../manifest/check-engine.ts';
import { describeProblem } from '../manifest/describe-problem.ts';
import { CORE_POINTS } from '../points/core-points.ts';
import { Activator } from './activator.ts';
import { PluginRecord } from './plugin-record.ts';

/** Runs plugins; the host supplies what differs between browser and server. */
export class PluginRuntime<Ctx> implements PluginRuntimeApi<Ctx> {
  readonly points: ContributionRegistry;
  readonly hooks: HookBus;
  private readonly records = new Map<string, PluginRecord<Ctx>>();
  private readonly listeners = new Set<(status: PluginStatus) => void>();
  private readonly budget = new FaultBudget();
  private readonly satisfies: (version: string, range: string) => boolean;
  private readonly activator: Activator<Ctx>;
  private graph: DependencyGraph;
  private isDisposed = false;

  constructor(private readonly host: RuntimeHost<Ctx>) {
    this.satisfies = host.satisfies ?? satisfiesRange;
    this.graph = new DependencyGraph(new Map(), this.satisfies);
    const report = (error: PluginError): void => this.host.onFault(error.pluginId, error);
    this.hooks = new HookBus((pluginId, error, where) => this.fault(pluginId, error, where));
    this.points = new ContributionRegistry({
      lookup: host.lookup,
      register: (plugins) => this.register(plugins),
      activate: (id, reason) => this.activate(id, reason),
      report,
      whyAbsent: (pointId, key) => this.whyAbsent(pointId, key),
    });
    this.points.declare(CORE_POINTS, 'core');
    this.activator = new Activator({
      host,
      points: this.points,
      hooks: this.hooks,
      deactivateMs: host.timeouts?.deactivateMs,
      report,
      records: this.records,
      find: (id) => this.find(id),
      graph: () => this.graph,
      now: () => this.now(),
      move: (record, to, reason) => this.move(record, to, reason),
    });
  }

  register(plugins: readonly IndexedPlugin[]): void {
    if (this.isDisposed) return;
    this.points.batch(() => {
      const fresh = plugins.filter((plugin) => this.isNews(plugin));
      for (const plugin of fresh) this.admit(plugin, fresh);
      if (fresh.length > 0) this.resolve();
      for (const plugin of plugins) if (!fresh.includes(plugin)) this.follow(plugin);
    });
  }

  async unregister(id: string): Promise<void> {
    const record = this.find(id);
    if (!record) return;
    const leaving = this.remove(record);
    this.resolve();
    await leaving;
    this.emit(record);
  }

  reject(plugin: IndexedPlugin, reason: PluginError): void {
    if (!this.isNews(plugin)) return;
    const record = new PluginRecord<Ctx>(plugin);
    this.records.set(record.id, record);
    this.refuse(record, reason);
  }

  status(id: string): PluginStatus | undefined {
    const record = this.find(id);
    return record?.status(this.budget.total(record.id));
  }

  statuses(): readonly PluginStatus[] {
    return [...this.records.values()].map((record) => record.status(this.budget.total(record.id)));
  }

  onDidChange(listener: (status: PluginStatus) => void): Disposable {
    const own = (status: PluginStatus): void => listener(status);
    this.listeners.add(own);
    return toDisposable(() => this.listeners.delete(own));
  }

  async activate(id: string, reason: string): Promise<Ctx> {
    if (!this.find(id) && this.host.lookup) this.register(await this.host.lookup.byId(id));
    const record = this.find(id);
    if (!record) throw new PluginError('DEPENDENCY_MISSING', id, `The plugin ${id} is not installed`);
    return this.activator.activate(record, reason);
  }

  async deactivate(id: string): Promise<void> {
    const record = this.find(id);
    if (record) await this.activator.stop(record);
  }

  async disable(id: string, reason: string): Promise<void> {
    const record = this.find(id);
    if (!record || record.state === 'disabled' || record.state === 'rejected') return;
    if (record.plugin.required) throw new PluginError('DISABLED', id, `${id} cannot be disabled: the application does not run without it`);
    await this.withdraw(record, 'disabled', new PluginError('DISABLED', record.id, reason, { context: { reason } }));
  }

  enable(id: string): void {
    const record = this.find(id);
    if (!record) return;
    this.budget.reset(record.id);
    if (record.state === 'quarantined') this.move(record, 'registered');
    if (record.state === 'disabled') this.move(record, 'validated');
    this.resolve();
  }

  contextOf(id: string): Ctx | undefined {
    const record = this.find(id);
    return record?.state === 'active' ? record.session?.ctx : undefined;
  }

  fault(id: string, error: unknown, where: string): void {
    const isOver = this.budget.record(id, this.now());
    const record = this.find(id);
    this.host.onFault(id, toPluginError(error, where.startsWith('render') ? 'RENDER_FAILED' : 'RUNTIME_FAULT', id, `${id} failed in ${where}`));
    if (!record) return;
    if (!isOver || record.plugin.required || !VISIBLE_STATES.has(record.state) || record.state === 'quarantined') return this.emit(record);
    const { limit, windowMs } = this.budget;
    const reason = new PluginError('QUARANTINED', record.id, `${record.id} was paused after ${limit} faults within ${windowMs / 1000} s; the last was in ${where}. Try it again, or disable it.`, {
      cause: error,
      context: { where },
    });
    void this.activator.stop(record, 'quarantined', reason);
  }

  attribute(stack: string): string | undefined {
    return attributeStack(stack, [...this.records.values()].map(({ id, plugin }) => [id, plugin.baseUrl] as const));
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await Promise.all([...this.records.values()].map((record) => this.activator.stop(record)));
    this.points.batch(() => this.records.forEach((record) => record.statics?.dispose()));
    this.records.clear();
    this.listeners.clear();
  }

  /** A record by id or former id. */
  private find(id: string): PluginRecord<Ctx> | undefined {
    return this.records.get(id) ?? this.records.get(this.graph.idOf(id) ?? '');
  }

  private isNews(plugin: IndexedPlugin): boolean {
    const known = this.records.get(plugin.manifest.id)?.plugin;
    if (!known) return true;
    if (known.manifest.version === plugin.manifest.version && known.baseUrl === plugin.baseUrl) return false;
    if (known.source === 'dynamic' || plugin.source === 'builtin') return true;
    const { id, version } = plugin.manifest;
    this.host.onFault(id, new PluginError('DUPLICATE_PLUGIN', id, `${id} ${version} from ${plugin.baseUrl} is ignored: a plugin of that name is built in`));
    return false;
  }

  /** Applies the switch of a plugin that is the same otherwise. */
  private follow({ manifest: { id }, baseUrl, disabled }: IndexedPlugin): void {
    const record = this.records.get(id);
    if (record?.plugin.baseUrl !== baseUrl || record.plugin.required) return;
    if (disabled !== undefined) void this.disable(id, disabled);
    else if (record.state === 'disabled') this.enable(id);
  }

  private whyAbsent(pointId: string, key: string): PluginError | undefined {
    for (const { id, state, reason, plugin } of this.records.values()) {
      const declared = VISIBLE_STATES.has(state) ? undefined : plugin.manifest.contributes?.[pointId]?.find((item) => Object.values(item).includes(key));
      if (declared && reason) return new PluginError(reason.code, id, reason.message, { cause: reason, context: { ...reason.context, declared } });
    }
    return undefined;
  }

  /** Takes a new or changed plugin up to `validated`, `rejected` or `disabled`. */
  private admit(plugin: IndexedPlugin, batch: readonly IndexedPlugin[]): void {
    const { id, engines, extensionPoints } = plugin.manifest;
    const before = this.records.get(id);
    const record = new PluginRecord<Ctx>(plugin);
    if (before) {
      record.closing = this.remove(before).finally(() => {
        record.closing = undefined;
      });
    }
    this.records.set(id, record);
    const misfit = checkEngine(plugin.manifest, SDK_VERSION, this.satisfies);
    if (misfit) return this.refuse(record, new PluginError('SDK_INCOMPATIBLE', id, misfit.message, { context: { needs: engines.sdk, has: SDK_VERSION } }));
    const declared = batch.flatMap(({ manifest }) => manifest.extensionPoints ?? []);
    const problems = this.host.validate?.(plugin, [...this.points.allDeclarations(), ...declared, ...(extensionPoints ?? [])]) ?? [];
    if (problems.length > 0) {
      return this.refuse(record, new PluginError('MANIFEST_INVALID', id, `The manifest of ${id} is wrong: ${problems.map(describeProblem).join('; ')}`, { context: { problems } }));
    }
    this.move(record, 'validated');
    if (plugin.disabled !== undefined && !plugin.required) this.move(record, 'disabled', new PluginError('DISABLED', id, plugin.disabled));
  }

  private refuse(record: PluginRecord<Ctx>, reason: PluginError): void {
    this.move(record, 'rejected', reason);
    this.host.onFault(record.id, reason);
  }

  /** Publishes every plugin that can run and blocks every one that cannot, after the set of plugins has changed. */
  private resolve(): void {
    const unavailable = (state: PluginState): string | undefined => (state === 'rejected' ? 'was rejected' : state === 'disabled' ? 'is disabled' : undefined);
    const nodes = [...this.records].map(([id, { plugin, state }]) => [id, { manifest: plugin.manifest, unavailable: unavailable(state) }] as const);
    this.graph = new DependencyGraph(new Map(nodes), this.satisfies);
    this.points.batch(() => {
      for (const record of this.records.values()) {
        const problem = this.graph.problem(record.id);
        const isWaiting = record.state === 'validated' || record.state === 'blocked';
        if (problem) {
          if (!isWaiting && !VISIBLE_STATES.has(record.state)) continue;
          if (record.state === 'blocked' && record.reason?.message === problem.message) continue;
          const reason = new PluginError(problem.code, record.id, problem.message, { context: { chain: problem.chain } });
          this.host.onFault(record.id, reason);
          void this.withdraw(record, 'blocked', reason, false);
        } else if (isWaiting) {
          this.move(record, 'resolved');
          this.publish(record);
          this.move(record, 'registered');
        }
      }
    });
  }

  private publish(record: PluginRecord<Ctx>): void {
    const { manifest } = record.plugin;
    const points = this.points.declare(manifest.extensionPoints ?? [], record.id);
    const contributions = this.points.addStatic(manifest);
    record.statics = toDisposable(() => {
      contributions.dispose();
      points.dispose();
    });
  }

  /** Takes the static halves back at once and stops the code; then the plugin is in state `to`. */
  private async withdraw(record: PluginRecord<Ctx>, to: 'disabled' | 'blocked', reason: PluginError, resolve = true): Promise<void> {
    this.points.batch(() => record.statics?.dispose());
    record.statics = undefined;
    const stopped = this.activator.stop(record, to, reason);
    if (!resolve) return stopped;
    await stopped;
    this.resolve();
  }

  private remove(record: PluginRecord<Ctx>): Promise<void> {
    this.points.batch(() => record.statics?.dispose());
    record.statics = undefined;
    this.records.delete(record.id);
    return this.activator.stop(record);
  }

  private move(record: PluginRecord<Ctx>, to: PluginState, reason?: PluginError): void {
    record.move(to, reason);
    this.emit(record);
  }

  private emit(record: PluginRecord<Ctx>): void {
    const status = record.status(this.budget.total(record.id));
    for (const listener of [...this.listeners]) {
      try {
        listener(status);
      } catch (error) {
        this.host.onFault(record.id, toPluginError(error, 'RUNTIME_FAULT', record.id, `A listener to the state of ${record.id} failed`));
      }
    }
  }

  private now(): number {
    return this.host.now?.() ?? performance.now();
  }
}
