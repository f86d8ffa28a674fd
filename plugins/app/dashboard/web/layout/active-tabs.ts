import { chartIdOf } from './parse-layout.ts';
import type { DashboardLayout, LayoutNode } from './parse-layout.ts';

/** Tabs component id → id of its open tab; the first one where nothing is said. */
export type ActiveTabs = Readonly<Record<string, string>>;

/** The open tab of a tabs component. */
export function openTab(tabs: LayoutNode, active: ActiveTabs): LayoutNode | undefined {
  return tabs.children.find((tab) => tab.id === active[tabs.id]) ?? tabs.children[0];
}

/** Charts that are on the page now, i.e. not on a closed tab, in reading order. */
export function visibleCharts(node: LayoutNode, active: ActiveTabs): readonly number[] {
  const chartId = chartIdOf(node);
  if (chartId !== undefined) return [chartId];
  if (node.type !== 'TABS') return node.children.flatMap((child) => visibleCharts(child, active));
  const open = openTab(node, active);
  return open ? visibleCharts(open, active) : [];
}

/** Opens the given tabs (ids as permalinks hold them); unknown ids are ignored. */
export function withTabs(layout: DashboardLayout, active: ActiveTabs, tabIds: readonly string[]): ActiveTabs {
  const next: Record<string, string> = { ...active };
  for (const id of tabIds) {
    const owner = layout.tabOwners[id];
    if (owner !== undefined) next[owner] = id;
  }
  return next;
}

/** Opens every tab on the way to a component (DASH-006). */
export function revealNode(layout: DashboardLayout, active: ActiveTabs, nodeId: string): ActiveTabs {
  return withTabs(layout, active, [...(layout.paths[nodeId] ?? []), nodeId]);
}

/** Ids of all open tabs, as permalinks hold them. */
export function openTabIds(node: LayoutNode, active: ActiveTabs): readonly string[] {
  if (node.type !== 'TABS') return node.children.flatMap((child) => openTabIds(child, active));
  const open = openTab(node, active);
  return open ? [open.id, ...openTabIds(open, active)] : [];
}
