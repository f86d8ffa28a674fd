import type { JsonObject } from '@orrery/sdk';
import type { NativeFilter } from '../../contract.ts';
import type { DashboardLayout } from '../layout/parse-layout.ts';

/** Where a filter applies: everything under any of the roots, but for the charts left out. */
export interface FilterScope {
  readonly rootPath: readonly string[];
  readonly excluded: readonly number[];
}

/** Everything. */
export const WHOLE: FilterScope = { rootPath: ['ROOT_ID'], excluded: [] };

/** Ids of the charts a scope covers. */
export function resolveScope(scope: FilterScope, layout: DashboardLayout): readonly number[] {
  const roots = new Set(scope.rootPath);
  const excluded = new Set(scope.excluded);
  return Object.entries(layout.chartNodes)
    .filter(([, nodeIds]) => nodeIds.some((id) => roots.has(id) || (layout.paths[id] ?? []).some((above) => roots.has(above))))
    .map(([id]) => Number(id))
    .filter((id) => !excluded.has(id));
}

/** Charts a native filter reaches (contract §8.2): those stored with it, else its scope, else all. */
export function scopeOfFilter(filter: NativeFilter, layout: DashboardLayout): readonly number[] {
  return filter.chartsInScope ?? resolveScope(readScope(filter.scope) ?? WHOLE, layout);
}

/** Charts a chart's cross-filter reaches, never itself (DASH-098). */
export function scopeOfCrossFilter(chartId: number, metadata: JsonObject, layout: DashboardLayout): readonly number[] {
  const own = asObject(asObject(asObject(metadata['chart_configuration'])[chartId])['crossFilters']);
  const isGlobal = own['scope'] === undefined || own['scope'] === 'global';
  const source = isGlobal ? asObject(metadata['global_chart_configuration']) : own;
  const stored = chartIds(own['chartsInScope']) ?? chartIds(source['chartsInScope']);
  return (stored ?? resolveScope(readScope(source['scope']) ?? WHOLE, layout)).filter((id) => id !== chartId);
}

function readScope(value: unknown): FilterScope | undefined {
  const { rootPath, excluded } = asObject(value);
  if (!Array.isArray(rootPath)) return undefined;
  return { rootPath: rootPath.filter((id): id is string => typeof id === 'string'), excluded: chartIds(excluded) ?? [] };
}

function chartIds(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : undefined;
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
