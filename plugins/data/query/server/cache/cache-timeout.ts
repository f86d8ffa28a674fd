/** Seconds a result is kept: the first that is set of context, chart, dataset, database, default; 0 counts as unset but for the context. */
export function cacheTimeout(custom: number | null, chart: number | null, dataset: number | null, database: number | null, fallback: number): number {
  if (custom !== null) return custom;
  return chart || dataset || database || fallback;
}
