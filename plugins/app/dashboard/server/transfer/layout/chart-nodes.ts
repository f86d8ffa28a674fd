import type { JsonObject } from '@orrery/sdk';
import { isObject } from '../dashboard-file.ts';

/** A layout by node id; `DASHBOARD_VERSION_KEY` is a text among the nodes. */
export type Layout = JsonObject;

/** A chart in a layout. */
export interface ChartNode {
  readonly nodeId: string;
  readonly meta: JsonObject;
  readonly chartId: number | undefined;
  /** Lower case. */
  readonly uuid: string | undefined;
}

/** The charts of a layout. */
export function chartNodes(layout: Layout): readonly ChartNode[] {
  return Object.entries(layout).flatMap(([nodeId, node]) => {
    if (!isObject(node) || node['type'] !== 'CHART') return [];
    const meta = isObject(node['meta']) ? node['meta'] : {};
    return [
      {
        nodeId,
        meta,
        chartId: typeof meta['chartId'] === 'number' ? meta['chartId'] : undefined,
        uuid: typeof meta['uuid'] === 'string' ? meta['uuid'].toLowerCase() : undefined,
      },
    ];
  });
}

/** The layout with other meta data in some of its nodes. */
export function withMeta(layout: Layout, metas: ReadonlyMap<string, JsonObject>): Layout {
  return Object.fromEntries(Object.entries(layout).map(([id, node]) => [id, metas.has(id) && isObject(node) ? { ...node, meta: metas.get(id) } : node]));
}

/** The layout without some of its nodes, nor mention of them. */
export function withoutNodes(layout: Layout, removed: ReadonlySet<string>): Layout {
  if (removed.size === 0) return layout;
  return Object.fromEntries(
    Object.entries(layout)
      .filter(([id]) => !removed.has(id))
      .map(([id, node]) => [id, isObject(node) && Array.isArray(node['children']) ? { ...node, children: node['children'].filter((child) => !removed.has(String(child))) } : node]),
  );
}
