import type {
  Contribution,
  ContributionDelta,
  Disposable,
  ExtensionPoint,
  ExtensionPointDeclaration,
  IndexedPlugin,
  PluginErrorCode,
  PluginManifest,
} from '@orrery/sdk';
import { PluginError, toDisposable } from '@orrery/sdk';
import type { ContributionRegistryApi, PluginLookup } from '../contract.ts';
import type { Entry } from './point-list.ts';
import { PointList } from './point-list.ts';

/** What the registry asks of the runtime. */
export interface RegistryBackend {
  readonly lookup?: PluginLookup;
  register(plugins: readonly IndexedPlugin[]): void;
  activate(pluginId: string, reason: string): Promise<unknown>;
  report(error: PluginError): void;
  /** Why a plugin that declares a contribution is not there: rejected, blocked or disabled; `context.declared` is the static half. */
  whyAbsent?(pointId: string, key: string): PluginError | undefined;
}

type PointId = { readonly id: string };
type Listener = (delta: ContributionDelta<unknown>) => void;

/** Contributions of all points: the static halves of registered plugins, the code halves of active ones. */
export class ContributionRegistry implements ContributionRegistryApi {
  private readonly declarations = new Map<string, { readonly declaration: ExtensionPointDeclaration; readonly owner: string }>();
  private readonly lists = new Map<string, PointList>();
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly lookedUp = new Map<string, Promise<void>>();
  private batchDepth = 0;
  private sequence = 0;

  constructor(private readonly backend: RegistryBackend) {}

  declare(declarations: readonly ExtensionPointDeclaration[], owner: string): Disposable {
    const own = declarations.filter((declaration) => {
      const first = this.declarations.get(declaration.id);
      if (first) this.problem('CONTRIBUTION_CONFLICT', owner, `Extension point ${declaration.id} is already declared by ${first.owner}`, { point: declaration.id });
      return !first;
    });
    const change = (apply: (declaration: ExtensionPointDeclaration) => void): void => this.batch(() => own.forEach(apply));
    change((declaration) => {
      this.declarations.set(declaration.id, { declaration, owner });
      this.list(declaration.id).setDeclaration(declaration);
    });
    return toDisposable(() =>
      change(({ id }) => {
        this.declarations.delete(id);
        this.list(id).setDeclaration(undefined);
      }),
    );
  }

  declaration(pointId: string): ExtensionPointDeclaration | undefined {
    return this.declarations.get(pointId)?.declaration;
  }

  /** Every declaration known now, for the validator. */
  allDeclarations(): readonly ExtensionPointDeclaration[] {
    return [...this.declarations.values()].map(({ declaration }) => declaration);
  }

  /** Makes the static halves of a manifest visible until disposed. Those of undeclared points wait for their point. */
  addStatic(manifest: PluginManifest): Disposable {
    const added: Entry[] = [];
    this.batch(() => {
      for (const [point, items] of Object.entries(manifest.contributes ?? {})) {
        for (const value of items) {
          const entry: Entry = { point, pluginId: manifest.id, version: manifest.points?.[point], value, sequence: this.sequence++ };
          added.push(entry);
          this.list(point).add(entry);
        }
      }
    });
    return toDisposable(() => this.batch(() => added.forEach((entry) => this.list(entry.point).remove(entry))));
  }

  /** Registers the code half of a declared contribution. Throws CONTRIBUTION_UNDECLARED or CONTRIBUTION_CONFLICT. */
  addCode(pluginId: string, pointId: string, key: string, code: unknown): Disposable {
    // Before its point is declared an entry has no key; then any of its values may be it.
    const isMeant = (item: Entry): boolean => (this.declarations.has(pointId) ? item.key === key : Object.values(item.value).includes(key));
    const entry = this.list(pointId).ofPlugin(pluginId).find(isMeant);
    if (!entry) {
      throw new PluginError('CONTRIBUTION_UNDECLARED', pluginId, `${pluginId} contributes code for ${pointId} "${key}", which its plugin.json does not declare under contributes`, {
        context: { point: pointId, key },
      });
    }
    if (entry.code) throw new PluginError('CONTRIBUTION_CONFLICT', pluginId, `${pluginId} contributes code for ${pointId} "${key}" twice`, { context: { point: pointId, key } });
    const half = { value: code };
    entry.code = half;
    return toDisposable(() => {
      if (entry.code === half) delete entry.code;
    });
  }

  /** Live code halves of a plugin; the leak check expects 0 after deactivation. */
  codeCount(pluginId: string): number {
    return this.entriesOf(pluginId).filter((entry) => entry.code).length;
  }

  /** Declared contributions of a plugin that need code and have none. */
  missingCode(pluginId: string): readonly { readonly point: ExtensionPointDeclaration; readonly key: string }[] {
    return this.entriesOf(pluginId).flatMap((entry) => {
      const point = this.declaration(entry.point);
      return point && needsCode(point, entry) && !entry.code && entry.key !== undefined ? [{ point, key: entry.key }] : [];
    });
  }

