import type { QueryContext } from '@orrery/sdk';

/** JSON with sorted keys, so that equal values give equal text whatever order they were built in. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * What makes two query contexts ask for the same answer. The form data is left out but for the dashboard, which decides
 * what an embedded guest may see: charts that differ only in their looks share one query.
 */
export function contextKey(context: QueryContext): string {
  const { datasource, queries, result_type, result_format, custom_cache_timeout, form_data } = context;
  const place = form_data?.['dashboardId'] ?? null;
  return stableJson([datasource, queries, result_type ?? 'full', result_format ?? 'json', custom_cache_timeout ?? null, place]);
}
