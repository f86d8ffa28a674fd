import type { JsonObject } from '@orrery/sdk';
import type { NativeFilter } from '../contract.ts';

/** A dashboard's metadata text as an object; empty when it is absent or broken. */
export function parseMetadata(text: string | null): JsonObject {
  try {
    const value: unknown = text ? JSON.parse(text) : {};
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/** The native filters of a dashboard's metadata text. */
export function nativeFilters(text: string | null): readonly NativeFilter[] {
  const found = parseMetadata(text)['native_filter_configuration'];
  return Array.isArray(found) ? (found as readonly NativeFilter[]) : [];
}

/** What `PUT /dashboard/<pk>/filters` asks for (contract §1.4). */
export interface FilterChanges {
  readonly modified?: readonly NativeFilter[];
  readonly deleted?: readonly string[];
  /** The full order of ids when given. */
  readonly reordered?: readonly string[];
}

/** The filters after a change: deleted ones gone, modified ones replaced or added at the end, then put in order. Pure. */
export function changeFilters(before: readonly NativeFilter[], { modified = [], deleted = [], reordered = [] }: FilterChanges): readonly NativeFilter[] {
  const changed = new Map(modified.map((filter) => [filter.id, filter]));
  const kept = before.filter(({ id }) => !deleted.includes(id)).map((filter) => changed.get(filter.id) ?? filter);
  const known = new Set(kept.map(({ id }) => id));
  const next = [...kept, ...[...changed.values()].filter(({ id }) => !known.has(id) && !deleted.includes(id))];
  if (reordered.length === 0) return next;
  const byId = new Map(next.map((filter) => [filter.id, filter]));
  return reordered.flatMap((id) => byId.get(id) ?? []);
}
