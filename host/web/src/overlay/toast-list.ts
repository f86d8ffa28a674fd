import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { ShellUi, ToastKind } from '@orrery/sdk/web';

/** How long a toast stays, in milliseconds (census GEN-06). */
export const TOAST_MS: Readonly<Record<ToastKind, number>> = { info: 4000, success: 4000, warning: 6000, danger: 8000 };
/** More at a time would cover the page. */
const MAX = 5;

/** A message shown beside the page. */
export interface Toast extends Disposable {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: string;
  readonly action?: { readonly label: string; run(): void };
}

/** The toasts shown now, oldest first; the same array until something changes. */
export interface ToastList {
  readonly toasts: readonly Toast[];
  readonly add: ShellUi['toast'];
  /** While held (pointer or focus on them) nothing disappears. */
  hold(isHeld: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** Creates the list. A message already shown is not shown twice. */
export function createToasts(): ToastList {
  let toasts: readonly Toast[] = [];
  let next = 1;
  let isHeld = false;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const set = (changed: readonly Toast[]) => {
    toasts = changed;
    for (const listener of listeners) listener();
  };
  const remove = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
  };
  const start = (id: number, ms: number) => timers.set(id, setTimeout(() => (isHeld ? start(id, ms) : remove(id)), ms));
  return {
    get toasts() {
      return toasts;
    },
    add(kind, message, options) {
      const same = toasts.find((toast) => toast.kind === kind && toast.message === message);
      if (same) return same;
      const id = next++;
      const toast: Toast = { id, kind, message, action: options?.action, ...toDisposable(() => remove(id)) };
      for (const old of toasts.slice(0, Math.max(0, toasts.length - MAX + 1))) remove(old.id);
      if (!options?.sticky) start(id, TOAST_MS[kind]);
      set([...toasts, toast]);
      return toast;
    },
    hold: (held) => void (isHeld = held),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
