import type { Disposable } from '@orrery/sdk';
import type { PluginStore } from '@orrery/sdk/web';
import { IDLE } from './chart-slice.ts';
import type { ChartEntry, ChartsState } from './chart-slice.ts';

/** Tells each chart of its own changes only, through one subscription to the store. */
export interface ChartEvents extends Disposable {
  entry(key: string): ChartEntry;
  on(key: string, listener: (entry: ChartEntry) => void): Disposable;
}

/** Creates the events over the plugin's slice. */
export function createChartEvents(store: PluginStore): ChartEvents {
  const listeners = new Map<string, Set<(entry: ChartEntry) => void>>();
  const read = () => (store.getState() as ChartsState | undefined)?.entries ?? {};
  let seen = read();
  const subscription = store.subscribe(() => {
    const before = seen;
    const now = read();
    if (now === before) return;
    seen = now;
    for (const [key, interested] of listeners) {
      if (now[key] !== before[key]) for (const listener of [...interested]) listener(now[key] ?? IDLE);
    }
  });

  return {
    entry: (key) => read()[key] ?? IDLE,
    on(key, listener) {
      const interested = listeners.get(key) ?? new Set();
      listeners.set(key, interested);
      interested.add(listener);
      return {
        dispose() {
          interested.delete(listener);
          if (interested.size === 0 && listeners.get(key) === interested) listeners.delete(key);
        },
      };
    },
    dispose() {
      subscription.dispose();
      listeners.clear();
    },
  };
}
