import { createHash } from 'node:crypto';
import type { QueryPlan } from '../run/query-planner.ts';
import type { RowLimits } from '../sql/build-sql.ts';

/** JSON with sorted keys, so that equal objects have equal texts. */
export function stableJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    const item = fields[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stableJson(item)}`;
  }
  return `{${text}}`;
}

/**
 * Key of a query's result (contract §3.7): the query, the rules on its rows, what its templates rendered.
 * Relative time ranges enter as text, so that they stay cached until the timeout. `scope` holds what else decides.
 */
export function cacheKey({ temporal, dataset, conditions, templateKeys, templateColumns }: QueryPlan, limits: RowLimits, scope: readonly string[] = []): string {
  const { urlParams: _params, datasource: _datasource, ...decisive } = temporal.query;
  const text = stableJson({ ...decisive, limits, scope, rules: conditions, templateKeys, templateColumns, datasource: dataset.uuid, database: dataset.database.id, changed_on: dataset.changed_on, version: 2 });
  return createHash('md5').update(text).digest('hex');
}
