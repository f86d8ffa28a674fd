import { expect, it } from 'vitest';
import type { JsonObject } from '@orrery/sdk';
import { chartNodes, withoutNodes } from './chart-nodes.ts';
import { completeLayout } from './complete-layout.ts';

const charts = [1, 2, 3, 4].map((id) => ({ id, uuid: `${id}0000000-0000-4000-8000-000000000000`, slice_name: `Chart ${id}` }));

it('[IMEX-09] a dashboard without a layout gets one, three charts to a row', () => {
  const layout = completeLayout(undefined, 'Board', charts);
  expect(layout['HEADER_ID']).toMatchObject({ meta: { text: 'Board' } });
  expect(layout['GRID_ID']).toMatchObject({ children: ['ROW-N-10000000', 'ROW-N-40000000'] });
  expect(layout['ROW-N-10000000']).toMatchObject({ type: 'ROW', children: ['CHART-10000000', 'CHART-20000000', 'CHART-30000000'], parents: ['ROOT_ID', 'GRID_ID'] });
  expect(chartNodes(layout).map(({ chartId, uuid }) => [chartId, uuid])).toEqual(charts.map(({ id, uuid }) => [id, uuid]));
  expect(completeLayout(layout, 'Board', charts)).toEqual(layout);
});

it('charts without a place go into the first tab where there is no grid', () => {
  const tabs: JsonObject = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
    'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-1', 'TAB-2'], parents: ['ROOT_ID'] },
    'TAB-1': { id: 'TAB-1', type: 'TAB', children: [], parents: ['ROOT_ID', 'TABS-1'] },
    'TAB-2': { id: 'TAB-2', type: 'TAB', children: [], parents: ['ROOT_ID', 'TABS-1'] },
  };
  const layout = completeLayout(tabs, 'Board', charts.slice(0, 1));
  expect(layout['TAB-1']).toMatchObject({ children: ['ROW-N-10000000'] });
  expect(layout['CHART-10000000']).toMatchObject({ parents: ['ROOT_ID', 'TABS-1', 'TAB-1', 'ROW-N-10000000'] });
});

it('nodes that go are mentioned nowhere', () => {
  expect(withoutNodes({ GRID_ID: { children: ['a', 'b'] }, a: {}, b: {} }, new Set(['a']))).toEqual({ GRID_ID: { children: ['b'] }, b: {} });
});
