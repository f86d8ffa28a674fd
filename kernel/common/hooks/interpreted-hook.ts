import type { HookKind } from '@orrery/sdk';
import type { HookTap } from 'tapable/lib/Hook.js';
import TapableHook from 'tapable/lib/Hook.js';

/** A tap with its lease; `name` is the plugin's id. tapable copies taps, so the lease's identity is the tap's. */
export interface LeasedTap extends HookTap {
  readonly lease: { readonly isOpen: () => boolean };
}

type Interpret = (taps: readonly HookTap[], args: readonly unknown[]) => unknown;

/** How a call runs through the taps, by kind. A tap that failed has answered undefined. */
const INTERPRETERS: Readonly<Record<HookKind, Interpret>> = {
  async will(taps, args) {
    for (const { fn, name } of taps) {
      const veto = (await fn(...args)) as { reason?: unknown } | null | undefined;
      if (typeof veto?.reason === 'string') return { reason: veto.reason, pluginId: name };
    }
    return undefined;
  },
  transform(taps, [first, ...rest]) {
    return taps.reduce((value, { fn }) => {
      const next = fn(value, ...rest);
      return next === undefined ? value : next;
    }, first);
  },
  did(taps, args) {
    for (const { fn } of taps) fn(...args);
  },
  collect(taps, args) {
    return taps.flatMap(({ fn, name }) => {
      const items = fn(...args);
      return Array.isArray(items) ? items.map((item: unknown) => ({ pluginId: name, item })) : [];
    });
  },
};

/**
 * A tapable hook whose calls are interpreted. tapable makes a function out of text for each set of taps, which a policy
 * without 'unsafe-eval' refuses; a loop over the taps costs nanoseconds more and is allowed everywhere.
 */
export class InterpretedHook extends TapableHook {
  constructor(
    readonly kind: HookKind,
    name: string,
    argNames: readonly string[],
  ) {
    super(argNames, name);
    this.compile = ({ taps, interceptors }) => (...args) => {
      for (const interceptor of interceptors) interceptor.call?.(...args);
      // A copy, as a tap may be disposed while the hook is being called.
      const result = INTERPRETERS[kind]([...taps], args);
      for (const interceptor of interceptors) interceptor.done?.();
      return result;
    };
  }

  /** tapable cannot untap, but its list of taps is public and is read anew at every call. */
  untap(lease: LeasedTap['lease']): void {
    const at = this.taps.findIndex((tap) => (tap as LeasedTap).lease === lease);
    if (at >= 0) this.taps.splice(at, 1);
  }
}
