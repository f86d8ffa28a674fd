import { createHash } from 'node:crypto';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import type { RowLimits } from '../sql/build-sql.ts';

/** JSON with sorted keys, so that equal objects have equal texts. */
export function stableJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, item]) => `${JSON.stringify(key)}:${stableJson(item)}`)
    .join(',')}}`;
}

/**
 * Key of a query's result (contract §3.7). Relative time ranges enter as text, so that they stay cached until the timeout.
 * `scope` holds what else decides about rows, such as row-level security.
 */
export function cacheKey(query: ValidQuery, dataset: DatasetRecord, limits: RowLimits, scope: readonly string[] = []): string {
  const { appliedTimeExtras: _, ...decisive } = query;
  const text = stableJson({ ...decisive, limits, scope, datasource: `${dataset.uuid}`, database: dataset.database.id, changed_on: dataset.changed_on, version: 1 });
  return createHash('md5').update(text).digest('hex');
}
