import { describe, expect, it } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { preloadsFor } from './preloads.ts';

const plugin = (id: string, path: string | undefined, dependencies: Record<string, string> = {}): IndexedPlugin => ({
  manifest: {
    manifestVersion: 1, id, version: '1.0.0', publisher: 'x', displayName: id, description: id, engines: { sdk: '^0.1.0' }, dependencies,
    entry: { web: 'plugin.js', styles: ['plugin.css'] },
    ...(path ? { contributes: { 'core.routes': [{ id: `${id}.page`, path, title: id }] } } : {}),
  },
  source: 'builtin', tier: 'builtin', baseUrl: `/p/${id}/`, integrity: { 'plugin.js': `sha384-${id}`, 'plugin.css': 'sha384-css' },
});
const plugins = [plugin('board', '/superset/dashboard/:idOrSlug/', { chart: '^1.0.0', list: '^1.0.0' }), plugin('chart', undefined), plugin('list', '/dashboard/list/'), plugin('any', '/x/any/*')];
const hrefs = (path: string) => preloadsFor(plugins, path).scripts.map(({ href }) => href);

describe('preloads', () => {
  it('[P8] names the plugin of the page and what it depends on', () => {
    expect(preloadsFor(plugins, '/superset/dashboard/flights/')).toEqual({
      scripts: [{ href: '/p/board/plugin.js', integrity: 'sha384-board' }, { href: '/p/chart/plugin.js', integrity: 'sha384-chart' }],
      styles: [{ href: '/p/board/plugin.css', integrity: 'sha384-css' }, { href: '/p/chart/plugin.css', integrity: 'sha384-css' }],
    });
  });

  it('knows parameters, the rest of a path, and pages that are nobody\'s', () => {
    expect(hrefs('/dashboard/list')).toEqual(['/p/list/plugin.js']);
    expect(hrefs('/x/any/a/b')).toEqual(['/p/any/plugin.js']);
    expect(hrefs('/superset/dashboard/')).toEqual([]);
    expect(hrefs('/nobody')).toEqual([]);
  });
});
