import { describe, expect, it, vi } from 'vitest';
import type { PluginStore } from '@orrery/sdk/web';
import { createChartEvents } from './chart-events.ts';
import type { ChartEntry } from './chart-slice.ts';

/** A store of entries that tells synchronously, as the kernel's does. */
function charts(count: number) {
  let entries: Readonly<Record<string, ChartEntry>> = Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, { status: 'loading' }]));
  const told = new Set<() => void>();
  const store = {
    getState: () => ({ entries }),
    subscribe(listener: () => void) {
      told.add(listener);
      return { dispose: () => void told.delete(listener) };
    },
  } as unknown as PluginStore;
  const set = (key: string, status: ChartEntry['status']): void => {
    entries = { ...entries, [key]: { status } };
    for (const listener of told) listener();
  };
  return { store, set, told };
}

describe('chart events', () => {
  it('tells of a hundred answers at once in groups, each in a task of its own', async () => {
    const { store, set } = charts(100);
    const events = createChartEvents(store);
    let sinceTask = 0;
    const groups: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      events.on(`c${index}`, () => {
        if (sinceTask === 0) setImmediate(() => (groups.push(sinceTask), (sinceTask = 0)));
        sinceTask += 1;
      });
    }
    for (let index = 0; index < 100; index += 1) set(`c${index}`, 'success');
    await vi.waitFor(() => expect(groups.reduce((sum, size) => sum + size, 0)).toBe(100));
    expect(Math.max(...groups)).toBeLessThan(50);
    expect(groups.length).toBeGreaterThan(2);
    events.dispose();
  });

  it('tells only the chart that changed, once, with what holds then', async () => {
    const { store, set } = charts(2);
    const events = createChartEvents(store);
    const heard: string[] = [];
    events.on('c0', ({ status }) => heard.push(`c0 ${status}`));
    events.on('c1', ({ status }) => heard.push(`c1 ${status}`));
    set('c1', 'failed');
    set('c1', 'success');
    expect(events.entry('c1').status).toBe('success');
    await vi.waitFor(() => expect(heard).toEqual(['c1 success']));
    events.dispose();
  });

  it('leaves nothing behind', async () => {
    const { store, set, told } = charts(1);
    const events = createChartEvents(store);
    const listener = vi.fn();
    events.on('c0', listener);
    set('c0', 'success');
    events.dispose();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(listener).not.toHaveBeenCalled();
    expect(told.size).toBe(0);
  });
});
