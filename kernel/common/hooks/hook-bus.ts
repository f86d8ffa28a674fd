import type { Disposable, HookArgs, HookKind, HookRef, HookResult, Hooks, HookTap } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { HookBusApi } from '../contract.ts';
import { withDeadline } from '../lifecycle/deadlines.ts';
import type { LeasedTap } from './interpreted-hook.ts';
import { InterpretedHook } from './interpreted-hook.ts';

type AnyRef = HookRef<HookKind, readonly unknown[], unknown>;

/** Hooks by name. A tap that throws, rejects or dawdles is reported as its plugin's fault and skipped. */
export class HookBus implements HookBusApi {
  private readonly hooks = new Map<string, InterpretedHook>();
  private readonly counts = new Map<string, number>();

  /** @param deadlineMs how long one tap of a `will` hook may take */
  constructor(
    private readonly report: (pluginId: string, error: unknown, where: string) => void,
    private readonly deadlineMs = 5_000,
  ) {}

  forPlugin(pluginId: string, isOpen: () => boolean): Hooks {
    return {
      tap: <R extends AnyRef>(ref: R, tap: HookTap<R>, options: { stage?: number } = {}): Disposable => {
        if (!isOpen()) return toDisposable(() => {});
        const hook = this.hookOf(ref);
        const lease = { isOpen };
        const tapped = { name: pluginId, stage: options.stage ?? 0, lease };
        hook.tap(tapped, tap as unknown as LeasedTap['fn']);
        this.count(pluginId, 1);
        return toDisposable(() => {
          hook.untap(lease);
          this.count(pluginId, -1);
        });
      },
      call: <R extends AnyRef>(ref: R, ...args: HookArgs<R>): HookResult<R> => this.hookOf(ref).call(...args) as HookResult<R>,
    };
  }

  tapCount(pluginId: string): number {
    return this.counts.get(pluginId) ?? 0;
  }

  private count(pluginId: string, by: number): void {
    this.counts.set(pluginId, this.tapCount(pluginId) + by);
  }

  private hookOf(ref: AnyRef): InterpretedHook {
    const known = this.hooks.get(ref.name);
    if (known && known.kind !== ref.kind) throw new TypeError(`Hook ${ref.name} is a ${known.kind} hook, not ${ref.kind}`);
    if (known) return known;
    const hook = new InterpretedHook(ref.kind, ref.name, ref.argNames);
    hook.intercept({ register: (tap) => this.guard(hook, tap as LeasedTap) });
    this.hooks.set(ref.name, hook);
    return hook;
  }

  private guard(hook: InterpretedHook, tap: LeasedTap): LeasedTap {
    const fail = (error: unknown): undefined => {
      this.report(tap.name, error, `hook ${hook.name}`);
    };
    const late = (): Error => new Error(`Tap of ${hook.name} did not answer within ${this.deadlineMs} ms`);
    return {
      ...tap,
      fn: (...args) => {
        if (!tap.lease.isOpen()) return undefined;
        try {
          const result = tap.fn(...args);
          if (!(result instanceof Promise)) return result;
          return (hook.kind === 'will' ? withDeadline(result, this.deadlineMs, late) : result).catch(fail);
        } catch (error) {
          return fail(error);
        }
      },
    };
  }
}
