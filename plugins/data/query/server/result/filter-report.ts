import type { ValidQuery } from '../context/query-plan.ts';
import type { BuiltSql } from '../sql/build-sql.ts';
import type { SqlSource } from '../sql/source.ts';

/** Which filters took effect and which did not, and why (contract §3.5). */
export interface FilterReport {
  readonly applied_filters: readonly { readonly column: string }[];
  readonly rejected_filters: readonly { readonly column: string; readonly reason: string }[];
}

export function reportFilters(query: ValidQuery, built: BuiltSql, source: SqlSource): FilterReport {
  const applied = built.appliedColumns.map((column) => ({ column }));
  const rejected = built.rejectedColumns.map((column) => ({ column, reason: 'not_in_datasource' }));
  const hasTime = Boolean(query.granularity) || [...source.columns.values()].some(({ is_dttm: isTime }) => isTime);
  for (const [extra, value] of Object.entries(query.appliedTimeExtras)) {
    if (extra === '__time_col' && !source.columns.has(String(value))) rejected.push({ column: extra, reason: 'not_in_datasource' });
    else if (hasTime) applied.push({ column: extra });
    else rejected.push({ column: extra, reason: 'no_temporal_column' });
  }
  return { applied_filters: applied, rejected_filters: rejected };
}
