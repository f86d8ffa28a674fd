import type { Disposable } from '@orrery/sdk';
import type { PluginStore } from '@orrery/sdk/web';
import { IDLE } from './chart-slice.ts';
import type { ChartEntry, ChartsState } from './chart-slice.ts';
import { nextTask } from './next-task.ts';

/** Tells each chart of its own changes only, through one subscription to the store. */
export interface ChartEvents extends Disposable {
  entry(key: string): ChartEntry;
  /** Listeners hear in a later task, with the entry as it is then; changes in between are told once. */
  on(key: string, listener: (entry: ChartEntry) => void): Disposable;
}

/**
 * Charts told in one task: what they draw must fit between two inputs of the person. And React takes more than 50 updates
 * that follow each other without a task between for an endless loop, which a hundred answers at once would be.
 */
const CHARTS_PER_TASK = 4;

/** Creates the events over the plugin's slice. */
export function createChartEvents(store: PluginStore): ChartEvents {
  const listeners = new Map<string, Set<(entry: ChartEntry) => void>>();
  const changed = new Set<string>();
  let task: Disposable | undefined;
  const read = () => (store.getState() as ChartsState | undefined)?.entries ?? {};
  let seen = read();

  function tell(): void {
    task = undefined;
    const now = read();
    for (const key of [...changed].slice(0, CHARTS_PER_TASK)) {
      changed.delete(key);
      for (const listener of [...(listeners.get(key) ?? [])]) listener(now[key] ?? IDLE);
    }
    if (changed.size > 0) task ??= nextTask(tell);
  }

  const subscription = store.subscribe(() => {
    const before = seen;
    const now = read();
    if (now === before) return;
    seen = now;
    for (const key of listeners.keys()) if (now[key] !== before[key]) changed.add(key);
    if (changed.size > 0) task ??= nextTask(tell);
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
      task?.dispose();
      listeners.clear();
    },
  };
}
