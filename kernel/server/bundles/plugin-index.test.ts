import { describe, expect, it } from 'vitest';
import type { ExtensionPointDeclaration, IndexedPlugin, PluginManifest } from '@orrery/sdk';
import { PluginIndex } from './plugin-index.ts';

const point = (id: string, key: string, eager: boolean): ExtensionPointDeclaration => ({ id, version: 1, description: '', key, conflict: 'reject', eager, schema: {} });
const plugin = (id: string, patch: Partial<PluginManifest> = {}, rest: Partial<IndexedPlugin> = {}): IndexedPlugin => ({
  manifest: { manifestVersion: 1, id, version: '1.0.0', publisher: 'x', displayName: '%name%', description: 'd', engines: { sdk: '^0.1.0' }, ...patch },
  source: 'builtin',
  tier: 'builtin',
  baseUrl: `static/plugins/${id}/`,
  integrity: {},
  ...rest,
});
const points = [point('core.nav-items', 'id', true), point('explore.viz-types', 'type', false)];
const home = plugin('home', { contributes: { 'core.nav-items': [{ id: 'home' }] }, dependencies: { chart: '^1.0.0' } });
const pie = plugin('viz-pie', { contributes: { 'explore.viz-types': [{ type: 'pie', title: '%name%' }] }, aliases: ['old-pie'] });
const chart = plugin('chart');
const index = (...more: IndexedPlugin[]) => new PluginIndex(points, [home, pie, chart, ...more], (_plugin, language) => ({ name: language === 'de' ? 'Torte' : 'Pie' }));
const ids = (plugins: readonly IndexedPlugin[]) => plugins.map((item) => item.manifest.id).sort();

describe('plugin index', () => {
  it('[P33] gives the shell only what it draws, with its dependencies, however many are installed', () => {
    const many = Array.from({ length: 1000 }, (_, at) => plugin(`viz-${at}`, { contributes: { 'explore.viz-types': [{ type: `t${at}` }] } }));
    expect(ids(index(...many).shell('en'))).toEqual(['chart', 'home']);
  });

  it('finds plugins by the key of a point, by id and by alias', () => {
    expect(ids(index().byKeys('explore.viz-types', ['pie', 'nope'], 'en'))).toEqual(['viz-pie']);
    expect(ids(index().byPoint('explore.viz-types', 'en'))).toEqual(['viz-pie']);
    expect(ids(index().byIds(['old-pie'], 'en'))).toEqual(['viz-pie']);
  });

  it('[C3] resolves manifest texts in the language asked for', () => {
    const [answer] = index().byIds(['viz-pie'], 'de');
    expect(answer?.manifest.displayName).toBe('Torte');
    expect(answer?.manifest.contributes?.['explore.viz-types']?.[0]?.['title']).toBe('Torte');
  });

  it('lets a built-in win over a dynamic plugin of the same id, and marks what is switched off', () => {
    const both = index();
    both.setDynamic([plugin('viz-pie', { version: '9.0.0' }, { source: 'dynamic' }), plugin('acme', {}, { source: 'dynamic' })], new Map([['viz-pie', 'by ann']]));
    const [answer] = both.byIds(['viz-pie'], 'en');
    expect(answer).toMatchObject({ source: 'builtin', disabled: 'by ann' });
    expect(ids(both.all('en'))).toContain('acme');
  });

  it('never switches off a required plugin', () => {
    const all = new PluginIndex(points, [plugin('login', {}, { required: true })], () => ({}));
    all.setDynamic([], new Map([['login', 'oops']]));
    expect(all.byIds(['login'], 'en')[0]?.disabled).toBeUndefined();
  });
});
