import type { PluginErrorCode, PluginManifest } from '@orrery/sdk';

/** Why a plugin cannot run; `chain` leads from it to the plugin that is to blame. */
export interface GraphProblem {
  readonly code: PluginErrorCode;
  readonly message: string;
  readonly chain: readonly string[];
}

/** A plugin of the graph. */
export interface GraphNode {
  readonly manifest: PluginManifest;
  /** Set when the plugin itself may not run, e.g. `is disabled`. */
  readonly unavailable?: string;
}

/** What depends on what. Built anew whenever the set of plugins changes; asking it is cheap. */
export class DependencyGraph {
  private readonly ids = new Map<string, string>();
  private readonly dependents = new Map<string, string[]>();
  private readonly verdicts = new Map<string, GraphProblem | undefined>();

  constructor(
    private readonly nodes: ReadonlyMap<string, GraphNode>,
    private readonly satisfies: (version: string, range: string) => boolean,
  ) {
    for (const [id, { manifest }] of nodes) for (const alias of manifest.aliases ?? []) if (!nodes.has(alias)) this.ids.set(alias, id);
    for (const id of nodes.keys()) this.ids.set(id, id);
    for (const id of nodes.keys()) {
      for (const target of this.targets(id)) {
        const dependents = this.dependents.get(target) ?? [];
        dependents.push(id);
        this.dependents.set(target, dependents);
      }
    }
  }

  /** The id a plugin has today, if it is known under `id` or had it once. */
  idOf(id: string): string | undefined {
    return this.ids.get(id);
  }

  /** Why the plugin cannot run; undefined when it can. */
  problem(id: string): GraphProblem | undefined {
    return this.visit(id, []);
  }

  /** Known dependencies, hard ones first, then optional ones that are present and fit. */
  dependenciesOf(id: string): readonly string[] {
    const { manifest } = this.nodes.get(id) ?? {};
    const optional = Object.entries(manifest?.optionalDependencies ?? {}).filter(([target, range]) => {
      const node = this.nodes.get(this.ids.get(target) ?? '');
      return node && this.satisfies(node.manifest.version, range);
    });
    return [...this.targets(id), ...optional.map(([target]) => this.ids.get(target) ?? target)];
  }

  /** Every plugin that cannot run without `id`, those nobody depends on first: the order to deactivate in. */
  dependentsOf(id: string): readonly string[] {
    const order: string[] = [];
    const seen = new Set([id]);
    const walk = (current: string): void => {
      for (const dependent of this.dependents.get(current) ?? []) {
        if (seen.has(dependent)) continue;
        seen.add(dependent);
        walk(dependent);
        order.push(dependent);
      }
    };
    walk(id);
    return order;
  }

  private targets(id: string): string[] {
    return Object.keys(this.nodes.get(id)?.manifest.dependencies ?? {}).flatMap((target) => this.ids.get(target) ?? []);
  }

  private visit(id: string, path: readonly string[]): GraphProblem | undefined {
    if (path.includes(id)) {
      const cycle = [...path.slice(path.indexOf(id)), id];
      return { code: 'DEPENDENCY_CYCLE', message: `Plugins depend on each other in a circle: ${cycle.join(' → ')}. One of them must drop its dependency.`, chain: cycle };
    }
    if (this.verdicts.has(id)) return this.verdicts.get(id);
    const problem = this.judge(id, [...path, id]);
    // What was found inside a circle depends on where the walk began, so only its start keeps it.
    if (problem?.code !== 'DEPENDENCY_CYCLE' || path.length === 0) this.verdicts.set(id, problem);
    return problem;
  }

  private judge(id: string, path: readonly string[]): GraphProblem | undefined {
    for (const [target, range] of Object.entries(this.nodes.get(id)?.manifest.dependencies ?? {})) {
      const known = this.ids.get(target);
      const node = known === undefined ? undefined : this.nodes.get(known);
      if (known === undefined || !node) {
        return { code: 'DEPENDENCY_MISSING', message: `${id} needs the plugin ${target} (${range}), which is not installed. Install it.`, chain: [id, target] };
      }
      if (!this.satisfies(node.manifest.version, range)) {
        return {
          code: 'DEPENDENCY_INCOMPATIBLE',
          message: `${id} needs ${target} ${range}, but ${node.manifest.version} is installed. Install versions that fit each other.`,
          chain: [id, known],
        };
      }
      if (node.unavailable) {
        return { code: 'DEPENDENCY_FAILED', message: `${id} needs ${known}, which ${node.unavailable}.`, chain: [id, known] };
      }
      const below = this.visit(known, path);
      if (below?.code === 'DEPENDENCY_CYCLE') return below;
      if (below) return { code: 'DEPENDENCY_FAILED', message: `${id} needs ${known}, which cannot run: ${below.message}`, chain: [id, ...below.chain] };
    }
    return undefined;
  }
}
