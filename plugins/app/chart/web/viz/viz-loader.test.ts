import { describe, expect, it, vi } from 'vitest';
import type { ContributionDelta, ContributionReader } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import type { VizType, VizTypeContribution } from '@orrery/sdk/viz';
import type { PluginHealth } from '@orrery/sdk/web';
import { createVizLoader } from './viz-loader.ts';

const viz = (name: string) => ({ name }) as unknown as VizType<never>;

/** Viz types by key: the static half, and whether the code is there. */
function pointsOf(types: Record<string, { fallback?: string; works: boolean }>) {
  let listener: ((delta: ContributionDelta<VizTypeContribution>) => void) | undefined;
  const load = vi.fn(async (_point: unknown, key: string) => {
    const type = types[key];
    if (!type) throw new PluginError('CONTRIBUTION_MISSING', 'nobody', `No plugin offers ${key}`);
    if (!type.works) throw new PluginError('LOAD_NETWORK', `viz-${key}`, `${key} did not load`);
    return { load: async () => viz(key) };
  });
  const points = {
    load,
    find: (_point: unknown, key: string) => types[key] && { key, pluginId: `viz-${key}`, point: 'explore.viz-types', value: { type: key, title: key, category: 'x', fallback: types[key].fallback } },
    onDidChange: (_point: unknown, heard: typeof listener) => {
      listener = heard;
      return { dispose: () => (listener = undefined) };
    },
  } as unknown as ContributionReader;
  return { points, load, change: (delta: Partial<ContributionDelta<VizTypeContribution>>) => listener?.({ added: [], removed: [], ...delta }) };
}
const hold = () => ({ dispose: () => undefined });

describe('viz loader', () => {
  it('answers the type asked for, once loaded, at once', async () => {
    const { points, load } = pointsOf({ pie: { works: true } });
    const loader = createVizLoader(points, hold);
    expect(loader.peek('pie')).toBeUndefined();
    const resolution = await loader.resolve('pie');
    expect(resolution).toMatchObject({ asked: 'pie', loaded: { type: 'pie', pluginId: 'viz-pie' }, failure: undefined });
    expect(loader.peek('pie')).toBe(resolution);
    await Promise.all([loader.resolve('pie'), loader.resolve('pie')]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('walks the declared fallbacks and names the plugin that failed', async () => {
    const { points } = pointsOf({ sunburst: { works: false, fallback: 'pie' }, pie: { works: true } });
    const resolution = await createVizLoader(points, hold).resolve('sunburst');
    expect(resolution.loaded?.type).toBe('pie');
    expect(resolution.failure).toEqual({ type: 'sunburst', pluginId: 'viz-sunburst', reason: 'sunburst did not load' });
  });

  it('knows the fallback of a plugin that is switched off from its manifest', async () => {
    const { points, load } = pointsOf({ pie: { works: true }, table: { works: true } });
    load.mockImplementationOnce(() => Promise.reject(new PluginError('DISABLED', 'viz-sunburst', 'Disabled by root', { context: { declared: { type: 'sunburst', fallback: 'pie' } } })));
    const resolution = await createVizLoader(points, hold).resolve('sunburst');
    expect(resolution.loaded?.type).toBe('pie');
    expect(resolution.failure).toMatchObject({ pluginId: 'viz-sunburst', reason: 'Disabled by root' });
  });

  it('ends at the table, then at nothing, without going round in circles', async () => {
    const withTable = pointsOf({ a: { works: false, fallback: 'b' }, b: { works: false, fallback: 'a' }, table: { works: true } });
    expect((await createVizLoader(withTable.points, hold).resolve('a')).loaded?.type).toBe('table');
    const without = pointsOf({ a: { works: false, fallback: 'b' }, b: { works: false, fallback: 'a' } });
    const nothing = await createVizLoader(without.points, hold).resolve('a');
    expect(nothing.loaded).toBeUndefined();
    expect(nothing.failure).toMatchObject({ type: 'a' });
  });

  it('goes on from types that failed to draw', async () => {
    const { points } = pointsOf({ a: { works: true, fallback: 'b' }, b: { works: true }, table: { works: true } });
    const loader = createVizLoader(points, hold);
    expect((await loader.resolve('a', ['a'])).loaded?.type).toBe('b');
    expect((await loader.resolve('b', ['a', 'b'])).loaded?.type).toBe('table');
    expect((await loader.resolve('table', ['a', 'b', 'table'])).loaded).toBeUndefined();
  });

  it('tries again after forgetting, and when the missing plugin arrives', async () => {
    const types: Record<string, { works: boolean }> = { table: { works: true } };
    const { points, change } = pointsOf(types);
    const loader = createVizLoader(points, hold);
    const heard = vi.fn();
    loader.onDidChange(heard);
    expect((await loader.resolve('new')).loaded?.type).toBe('table');
    types['new'] = { works: true };
    expect((await loader.resolve('new')).loaded?.type).toBe('table');
    loader.forget('new');
    expect((await loader.resolve('new')).loaded?.type).toBe('new');
    change({ removed: [{ key: 'new', pluginId: 'p', point: 'x', value: { type: 'new', title: '', category: '' } }] });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(loader.peek('new')).toBeUndefined();
    change({ added: [{ key: 'unrelated', pluginId: 'p', point: 'x', value: { type: 'unrelated', title: '', category: '' } }] });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('tries again when the plugin that failed runs after all, and only then', async () => {
    const types = { pie: { works: false }, table: { works: true } };
    const { points } = pointsOf(types);
    let state: 'loadFailed' | 'active' = 'loadFailed';
    let tell = () => {};
    const monitor = { list: () => [{ id: 'viz-pie', state }] as unknown as readonly PluginHealth[], onDidChange: (listener: () => void) => ((tell = listener), { dispose() {} }) };
    const loader = createVizLoader(points, hold, monitor);
    const heard = vi.fn();
    loader.onDidChange(heard);
    expect((await loader.resolve('pie')).loaded?.type).toBe('table');
    tell();
    expect(heard).not.toHaveBeenCalled();
    [types.pie.works, state] = [true, 'active'];
    tell();
    expect(heard).toHaveBeenCalledTimes(1);
    expect((await loader.resolve('pie')).loaded?.type).toBe('pie');
    tell();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('holds queries back while code is on its way', async () => {
    const { points } = pointsOf({ pie: { works: true } });
    const dispose = vi.fn();
    const held = vi.fn(() => ({ dispose }));
    await createVizLoader(points, held).resolve('pie');
    expect(held).toHaveBeenCalledTimes(1);
    expect(dispose).toHaveBeenCalledTimes(1);
  });
});
