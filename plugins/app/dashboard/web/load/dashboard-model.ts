import type { Dataset, JsonObject } from '@orrery/sdk';
import type { DashboardBundle, DashboardChart, NativeFilter } from '../../contract.ts';
import { scopeOfCrossFilter, scopeOfFilter } from '../filters/resolve-scope.ts';
import { parseLayout } from '../layout/parse-layout.ts';
import type { DashboardLayout } from '../layout/parse-layout.ts';
import { readJsonObject } from '../shared/read-json.ts';

/** A dashboard read once: what the page draws from. It does not change while the page is shown. */
export interface DashboardModel {
  readonly id: number;
  readonly metadata: JsonObject;
  readonly layout: DashboardLayout;
  readonly charts: Readonly<Record<number, DashboardChart>>;
  /** Keyed by `<id>__table`. */
  readonly datasets: Readonly<Record<string, Dataset>>;
  /** In configuration order, dividers included. */
  readonly filters: readonly NativeFilter[];
  /** Filter id → charts it reaches. */
  readonly filterScopes: Readonly<Record<string, ReadonlySet<number>>>;
  /** Chart id → charts its cross-filter reaches. */
  readonly crossScopes: Readonly<Record<number, ReadonlySet<number>>>;
  readonly hasCrossFilters: boolean;
}

/** Reads a bundle into a model. */
export function createDashboardModel(bundle: DashboardBundle): DashboardModel {
  const metadata = readJsonObject(bundle.dashboard.json_metadata);
  const layout = parseLayout(bundle.dashboard.position_json, bundle.charts);
  const configured = metadata['native_filter_configuration'];
  const filters = (Array.isArray(configured) ? configured : []).filter(isFilter);
  const byKind = <T>(entries: readonly (readonly [string | number, T])[]) => Object.fromEntries(entries) as Record<string | number, T>;
  return {
    id: bundle.dashboard.id,
    metadata,
    layout,
    charts: byKind(bundle.charts.map((chart) => [chart.id, chart] as const)),
    datasets: byKind(bundle.datasets.map((dataset) => [dataset.uid, dataset] as const)),
    filters,
    filterScopes: byKind(filters.map((filter) => [filter.id, new Set(scopeOfFilter(filter, layout))] as const)),
    crossScopes: byKind(bundle.charts.map(({ id }) => [id, new Set(scopeOfCrossFilter(id, metadata, layout))] as const)),
    hasCrossFilters: metadata['cross_filters_enabled'] !== false,
  };
}

function isFilter(value: unknown): value is NativeFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type } = value as JsonObject;
  return typeof id === 'string' && (type === undefined || type === 'NATIVE_FILTER' || type === 'DIVIDER');
}

/** Whether a configuration entry is only a heading. */
export function isDivider(filter: NativeFilter): boolean {
  return filter.type === 'DIVIDER';
}

/** Key of a chart on this page; a chart shown twice has two lives. */
export function chartKeyOf(model: DashboardModel, chartId: number, nodeId: string): string {
  const key = `dashboard:${model.id}:chart:${chartId}`;
  return model.layout.chartNodes[chartId]?.[0] === nodeId ? key : `${key}:${nodeId}`;
}

/** Keys of all places a chart is shown at. */
export function chartKeysOf(model: DashboardModel, chartId: number): readonly string[] {
  return (model.layout.chartNodes[chartId] ?? []).map((nodeId) => chartKeyOf(model, chartId, nodeId));
}