  entries<S, C>(point: ExtensionPoint<S, C>): readonly Contribution<S>[] {
    return (this.lists.get(point.id)?.visible ?? []) as readonly Contribution<S>[];
  }

  find<S, C>(point: ExtensionPoint<S, C>, key: string): Contribution<S> | undefined {
    return this.entries(point).find((entry) => entry.key === key);
  }

  peek<S, C>(point: ExtensionPoint<S, C>, key: string): C | undefined {
    return this.lists.get(point.id)?.first(key)?.code?.value as C | undefined;
  }

  owner(point: PointId, key: string): string | undefined {
    return this.lists.get(point.id)?.first(key)?.pluginId;
  }

  all(): readonly Contribution<unknown>[] {
    return [...this.lists.values()].flatMap((list) => list.visible);
  }

  async loadAll<S, C>(point: ExtensionPoint<S, C>): Promise<readonly Contribution<S>[]> {
    if (!this.declaration(point.id)?.eager) await this.lookUp(point.id, undefined);
    return this.entries(point);
  }

  async load<S, C>(point: ExtensionPoint<S, C>, key: string): Promise<C> {
    if (!this.find(point, key)) await this.lookUp(point.id, key);
    const owner = this.owner(point, key);
    const fail = (message: string): PluginError => new PluginError('CONTRIBUTION_MISSING', owner ?? '', message, { context: { point: point.id, key } });
    if (owner === undefined) throw this.backend.whyAbsent?.(point.id, key) ?? fail(`No installed plugin contributes "${key}" to ${point.id}. Install or enable one that does.`);
    const known = this.lists.get(point.id)?.first(key);
    const declaration = this.declaration(point.id);
    if (!known?.code && needsCode(declaration, known)) await this.backend.activate(owner, `${declaration?.activation ?? point.id}:${key}`);
    const entry = this.lists.get(point.id)?.first(key);
    if (!entry?.code && needsCode(declaration, entry)) throw fail(`${owner} declares ${point.id} "${key}" but registered no code for it when it was activated`);
    return entry?.code?.value as C;
  }

  onDidChange<S, C>(point: ExtensionPoint<S, C>, listener: (delta: ContributionDelta<S>) => void): Disposable {
    const listeners = this.listeners.get(point.id) ?? new Set<Listener>();
    this.listeners.set(point.id, listeners);
    // Wrapped, so that the same function may listen twice.
    const own: Listener = (delta) => listener(delta as ContributionDelta<S>);
    listeners.add(own);
    return toDisposable(() => listeners.delete(own));
  }

  /** Runs `change` and tells listeners once, with the sum of it. */
  batch(change: () => void): void {
    this.batchDepth++;
    try {
      change();
    } finally {
      if (--this.batchDepth === 0) for (const [pointId, list] of this.lists) this.publish(pointId, list);
    }
  }

  private publish(pointId: string, list: PointList): void {
    const delta = list.refresh((code, entry, message) => this.problem(code, entry.pluginId, message, { point: entry.point, key: entry.key }));
    if (!delta) return;
    for (const listener of [...(this.listeners.get(pointId) ?? [])]) {
      try {
        listener(delta);
      } catch (error) {
        this.problem('RUNTIME_FAULT', '', `A listener of ${pointId} failed`, { point: pointId }, error);
      }
    }
  }

  /** Asks the index once per point, or once per key at a time; failures are asked again. */
  private lookUp(pointId: string, key: string | undefined): Promise<void> {
    const { lookup } = this.backend;
    if (!lookup) return Promise.resolve();
    const all = this.lookedUp.get(pointId);
    if (all) return all;
    const name = key === undefined ? pointId : `${pointId}\n${key}`;
    const running = this.lookedUp.get(name);
    if (running) return running;
    const flight = (key === undefined ? lookup.byPoint(pointId) : lookup.byKey(pointId, key)).then((plugins) => this.backend.register(plugins));
    this.lookedUp.set(name, flight);
    const forget = (): void => void this.lookedUp.delete(name);
    if (key === undefined) flight.catch(forget);
    else flight.then(forget, forget);
    return flight;
  }

  private entriesOf(pluginId: string): Entry[] {
    return [...this.lists.values()].flatMap((list) => list.ofPlugin(pluginId));
  }

  private list(pointId: string): PointList {
    const known = this.lists.get(pointId);
    if (known) return known;
    const list = new PointList();
    this.lists.set(pointId, list);
    return list;
  }

  private problem(code: PluginErrorCode, pluginId: string, message: string, context: Record<string, unknown>, cause?: unknown): void {
    this.backend.report(new PluginError(code, pluginId, message, { context, cause }));
  }
}

/** Whether a contribution consists of more than its static half. */
function needsCode(declaration: ExtensionPointDeclaration | undefined, entry: Entry | undefined): boolean {
  return !declaration?.dataOnly && (declaration?.codeWhen === undefined || entry?.value[declaration.codeWhen] === true);
}
