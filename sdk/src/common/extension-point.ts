import type { JsonSchema } from './json.ts';

/**
 * What happens when two plugins contribute the same key: `reject` keeps the first and reports the second,
 * `stack` keeps both in order.
 * @public
 */
export type ConflictPolicy = 'reject' | 'stack';

/**
 * An extension point: a typed, versioned list other plugins add to.
 * The *static* half of a contribution is data in `plugin.json` (type `S`), visible before any code loads.
 * The *code* half (type `C`) is registered at activation with `ctx.contribute(point, key, code)`.
 * @public
 */
export interface ExtensionPoint<S, C = undefined> {
  /** `<owner>.<plural-noun>`, e.g. `core.routes`, `explore.viz-types`. It is also the key under `contributes`. */
  readonly id: string;
  /** Contract version; manifests name the version they were written for. */
  readonly version: number;
  readonly __static?: S;
  readonly __code?: C;
}

/** The type-only reference to a point; its data half is an {@link ExtensionPointDeclaration}. @public */
export function createExtensionPoint<S, C = undefined>(definition: { id: string; version: number }): ExtensionPoint<S, C> {
  return Object.freeze({ ...definition });
}

/**
 * The data half of an extension point: core points list theirs in the kernel, plugins in `extensionPoints` of `plugin.json`.
 * @public
 */
export interface ExtensionPointDeclaration {
  readonly id: string;
  readonly version: number;
  /** One sentence for documentation. */
  readonly description: string;
  /** Property of the static half that is its key within the point. */
  readonly key: string;
  readonly conflict: ConflictPolicy;
  /** True when a contribution consists of its static half alone. */
  readonly dataOnly?: boolean;
  /** Property of the static half that says whether there is a code half; without it every contribution has one. */
  readonly codeWhen?: string;
  /** The half of a plugin that registers the code; without it either may. */
  readonly half?: 'web' | 'server';
  /** Activation event prefix: `onViz` makes `onViz:<key>` activate the contributing plugin. */
  readonly activation?: string;
  /**
   * True when the shell needs the static halves at start-up (routes, navigation, commands).
   * All other points are looked up when first asked for, so that installed plugins cost nothing.
   */
  readonly eager?: boolean;
  /** JSON Schema of one static half. */
  readonly schema: JsonSchema;
}

/** One contribution as readers of a point see it. @public */
export interface Contribution<S> {
  readonly key: string;
  readonly pluginId: string;
  readonly point: string;
  readonly value: S;
}

/** What changed in a point. @public */
export interface ContributionDelta<S> {
  readonly added: readonly Contribution<S>[];
  readonly removed: readonly Contribution<S>[];
}

/**
 * Reads extension points. Never cache what it returns: contributions come and go with their plugins.
 * @public
 */
export interface ContributionReader {
  /** Contributions known now, in order (`order` of the static half, then registration). */
  entries<S, C>(point: ExtensionPoint<S, C>): readonly Contribution<S>[];
  find<S, C>(point: ExtensionPoint<S, C>, key: string): Contribution<S> | undefined;
  /** Asks the server for every static half of a lazy point; resolves when they are known. */
  loadAll<S, C>(point: ExtensionPoint<S, C>): Promise<readonly Contribution<S>[]>;
  /**
   * Activates the plugin behind `key` when needed and answers its code half.
   * Rejects with a PluginError naming the plugin; a rejection is never cached.
   */
  load<S, C>(point: ExtensionPoint<S, C>, key: string): Promise<C>;
  onDidChange<S, C>(point: ExtensionPoint<S, C>, listener: (delta: ContributionDelta<S>) => void): { dispose(): void };
}
