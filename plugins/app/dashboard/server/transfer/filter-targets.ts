import type { JsonObject } from '@orrery/sdk';
import { isObject } from './dashboard-file.ts';

const LISTS = ['native_filter_configuration', 'chart_customization_config'] as const;

/** All targets of a dashboard's filters. */
export function filterTargets(metadata: JsonObject): readonly JsonObject[] {
  return LISTS.flatMap((list) => (Array.isArray(metadata[list]) ? (metadata[list] as unknown[]) : []))
    .flatMap((filter) => (isObject(filter) && Array.isArray(filter['targets']) ? (filter['targets'] as unknown[]) : []))
    .filter(isObject);
}

/** The metadata with each target of a filter changed. */
export function mapTargets(metadata: JsonObject, change: (target: JsonObject) => JsonObject): JsonObject {
  const mapFilter = (filter: unknown): unknown =>
    isObject(filter) && Array.isArray(filter['targets']) ? { ...filter, targets: filter['targets'].map((target) => (isObject(target) ? change(target) : (target as unknown))) } : filter;
  const changed = LISTS.flatMap((list) => (Array.isArray(metadata[list]) ? [[list, (metadata[list] as unknown[]).map(mapFilter)] as const] : []));
  return { ...metadata, ...Object.fromEntries(changed) };
}
