import { describe, expect, it } from 'vitest';
import { EXAMPLE_CHARTS } from '../charts/index.ts';
import { tablesOf } from '../install/create-assets.ts';
import { STEPS } from '../install/install-examples.ts';
import { EXAMPLE_TABLES } from '../tables/index.ts';
import { buildLayout } from './build-layout.ts';
import { EXAMPLE_DASHBOARDS } from './index.ts';

const chartOf = (key: string) => ({ id: EXAMPLE_CHARTS.findIndex((chart) => chart.key === key) + 1, title: key });

describe('example dashboards', () => {
  it('each chart has a key and a title of its own and stands on a table that exists', () => {
    expect(new Set(EXAMPLE_CHARTS.map(({ key }) => key)).size).toBe(EXAMPLE_CHARTS.length);
    expect(new Set(EXAMPLE_CHARTS.map(({ title }) => title)).size).toBe(EXAMPLE_CHARTS.length);
    for (const { table } of EXAMPLE_CHARTS) expect(EXAMPLE_TABLES.map(({ name }) => name)).toContain(table);
  });

  it('[contract §1.4.1] parents lead from the root to each node, as children do', () => {
    for (const dashboard of EXAMPLE_DASHBOARDS) {
      const { positions } = buildLayout(dashboard, chartOf);
      for (const node of Object.values(positions)) {
        if (typeof node === 'string') continue;
        for (const id of node.children) {
          const child = positions[id];
          expect(typeof child === 'object' ? child.parents : undefined).toEqual([...(node.parents ?? []), node.id]);
        }
      }
      expect(positions['DASHBOARD_VERSION_KEY']).toBe('v2');
    }
  });

  it('filters of a dashboard are about tables it shows', () => {
    for (const dashboard of EXAMPLE_DASHBOARDS) {
      const tables = tablesOf(dashboard);
      for (const { target } of dashboard.filters) if (target) expect(tables).toContain(target.table);
    }
  });

  it('small dashboards are there before the big table is loaded', () => {
    const order = STEPS.map(({ key }) => key);
    expect(order.indexOf('step:dashboard:movies')).toBeLessThan(order.indexOf('step:table:flights'));
    expect(order.indexOf('step:dashboard:world')).toBeLessThan(order.indexOf('step:table:flights'));
    expect(order.indexOf('step:table:flights')).toBeLessThan(order.indexOf('step:dashboard:flights'));
  });
});
