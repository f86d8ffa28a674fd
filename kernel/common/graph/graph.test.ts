import type { PluginManifest } from '@orrery/sdk';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { DependencyGraph } from './dependency-graph.ts';
import { satisfiesRange } from './satisfies-range.ts';

type Deps = Readonly<Record<string, string>>;
const node = (id: string, dependencies: Deps = {}, more: Partial<PluginManifest> = {}) =>
  [id, { manifest: { manifestVersion: 1, id, version: '1.2.0', publisher: '-', displayName: id, description: '-', engines: { sdk: '*' }, dependencies, ...more } as PluginManifest }] as const;
const graph = (...nodes: ReturnType<typeof node>[]): DependencyGraph => new DependencyGraph(new Map(nodes), satisfiesRange);

describe('DependencyGraph', () => {
  it('names missing and unfit plugins with the chain that leads to them', () => {
    const g = graph(node('a', { b: '^1.0.0' }), node('b', { c: '^1.0.0' }), node('d', { a: '^2.0.0' }));
    expect(g.problem('b')).toMatchObject({ code: 'DEPENDENCY_MISSING', chain: ['b', 'c'] });
    expect(g.problem('a')).toMatchObject({ code: 'DEPENDENCY_FAILED', chain: ['a', 'b', 'c'] });
    expect(g.problem('d')).toMatchObject({ code: 'DEPENDENCY_INCOMPATIBLE', message: expect.stringContaining('d needs a ^2.0.0, but 1.2.0') as string });
  });

  it('names circles, whoever asks', () => {
    const g = graph(node('a', { b: '*' }), node('b', { c: '*' }), node('c', { a: '*' }), node('out', { b: '*' }), node('fine'));
    expect(g.problem('out')).toMatchObject({ code: 'DEPENDENCY_CYCLE', chain: ['b', 'c', 'a', 'b'] });
    expect(g.problem('c')).toMatchObject({ code: 'DEPENDENCY_CYCLE', chain: ['c', 'a', 'b', 'c'] });
    expect(g.problem('fine')).toBeUndefined();
  });

  it('orders dependents so that nobody goes before those who need it', () => {
    const g = graph(node('base'), node('mid', { base: '*' }), node('top', { mid: '*', base: '*' }), node('side', { base: '*' }));
    const order = g.dependentsOf('base');
    expect([...order].sort()).toEqual(['mid', 'side', 'top']);
    expect(order.indexOf('top')).toBeLessThan(order.indexOf('mid'));
  });

  it('takes optional dependencies only when they are there and fit, and knows former ids', () => {
    const g = graph(node('a', { old: '^1.0.0' }, { optionalDependencies: { b: '^2.0.0', c: '^1.0.0', gone: '*' } }), node('b'), node('c'), node('new', {}, { aliases: ['old'] }));
    expect(g.problem('a')).toBeUndefined();
    expect(g.dependenciesOf('a')).toEqual(['new', 'c']);
    expect(g.dependentsOf('new')).toEqual(['a']);
  });
});

describe('satisfiesRange', () => {
  const versions = ['0.0.3', '0.0.4', '0.1.0', '0.1.9', '0.2.0', '1.0.0', '1.2.3', '1.2.4', '1.3.0', '2.0.0', '1.2.3-beta.1', '10.0.1'];
  const ranges = ['^1.2.3', '^0.1.0', '^0.0.3', '^0', '^0.1', '~1.2.3', '~1.2', '~1', '1.2.3', '=1.2.3', '1.2', '1', '1.x', '1.2.*', '*', 'x', '>=1.2.3', '>1.2', '>1', '<2', '<=1.2', '>=1.0.0 <1.3.0', '^1.2.3 || ^2.0.0', '>= 1.2.3', '1.2.3-beta.1', '^0.0'];

  it('agrees with semver on every range plugins use', () => {
    for (const range of ranges) for (const version of versions) expect([range, version, satisfiesRange(version, range)]).toEqual([range, version, semver.satisfies(version, range)]);
  });

  it('answers no to nonsense', () => {
    expect([satisfiesRange('1.0.0', 'latest'), satisfiesRange('one', '*')]).toEqual([false, false]);
  });
});
