import type { Disposable } from './disposable.ts';

/**
 * The semantics of a hook; its name begins with the kind.
 * - `will`: asynchronous, in order; a tap may veto by answering `{ reason }`.
 * - `transform`: synchronous waterfall; a tap answers the new first argument, never mutates it.
 * - `did`: fire and forget; a tap cannot affect the result.
 * - `collect`: each tap answers a list; the lists are concatenated with their provenance.
 * @public
 */
export type HookKind = 'will' | 'transform' | 'did' | 'collect';

/** @public */
export interface Veto {
  readonly reason: string;
}

/** Names a hook and carries the types of its arguments. @public */
export interface HookRef<K extends HookKind, Args extends readonly unknown[], Item = never> {
  readonly kind: K;
  /** `<owner>.<kind><Noun>`, e.g. `dashboard.willSave`. */
  readonly name: string;
  readonly argNames: readonly string[];
  readonly __args?: Args;
  readonly __item?: Item;
}

/** Creates the reference of a hook; the owner calls it, everybody may tap it. @public */
export function createHook<K extends HookKind, Args extends readonly unknown[], Item = never>(
  kind: K,
  name: string,
  argNames: readonly string[],
): HookRef<K, Args, Item> {
  const local = name.slice(name.indexOf('.') + 1);
  if (!local.startsWith(kind)) throw new TypeError(`Hook ${name} must be named <owner>.${kind}<Noun>`);
  return Object.freeze({ kind, name, argNames });
}

/** The function a plugin taps a hook with. @public */
export type HookTap<R> = R extends HookRef<infer K, infer Args, infer Item>
  ? K extends 'will'
    ? (...args: Args) => Veto | undefined | void | Promise<Veto | undefined | void>
    : K extends 'transform'
      ? (...args: Args) => Args[0]
      : K extends 'did'
        ? (...args: Args) => void
        : (...args: Args) => readonly Item[]
  : never;

/** An item answered by a `collect` hook with the plugin it came from. @public */
export interface Collected<Item> {
  readonly pluginId: string;
  readonly item: Item;
}

/** What calling a hook answers, by kind. @public */
export type HookResult<R> = R extends HookRef<infer K, infer Args, infer Item>
  ? K extends 'will'
    ? Promise<(Veto & { pluginId: string }) | undefined>
    : K extends 'transform'
      ? Args[0]
      : K extends 'did'
        ? void
        : readonly Collected<Item>[]
  : never;

/** The arguments of a hook. @public */
export type HookArgs<R> = R extends HookRef<HookKind, infer Args, unknown> ? Args : never;

/** Taps and calls hooks. Every tap is attributed to its plugin, isolated, and disposed with it. @public */
export interface Hooks {
  /** `stage` orders taps: −100 kernel, 0 plugins (default), 100 last. */
  tap<R extends HookRef<HookKind, readonly unknown[], unknown>>(hook: R, tap: HookTap<R>, options?: { stage?: number }): Disposable;
  call<R extends HookRef<HookKind, readonly unknown[], unknown>>(hook: R, ...args: HookArgs<R>): HookResult<R>;
}
