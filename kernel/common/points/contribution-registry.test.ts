import type { ContributionDelta, ExtensionPointDeclaration, PluginError, PluginManifest } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { ContributionRegistry } from './contribution-registry.ts';

type Item = { id: string; order?: number; text?: string };
const Tabs = createExtensionPoint<Item, string>({ id: 'app.tabs', version: 1 });
const tabs = (traits: Partial<ExtensionPointDeclaration> = {}): ExtensionPointDeclaration => ({ id: 'app.tabs', version: 1, description: '-', key: 'id', conflict: 'reject', activation: 'onTab', schema: {}, ...traits });
const manifest = (id: string, items: readonly object[], points?: Record<string, number>): PluginManifest => ({
  manifestVersion: 1, id, version: '1.0.0', publisher: '-', displayName: id, description: '-', engines: { sdk: '*' }, points, contributes: { 'app.tabs': items as never },
});

function start(traits?: Partial<ExtensionPointDeclaration>) {
  const reports: PluginError[] = [];
  const deltas: ContributionDelta<Item>[] = [];
  const activated: string[] = [];
  const activate = (pluginId: string): Promise<never> => {
    activated.push(pluginId);
    return Promise.reject(new Error('not here'));
  };
  const registry = new ContributionRegistry({ register() {}, activate, report: (error) => reports.push(error) });
  registry.onDidChange(Tabs, (delta) => deltas.push(delta));
  if (traits) registry.declare([tabs(traits)], 'app');
  const ids = (): string[] => registry.entries(Tabs).map(({ key, pluginId }) => `${pluginId}:${key}`);
  return { registry, reports, deltas, activated, ids };
}

describe('ContributionRegistry', () => {
  it('orders by `order`, then by registration; the list stays the same object until it changes', () => {
    const { registry, ids } = start({});
    registry.addStatic(manifest('a', [{ id: 'late' }, { id: 'second', order: 2 }]));
    registry.addStatic(manifest('b', [{ id: 'first', order: 1 }, { id: 'last' }]));
    expect(ids()).toEqual(['b:first', 'a:second', 'a:late', 'b:last']);
    expect(registry.entries(Tabs)).toBe(registry.entries(Tabs));
  });

  it('lets the first keep a key and tells the second once; it moves up when the first goes', () => {
    const { registry, reports, ids } = start({});
    const first = registry.addStatic(manifest('a', [{ id: 'x' }]));
    registry.addStatic(manifest('b', [{ id: 'x' }]));
    registry.addStatic(manifest('c', [{ id: 'y' }]));
    expect(ids()).toEqual(['a:x', 'c:y']);
    expect(reports.map(({ code, pluginId }) => [code, pluginId])).toEqual([['CONTRIBUTION_CONFLICT', 'b']]);
    registry.addCode('b', 'app.tabs', 'x', 'code of b');
    expect(registry.peek(Tabs, 'x')).toBeUndefined();
    first.dispose();
    expect(ids()).toEqual(['b:x', 'c:y']);
    expect(registry.peek(Tabs, 'x')).toBe('code of b');
  });

  it('stacks where the point says so', () => {
    const { registry, reports, ids } = start({ conflict: 'stack' });
    for (const id of ['a', 'b']) registry.addStatic(manifest(id, [{ id: 'x' }]));
    expect(ids()).toEqual(['a:x', 'b:x']);
    expect(registry.owner(Tabs, 'x')).toBe('a');
    expect(reports).toEqual([]);
  });

  it('tells listeners the difference, once per batch', () => {
    const { registry, deltas } = start({});
    const [a] = [registry.addStatic(manifest('a', [{ id: 'x' }, { id: 'y' }]))];
    registry.batch(() => {
      a?.dispose();
      registry.addStatic(manifest('b', [{ id: 'z' }]));
    });
    const keys = (items: readonly { key: string }[]): string[] => items.map(({ key }) => key);
    expect(deltas.map(({ added, removed }) => [keys(added), keys(removed)])).toEqual([[['x', 'y'], []], [['z'], ['x', 'y']]]);
  });

  it('keeps contributions waiting for their point, and takes code for them', () => {
    const { registry, ids } = start();
    registry.addStatic(manifest('a', [{ id: 'x' }]));
    registry.addCode('a', 'app.tabs', 'x', 'early');
    expect(ids()).toEqual([]);
    const point = registry.declare([tabs()], 'app');
    expect([ids(), registry.peek(Tabs, 'x')]).toEqual([['a:x'], 'early']);
    point.dispose();
    expect(ids()).toEqual([]);
    registry.declare([tabs()], 'app');
    expect(ids()).toEqual(['a:x']);
  });

  it('leaves out contributions without a key or for another version, and says so', () => {
    const { registry, reports, ids } = start({});
    registry.addStatic(manifest('a', [{ text: 'no key' }]));
    registry.addStatic(manifest('b', [{ id: 'x' }], { 'app.tabs': 2 }));
    expect(ids()).toEqual([]);
    expect(reports.map(({ code }) => code)).toEqual(['CONTRIBUTION_INVALID', 'POINT_INCOMPATIBLE']);
  });

  it('goes on when a listener fails, and refuses a point declared twice', () => {
    const { registry, reports, deltas } = start({});
    registry.onDidChange(Tabs, () => {
      throw new Error('listener');
    });
    registry.addStatic(manifest('a', [{ id: 'x' }]));
    registry.declare([tabs({ key: 'text' })], 'thief').dispose();
    expect(registry.find(Tabs, 'x')?.pluginId).toBe('a');
    expect(deltas).toHaveLength(1);
    expect(reports.map(({ code }) => code)).toEqual(['RUNTIME_FAULT', 'CONTRIBUTION_CONFLICT']);
  });

  it('needs no code and no activation for a point of mere data', async () => {
    const { registry } = start({ dataOnly: true });
    registry.addStatic(manifest('a', [{ id: 'x' }]));
    expect(await registry.load(Tabs, 'x')).toBeUndefined();
    expect(registry.missingCode('a')).toEqual([]);
  });

  it('asks for code only of contributions that say they have some', async () => {
    const { registry, activated } = start({ codeWhen: 'hasView' });
    registry.addStatic(manifest('a', [{ id: 'plain' }, { id: 'drawn', hasView: true }]));
    expect(await registry.load(Tabs, 'plain')).toBeUndefined();
    expect(activated).toEqual([]);
    await expect(registry.load(Tabs, 'drawn')).rejects.toThrow('not here');
    expect(activated).toEqual(['a']);
    expect(registry.missingCode('a').map(({ key }) => key)).toEqual(['drawn']);
  });
});
