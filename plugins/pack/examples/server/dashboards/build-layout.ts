import type { ExampleCell, ExampleDashboard } from './example-dashboard.ts';

/** A node of `position_json` (contract §1.4.1). */
interface LayoutNode {
  readonly id: string;
  readonly type: string;
  readonly children: readonly string[];
  readonly parents?: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A chart as the layout names it. */
export interface PlacedChart {
  readonly id: number;
  readonly title: string;
}

/** Charts of each tab, by tab id; a dashboard without tabs has them under `ROOT_ID`. */
export interface BuiltLayout {
  readonly positions: Readonly<Record<string, LayoutNode | string>>;
  readonly tabs: readonly { readonly id: string; readonly chartIds: readonly number[] }[];
  readonly chartIds: readonly number[];
}

/** Lays a dashboard out as `position_json` has it. Pure; ids are made of the dashboard's key and place, so they are the same every time. */
export function buildLayout(dashboard: ExampleDashboard, chartOf: (key: string) => PlacedChart): BuiltLayout {
  const nodes: Record<string, LayoutNode | string> = { DASHBOARD_VERSION_KEY: 'v2' };
  let made = 0;
  const idOf = (type: string): string => `${type}-${dashboard.key}-${(made += 1)}`;
  const add = (node: LayoutNode): string => {
    nodes[node.id] = node;
    return node.id;
  };

  function cell(entry: ExampleCell, parents: readonly string[], charts: number[]): string {
    if ('chart' in entry) {
      const { id: chartId, title } = chartOf(entry.chart);
      charts.push(chartId);
      return add({ id: idOf('CHART'), type: 'CHART', children: [], parents, meta: { chartId, width: entry.width, height: entry.height, sliceName: title } });
    }
    if ('markdown' in entry) {
      return add({ id: idOf('MARKDOWN'), type: 'MARKDOWN', children: [], parents, meta: { width: entry.width, height: entry.height, code: entry.markdown } });
    }
    const id = idOf('COLUMN');
    const children = entry.column.map((inner) => cell(inner, [...parents, id], charts));
    return add({ id, type: 'COLUMN', children, parents, meta: { width: entry.width, background: 'BACKGROUND_TRANSPARENT' } });
  }

  function rows(entries: readonly (readonly ExampleCell[])[], parents: readonly string[], charts: number[]): readonly string[] {
    return entries.map((entry) => {
      const id = idOf('ROW');
      const children = entry.map((inner) => cell(inner, [...parents, id], charts));
      return add({ id, type: 'ROW', children, parents, meta: { background: 'BACKGROUND_TRANSPARENT' } });
    });
  }

  const built: { id: string; chartIds: number[] }[] = [];
  const hasTabs = dashboard.tabs.length > 1;
  const tabsId = idOf('TABS');
  const children = dashboard.tabs.flatMap((tab) => {
    const chartIds: number[] = [];
    if (!hasTabs) {
      built.push({ id: 'ROOT_ID', chartIds });
      return rows(tab.rows, ['ROOT_ID', 'GRID_ID'], chartIds);
    }
    const id = idOf('TAB');
    built.push({ id, chartIds });
    const below = rows(tab.rows, ['ROOT_ID', tabsId, id], chartIds);
    return [add({ id, type: 'TAB', children: below, parents: ['ROOT_ID', tabsId], meta: { text: tab.title, defaultText: 'Tab title', placeholder: 'Tab title' } })];
  });

  if (hasTabs) add({ id: tabsId, type: 'TABS', children, parents: ['ROOT_ID'], meta: {} });
  add({ id: 'ROOT_ID', type: 'ROOT', children: [hasTabs ? tabsId : 'GRID_ID'] });
  add({ id: 'GRID_ID', type: 'GRID', children: hasTabs ? [] : children, parents: ['ROOT_ID'] });
  add({ id: 'HEADER_ID', type: 'HEADER', children: [], meta: { text: dashboard.title } });
  return { positions: nodes, tabs: built, chartIds: built.flatMap(({ chartIds }) => chartIds) };
}
