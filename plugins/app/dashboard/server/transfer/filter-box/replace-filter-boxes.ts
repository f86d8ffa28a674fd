import type { JsonObject } from '@orrery/sdk';
import type { ChartTables } from '../../../../explore/contract.ts';
import type { ImportContext } from '../../../../import-export/contract.ts';
import { isObject, parseStored } from '../dashboard-file.ts';
import { chartNodes } from '../layout/chart-nodes.ts';
import type { Layout } from '../layout/chart-nodes.ts';
import { nativeFilters } from './native-filters.ts';

/** A dashboard's layout and metadata. */
export interface DashboardParts {
  readonly layout: Layout;
  readonly metadata: JsonObject;
}

function parseDefaults(value: unknown): JsonObject {
  return typeof value === 'string' ? (parseStored(value) ?? {}) : isObject(value) ? value : {};
}

/** In the filter box's place, so that nobody looks for it in vain. */
function note(node: JsonObject, nodeId: string, names: readonly string[]): JsonObject {
  const meta = isObject(node['meta']) ? node['meta'] : {};
  const code = `### ${String(meta['sliceName'] ?? 'Filters')}\n\nThis filter box is now in the filter bar${names.length > 0 ? `: ${names.join(', ')}` : ''}.`;
  return { ...node, id: nodeId, type: 'MARKDOWN', meta: { width: meta['width'] ?? 4, height: meta['height'] ?? 20, code } };
}

/**
 * Filter boxes, charts of a type that is no more, as native filters, a note standing where each was (contract §7.6).
 * Ids in layout and metadata are already those of this server. What is not there stays untouched.
 */
export async function replaceFilterBoxes(layout: Layout, metadata: JsonObject, context: ImportContext): Promise<DashboardParts> {
  const nodes = chartNodes(layout).filter(({ chartId }) => chartId !== undefined);
  if (nodes.length === 0) return { layout, metadata };
  const boxes = await context.db
    .as<ChartTables>()
    .selectFrom('slices')
    .select(['id', 'uuid', 'slice_name', 'params', 'datasource_id'])
    .where('viz_type', '=', 'filter_box')
    .where('id', 'in', nodes.map(({ chartId }) => chartId as number))
    .execute();
  if (boxes.length === 0) return { layout, metadata };

  const allScopes = isObject(metadata['filter_scopes']) ? metadata['filter_scopes'] : {};
  const allDefaults = parseDefaults(metadata['default_filters']);
  const filters: JsonObject[] = [];
  const next: JsonObject = { ...layout };
  for (const box of boxes) {
    const key = String(box.id);
    const made = nativeFilters({
      chartId: box.id,
      uuid: box.uuid,
      datasetId: box.datasource_id,
      params: parseStored(box.params) ?? {},
      scopes: isObject(allScopes[key]) ? allScopes[key] : {},
      defaults: isObject(allDefaults[key]) ? allDefaults[key] : {},
    });
    filters.push(...made);
    const names = made.map(({ name }) => String(name));
    for (const { nodeId } of nodes.filter(({ chartId }) => chartId === box.id)) next[nodeId] = note(layout[nodeId] as JsonObject, nodeId, names);
    context.warn(`The filter box "${box.slice_name}" became ${made.length} native filters.`);
  }
  const { filter_scopes: _scopes, default_filters: _defaults, ...rest } = metadata;
  const existing = Array.isArray(metadata['native_filter_configuration']) ? (metadata['native_filter_configuration'] as readonly unknown[]) : [];
  return { layout: next, metadata: { ...rest, native_filter_configuration: [...existing, ...filters] } };
}
