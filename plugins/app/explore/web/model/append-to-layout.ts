/** A node of `position_json`. */
interface LayoutNode {
  readonly id: string;
  readonly type: string;
  readonly children?: readonly string[];
  readonly parents?: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
}
type Layout = Readonly<Record<string, LayoutNode | string>>;

const EMPTY: Layout = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
};
/** Half the grid's width, and 50 units of 8 px. */
const SIZE = { width: 6, height: 50 };

function parse(text: string | null | undefined): Layout {
  try {
    const value = JSON.parse(text || '{}') as Layout;
    return value['ROOT_ID'] ? value : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The node new charts go to: the grid, or the first tab when the dashboard has tabs at its top. */
function findHost(layout: Layout): LayoutNode | undefined {
  const nodeOf = (id: string | undefined) => (id === undefined ? undefined : (layout[id] as LayoutNode | undefined));
  let node = nodeOf('ROOT_ID');
  while (node && node.type !== 'GRID' && node.type !== 'TAB') node = nodeOf(node.children?.[0]);
  return node;
}

/** `position_json` with the chart in a new row at the end; the text itself when the chart is on it already. */
export function appendToLayout(
  text: string | null | undefined,
  chart: { readonly id: number; readonly name: string },
  makeId: () => string,
): string {
  const layout = parse(text);
  const isThere = Object.values(layout).some((node) => typeof node === 'object' && node.meta?.['chartId'] === chart.id);
  const host = findHost(layout);
  if (isThere && text) return text;
  if (!host) return text ?? JSON.stringify(EMPTY);
  const rowId = `ROW-${makeId()}`;
  const chartId = `CHART-${makeId()}`;
  const parents = [...(host.parents ?? ['ROOT_ID']), host.id];
  return JSON.stringify({
    ...layout,
    [host.id]: { ...host, children: [...(host.children ?? []), rowId] },
    [rowId]: { type: 'ROW', id: rowId, children: [chartId], parents, meta: { background: 'BACKGROUND_TRANSPARENT' } },
    [chartId]: { type: 'CHART', id: chartId, children: [], parents: [...parents, rowId], meta: { ...SIZE, chartId: chart.id, sliceName: chart.name } },
  });
}
