import type { JsonObject } from '@orrery/sdk';

/** Keys whose value is a map by chart id. */
const BY_CHART = new Set(['expanded_slices', 'filter_scopes', 'chart_configuration']);
/** Keys whose value is a list of chart ids. */
const LISTS = new Set(['timed_refresh_immune_slices', 'excluded', 'chartsInScope']);
/** Keys whose value is one chart id. */
const SINGLE = new Set(['chartId']);

/**
 * A dashboard's metadata with other charts: every place that holds a chart's id holds its copy's. Charts without a copy stay.
 * `id` counts only directly below `chart_configuration`. Pure.
 */
export function remapCharts(metadata: JsonObject, copies: ReadonlyMap<number, number>): JsonObject {
  if (copies.size === 0) return metadata;
  const other = (value: unknown): unknown => (typeof value === 'number' ? (copies.get(value) ?? value) : value);

  function walk(key: string, value: unknown): unknown {
    if (SINGLE.has(key)) return other(value);
    if (Array.isArray(value)) return LISTS.has(key) ? value.map(other) : value.map((item) => walk('', item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    if (!BY_CHART.has(key)) return Object.fromEntries(entries.map(([name, item]) => [name, walk(name, item)]));
    return Object.fromEntries(
      entries.map(([name, item]) => {
        const inner = walk('', item);
        const own = key === 'chart_configuration' && typeof inner === 'object' && inner !== null && 'id' in inner ? { ...inner, id: other((inner as JsonObject)['id']) } : inner;
        return [String(other(Number(name))), own];
      }),
    );
  }

  return walk('', metadata) as JsonObject;
}
