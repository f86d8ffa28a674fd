import type { JsonObject } from '@orrery/sdk';
import type { DashboardChart } from '../../contract.ts';
import { readJsonObject } from '../shared/read-json.ts';

/** One component of the layout tree. */
export interface LayoutNode {
  readonly id: string;
  /** `ROW`, `COLUMN`, `TABS`, `TAB`, `CHART`, `MARKDOWN`, `HEADER`, `DIVIDER`, `DYNAMIC` or of a plugin. */
  readonly type: string;
  readonly meta: JsonObject;
  readonly children: readonly LayoutNode[];
}

/** A dashboard's layout, ready to be drawn. */
export interface DashboardLayout {
  /** The grid, or the top-level tabs. */
  readonly body: LayoutNode;
  /** Node id → ids of all nodes above it, `ROOT_ID` first. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** Chart id → ids of the nodes that show it. */
  readonly chartNodes: Readonly<Record<number, readonly string[]>>;
  /** Tab id → id of its tabs component. */
  readonly tabOwners: Readonly<Record<string, string>>;
}

interface RawNode {
  readonly id: string;
  readonly type: string;
  readonly children: readonly string[];
  readonly meta: JsonObject;
}

const ROOT = 'ROOT_ID';
const GRID = 'GRID_ID';
/** Width in columns of charts the layout does not mention (DASH-003). */
const ADDED_WIDTH = 4;
const ADDED_PER_ROW = 3;
const ADDED_HEIGHT = 50;

/** Reads `position_json`: tolerates missing, broken and cyclic parts, and appends charts the layout forgot. */
export function parseLayout(positionJson: string | null, charts: readonly DashboardChart[]): DashboardLayout {
  const raw = readNodes(positionJson);
  const tree = readBody(raw);
  const shown = new Set(chartsUnder(tree));
  const body = appendCharts(tree, charts.filter((chart) => !shown.has(chart.id)));
  return { body, ...indexTree(body) };
}

function readNodes(positionJson: string | null): ReadonlyMap<string, RawNode> {
  const nodes = new Map<string, RawNode>();
  for (const [id, value] of Object.entries(readJsonObject(positionJson))) {
    if (typeof value !== 'object' || value === null) continue;
    const { type, children, meta } = value as JsonObject;
    if (typeof type !== 'string') continue;
    const ids = Array.isArray(children) ? children.filter((child): child is string => typeof child === 'string') : [];
    nodes.set(id, { id, type, children: ids, meta: typeof meta === 'object' && meta !== null ? (meta as JsonObject) : {} });
  }
  return nodes;
}

function readBody(raw: ReadonlyMap<string, RawNode>): LayoutNode {
  const seen = new Set<string>([ROOT]);
  const build = (id: string): LayoutNode[] => {
    const node = raw.get(id);
    // A node has one parent; a second mention would be a cycle or a copy.
    if (!node || seen.has(id)) return [];
    seen.add(id);
    return [{ id, type: node.type, meta: node.meta, children: node.children.flatMap(build) }];
  };
  const top = (raw.get(ROOT)?.children ?? [GRID]).flatMap(build);
  return top.find((node) => node.type === 'TABS') ?? top.find((node) => node.type === 'GRID') ?? { id: GRID, type: 'GRID', meta: {}, children: [] };
}

/** Chart ids in a subtree, in reading order. */
export function chartsUnder(node: LayoutNode): readonly number[] {
  const own = chartIdOf(node);
  return own === undefined ? node.children.flatMap(chartsUnder) : [own];
}

/** Id of the chart a node shows. */
export function chartIdOf(node: LayoutNode): number | undefined {
  const id = node.type === 'CHART' ? node.meta['chartId'] : undefined;
  return typeof id === 'number' ? id : undefined;
}

function appendCharts(body: LayoutNode, missing: readonly DashboardChart[]): LayoutNode {
  if (missing.length === 0) return body;
  const rows: LayoutNode[] = [];
  for (let at = 0; at < missing.length; at += ADDED_PER_ROW) {
    const children = missing.slice(at, at + ADDED_PER_ROW).map((chart, offset) => ({
      id: `CHART-explore-${chart.id}-${at + offset + 1}`,
      type: 'CHART',
      meta: { chartId: chart.id, width: ADDED_WIDTH, height: ADDED_HEIGHT, sliceName: chart.slice_name },
      children: [],
    }));
    rows.push({ id: `ROW-explore-${at / ADDED_PER_ROW + 1}`, type: 'ROW', meta: {}, children });
  }
  const [first, ...others] = body.children;
  if (body.type === 'TABS' && first) return { ...body, children: [{ ...first, children: [...first.children, ...rows] }, ...others] };
  return { ...body, children: [...body.children, ...rows] };
}

function indexTree(body: LayoutNode): Omit<DashboardLayout, 'body'> {
  const paths: Record<string, readonly string[]> = {};
  const chartNodes: Record<number, string[]> = {};
  const tabOwners: Record<string, string> = {};
  const visit = (node: LayoutNode, path: readonly string[]) => {
    paths[node.id] = path;
    const chartId = chartIdOf(node);
    if (chartId !== undefined) (chartNodes[chartId] ??= []).push(node.id);
    for (const child of node.children) {
      if (node.type === 'TABS') tabOwners[child.id] = node.id;
      visit(child, [...path, node.id]);
    }
  };
  visit(body, [ROOT]);
  return { paths, chartNodes, tabOwners };
}
