import type { JsonObject } from '@orrery/sdk';
import { isObject } from '../dashboard-file.ts';
import { chartNodes, withMeta } from './chart-nodes.ts';
import type { Layout } from './chart-nodes.ts';

/** A chart of the dashboard. */
export interface PlacedChart {
  readonly id: number;
  readonly uuid: string;
  readonly slice_name: string;
}

/** Columns of a row, and of an appended chart; its height in units of 8 px. */
const ROW_WIDTH = 12;
const WIDTH = 4;
const HEIGHT = 50;

/** An empty layout. */
export function emptyLayout(title: string): Layout {
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { children: ['GRID_ID'], id: 'ROOT_ID', type: 'ROOT' },
    GRID_ID: { children: [], id: 'GRID_ID', parents: ['ROOT_ID'], type: 'GRID' },
    HEADER_ID: { id: 'HEADER_ID', meta: { text: title }, type: 'HEADER' },
  };
}

/** Where rows go: the grid, or the first tab of a dashboard that consists of tabs. */
function container(layout: Layout): string | undefined {
  const childrenOf = (id: string): readonly unknown[] => {
    const node = layout[id];
    return isObject(node) && Array.isArray(node['children']) ? node['children'] : [];
  };
  const typeOf = (id: unknown): unknown => (isObject(layout[String(id)]) ? (layout[String(id)] as JsonObject)['type'] : undefined);
  const [first] = childrenOf('ROOT_ID');
  if (first === undefined) return undefined;
  return typeOf(first) === 'TABS' ? (childrenOf(String(first)).find((child) => typeOf(child) === 'TAB') as string | undefined) : String(first);
}

/**
 * A layout fit for export: each chart's node names its uuid, and charts of the dashboard that stand nowhere in it come in new
 * rows at the end (contract §13). The same charts always give the same rows.
 */
export function completeLayout(stored: Layout | undefined, title: string, charts: readonly PlacedChart[]): Layout {
  const layout = stored && isObject(stored['ROOT_ID']) ? stored : emptyLayout(title);
  const byId = new Map(charts.map((chart) => [chart.id, chart]));
  const nodes = chartNodes(layout);
  const named = withMeta(
    layout,
    new Map(nodes.flatMap(({ nodeId, meta, chartId }) => (chartId !== undefined && byId.has(chartId) ? [[nodeId, { ...meta, uuid: byId.get(chartId)?.uuid }] as const] : []))),
  );
  const placed = new Set(nodes.map(({ chartId }) => chartId));
  const missing = charts.filter(({ id }) => !placed.has(id));
  const into = container(named);
  return missing.length === 0 || into === undefined ? named : appendRows(named, into, missing);
}

function appendRows(layout: Layout, into: string, charts: readonly PlacedChart[]): Layout {
  const next: JsonObject = { ...layout };
  const holder = layout[into] as JsonObject;
  const parents = [...(Array.isArray(holder['parents']) ? (holder['parents'] as string[]) : ['ROOT_ID']), into];
  const rows: string[] = [];
  const perRow = ROW_WIDTH / WIDTH;
  for (let from = 0; from < charts.length; from += perRow) {
    const group = charts.slice(from, from + perRow);
    const rowId = `ROW-N-${group[0]?.uuid.slice(0, 8)}`;
    rows.push(rowId);
    const ids = group.map(({ uuid }) => `CHART-${uuid.slice(0, 8)}`);
    next[rowId] = { children: ids, id: rowId, meta: { '0': 'ROOT_ID', background: 'BACKGROUND_TRANSPARENT' }, parents, type: 'ROW' };
    group.forEach(({ id, uuid, slice_name }, index) => {
      const nodeId = ids[index] as string;
      next[nodeId] = { children: [], id: nodeId, meta: { chartId: id, height: HEIGHT, sliceName: slice_name, uuid, width: WIDTH }, parents: [...parents, rowId], type: 'CHART' };
    });
  }
  next[into] = { ...holder, children: [...(Array.isArray(holder['children']) ? (holder['children'] as unknown[]) : []), ...rows] };
  return next;
}
