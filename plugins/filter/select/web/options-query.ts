import type { AdhocFilter, FormData, Metric, QueryContext } from '@orrery/sdk';
import { buildQueryContext } from '@orrery/sdk/viz';
import type { NativeFilter } from '../../../app/dashboard/contract.ts';
import { readSettings } from './select-settings.ts';

/** Values fetched at once (FILT-19). */
export const OPTION_LIMIT = 1000;

/** The query for a filter's options (contract §8.3); undefined while it has no column. `search` narrows in the database. */
export function optionsQuery(filter: NativeFilter, search: string): QueryContext | undefined {
  const { column, datasetId, isAscending } = readSettings(filter);
  if (column === undefined || datasetId === undefined) return undefined;
  const sortMetric = (filter['sortMetric'] ?? undefined) as Metric | undefined;
  const own = Array.isArray(filter['adhoc_filters']) ? (filter['adhoc_filters'] as readonly AdhocFilter[]) : [];
  const formData: FormData = {
    datasource: `${datasetId}__table`,
    viz_type: 'filter_select',
    native_filter_id: filter.id,
    groupby: [column],
    adhoc_filters: [...own, ...searchFilter(column, search)],
    row_limit: OPTION_LIMIT,
    ...(typeof filter['time_range'] === 'string' ? { time_range: filter['time_range'] } : {}),
    ...(typeof filter['granularity_sqla'] === 'string' ? { granularity_sqla: filter['granularity_sqla'] } : {}),
  };
  return buildQueryContext(formData, (base) => [
    {
      ...base,
      columns: [column],
      // A sort metric is asked for so that it can be ordered by; otherwise distinct values are enough.
      metrics: sortMetric === undefined ? [] : [sortMetric],
      orderby: orderOf(column, sortMetric, isAscending),
    },
  ]);
}

function orderOf(column: string, sortMetric: Metric | undefined, isAscending: boolean | undefined): readonly (readonly [string | Metric, boolean])[] {
  if (sortMetric !== undefined) return [[sortMetric, isAscending ?? false]];
  return isAscending === undefined ? [] : [[column, isAscending]];
}

function searchFilter(column: string, search: string): readonly AdhocFilter[] {
  const text = search.trim();
  if (text === '') return [];
  return [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: column, operator: 'ILIKE', comparator: `%${text}%` }];
}
