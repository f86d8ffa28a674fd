import type { JsonObject } from '@orrery/sdk';
import { isObject } from './dashboard-file.ts';

/** Ids of the other server's charts → ids here. What is not in it is gone. */
export type ChartIds = ReadonlyMap<number, number>;

function mapList(value: unknown, ids: ChartIds): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((id) => (ids.has(Number(id)) ? [ids.get(Number(id))] : []));
}

function mapKeys(value: unknown, ids: ChartIds, content: (value: unknown, id: number) => unknown = (same) => same): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const id = ids.get(Number(key));
      return id === undefined ? [] : [[String(id), content(entry, id)]];
    }),
  );
}

/** `{…, key: change(value)}` when the key is there. */
function change(object: JsonObject, key: string, by: (value: unknown) => unknown): JsonObject {
  return key in object ? { ...object, [key]: by(object[key]) } : object;
}

/** `chart-5-layer-1` of multi-layer maps. */
function mapLayers(value: unknown, ids: ChartIds): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((layer) => {
    const [, id, rest] = /^chart-(\d+)(-.*)$/.exec(String(layer)) ?? [];
    if (id === undefined) return [layer];
    return ids.has(Number(id)) ? [`chart-${ids.get(Number(id))}${rest}`] : [];
  });
}

function mapScope(value: unknown, ids: ChartIds): unknown {
  if (!isObject(value)) return value;
  return change(change(value, 'excluded', (excluded) => mapList(excluded, ids)), 'selectedLayers', (layers) => mapLayers(layers, ids));
}

/** A thing with `scope` and `chartsInScope`: a filter, a cross-filter setting. */
function mapScoped(value: unknown, ids: ChartIds): unknown {
  if (!isObject(value)) return value;
  return change(change(value, 'scope', (scope) => mapScope(scope, ids)), 'chartsInScope', (charts) => mapList(charts, ids));
}

function mapText(text: unknown, ids: ChartIds): unknown {
  if (typeof text !== 'string') return mapKeys(text, ids);
  try {
    return JSON.stringify(mapKeys(JSON.parse(text) as unknown, ids));
  } catch {
    return '{}';
  }
}

/** Immune charts of each column of an old filter box. */
function mapFilterScope(value: unknown, ids: ChartIds): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([column, scope]) => [column, isObject(scope) ? change(scope, 'immune', (immune) => mapList(immune, ids)) : scope]));
}

/** A dashboard's metadata with all ids of charts as they are here (contract §13). Targets of filters are not its affair. */
export function remapMetadata(metadata: JsonObject, ids: ChartIds): JsonObject {
  let next = metadata;
  const steps: readonly (readonly [string, (value: unknown) => unknown])[] = [
    ['timed_refresh_immune_slices', (value) => mapList(value, ids)],
    ['expanded_slices', (value) => mapKeys(value, ids)],
    ['filter_scopes', (value) => mapKeys(value, ids, (scopes) => mapFilterScope(scopes, ids))],
    ['default_filters', (value) => mapText(value, ids)],
    ['native_filter_configuration', (value) => (Array.isArray(value) ? value.map((filter) => mapScoped(filter, ids)) : value)],
    ['chart_customization_config', (value) => (Array.isArray(value) ? value.map((item) => mapScoped(item, ids)) : value)],
    [
      'chart_configuration',
      (value) => mapKeys(value, ids, (entry, id) => (isObject(entry) ? change(change(entry, 'id', () => id), 'crossFilters', (cross) => mapScoped(cross, ids)) : entry)),
    ],
    ['global_chart_configuration', (value) => mapScoped(value, ids)],
  ];
  for (const [key, step] of steps) next = change(next, key, step);
  return next;
}
