import type { FormData } from '@orrery/sdk';

const NO_FILTER = 'No filter';

/** What new charts start with, as people or their administrators set it. */
export interface ChartDefaults {
  readonly timeRange: unknown;
  readonly rowLimit: unknown;
}

/**
 * A new chart with the defaults in place of what its chart type starts with: the range in place of “No filter” (census EXPL-18),
 * the row limit where the address `asked` for none. Pure.
 */
export function withChartDefaults(initial: FormData, asked: FormData, { timeRange, rowLimit }: ChartDefaults): FormData {
  const filters = initial['adhoc_filters'];
  const ranged = typeof timeRange === 'string' && timeRange !== NO_FILTER && Array.isArray(filters);
  const limited = typeof rowLimit === 'number' && initial['row_limit'] !== undefined && asked['row_limit'] === undefined;
  return {
    ...initial,
    ...(ranged ? { adhoc_filters: filters.map((filter: { operator?: string; comparator?: unknown }) => (filter.operator === 'TEMPORAL_RANGE' && filter.comparator === NO_FILTER ? { ...filter, comparator: timeRange } : filter)) } : {}),
    ...(limited ? { row_limit: rowLimit } : {}),
  };
}
