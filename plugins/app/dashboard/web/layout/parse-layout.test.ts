import { describe, expect, it } from 'vitest';
import type { DashboardChart } from '../../contract.ts';
import { openTab, openTabIds, revealNode, visibleCharts, withTabs } from './active-tabs.ts';
import { chartsUnder, parseLayout } from './parse-layout.ts';

const chart = (id: number): DashboardChart => ({ id, slice_name: `Chart ${id}`, description: null, form_data: { datasource: '1__table', viz_type: 'pie' } });
const node = (id: string, type: string, children: string[] = [], meta: object = {}) => ({ [id]: { id, type, children, meta } });
const leaf = (id: number) => node(`CHART-${id}`, 'CHART', [], { chartId: id, width: 4, height: 50 });

const tabbed = JSON.stringify({
  DASHBOARD_VERSION_KEY: 'v2',
  ...node('ROOT_ID', 'ROOT', ['TABS-1']),
  ...node('HEADER_ID', 'HEADER'),
  ...node('GRID_ID', 'GRID'),
  ...node('TABS-1', 'TABS', ['TAB-a', 'TAB-b']),
  ...node('TAB-a', 'TAB', ['ROW-1'], { text: 'A' }),
  ...node('ROW-1', 'ROW', ['CHART-1', 'COLUMN-1']),
  ...node('COLUMN-1', 'COLUMN', ['TABS-2']),
  ...node('TABS-2', 'TABS', ['TAB-c', 'TAB-d']),
  ...node('TAB-c', 'TAB', ['CHART-2']),
  ...node('TAB-d', 'TAB', ['CHART-3']),
  ...node('TAB-b', 'TAB', ['CHART-4']),
  ...leaf(1),
  ...leaf(2),
  ...leaf(3),
  ...leaf(4),
});

describe('parseLayout', () => {
  it('reads top-level tabs with nested ones, and where each chart is', () => {
    const layout = parseLayout(tabbed, [1, 2, 3, 4].map(chart));
    expect(layout.body.id).toBe('TABS-1');
    expect(chartsUnder(layout.body)).toEqual([1, 2, 3, 4]);
    expect(layout.paths['CHART-3']).toEqual(['ROOT_ID', 'TABS-1', 'TAB-a', 'ROW-1', 'COLUMN-1', 'TABS-2', 'TAB-d']);
    expect(layout.chartNodes[4]).toEqual(['CHART-4']);
    expect(layout.tabOwners).toEqual({ 'TAB-a': 'TABS-1', 'TAB-b': 'TABS-1', 'TAB-c': 'TABS-2', 'TAB-d': 'TABS-2' });
  });

  it('[DASH-003] appends forgotten charts in rows of three, four columns wide, under the first tab', () => {
    const layout = parseLayout(tabbed, [1, 2, 3, 4, 5, 6, 7, 8].map(chart));
    const [, first, second] = layout.body.children[0]?.children ?? [];
    expect(first?.children.map(({ meta }) => [meta['chartId'], meta['width']])).toEqual([[5, 4], [6, 4], [7, 4]]);
    expect(second?.children.map(({ id }) => id)).toEqual(['CHART-explore-8-4']);
  });

  it('[DASH-004] makes a grid where there is no layout, or a broken one', () => {
    for (const text of [null, '', '{', '[]', '{}', JSON.stringify({ ROOT_ID: { type: 'ROOT', children: ['GONE'] } })]) {
      const layout = parseLayout(text, [chart(1)]);
      expect(layout.body.type).toBe('GRID');
      expect(chartsUnder(layout.body)).toEqual([1]);
    }
  });

  it('survives cycles and nodes mentioned twice', () => {
    const text = JSON.stringify({ ...node('ROOT_ID', 'ROOT', ['GRID_ID']), ...node('GRID_ID', 'GRID', ['ROW-1', 'ROW-1', 'NONE']), ...node('ROW-1', 'ROW', ['GRID_ID', 'CHART-1']), ...leaf(1) });
    expect(chartsUnder(parseLayout(text, [chart(1)]).body)).toEqual([1]);
  });

  it('[DASH-039] keeps the place of a chart that is gone', () => {
    expect(chartsUnder(parseLayout(tabbed, []).body)).toEqual([1, 2, 3, 4]);
  });
});

describe('active tabs', () => {
  const layout = parseLayout(tabbed, [1, 2, 3, 4].map(chart));

  it('[DASH-012] shows only the charts of open tabs', () => {
    expect(visibleCharts(layout.body, {})).toEqual([1, 2]);
    expect(visibleCharts(layout.body, { 'TABS-2': 'TAB-d' })).toEqual([1, 3]);
    expect(visibleCharts(layout.body, { 'TABS-1': 'TAB-b' })).toEqual([4]);
  });

  it('[DASH-038] keeps the open tab inside a tab that is left', () => {
    const active = { 'TABS-1': 'TAB-b', 'TABS-2': 'TAB-d' };
    expect(openTabIds(layout.body, active)).toEqual(['TAB-b']);
    expect(openTabIds(layout.body, { ...active, 'TABS-1': 'TAB-a' })).toEqual(['TAB-a', 'TAB-d']);
  });

  it('[DASH-006] opens every tab on the way to a component, and ignores what it does not know', () => {
    expect(revealNode(layout, {}, 'CHART-3')).toEqual({ 'TABS-1': 'TAB-a', 'TABS-2': 'TAB-d' });
    expect(revealNode(layout, {}, 'TAB-b')).toEqual({ 'TABS-1': 'TAB-b' });
    expect(withTabs(layout, {}, ['TAB-x'])).toEqual({});
    expect(openTab(layout.body, { 'TABS-1': 'TAB-x' })?.id).toBe('TAB-a');
  });
});
