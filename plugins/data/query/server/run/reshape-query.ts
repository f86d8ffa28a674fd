import { isObject } from '../context/problems.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import { dimensionLabel } from '../context/query-plan.ts';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';

/** Columns a chart's tooltip shows are asked for beside its own (contract §3.4). */
export function withTooltipColumns(query: ValidQuery, contents: unknown, dataset: DatasetRecord): ValidQuery {
  if (!Array.isArray(contents)) return query;
  const known = new Set(dataset.columns.map(({ column_name: name }) => name));
  const taken = new Set(query.columns.map(dimensionLabel));
  const added = (contents as unknown[])
    .map((item) => (typeof item === 'string' ? item : isObject(item) && (item['item_type'] ?? 'column') === 'column' ? item['column_name'] : undefined))
    .filter((name): name is string => typeof name === 'string' && known.has(name) && !taken.has(name));
  return added.length === 0 ? query : { ...query, columns: [...query.columns, ...new Set(added)] };
}

/** What samples and drill-to-detail make of a query: every column, raw rows (contract §3.5). */
export function reshapeQuery(query: ValidQuery, dataset: DatasetRecord): ValidQuery {
  if (query.resultType !== 'samples' && query.resultType !== 'drill_detail') return query;
  const columns = dataset.columns.map(({ column_name: name }) => name);
  const raw: ValidQuery = {
    ...query,
    columns,
    metrics: null,
    isTimeseries: false,
    orderby: [],
    postProcessing: [],
    timeOffsets: [],
    seriesColumns: [],
    seriesLimit: 0,
    having: '',
  };
  if (query.resultType === 'drill_detail') return { ...raw, orderby: columns[0] === undefined ? [] : [[columns[0], true]] };
  return { ...raw, granularity: null, timeRange: null, filters: query.filters.filter(({ op }) => op !== 'TEMPORAL_RANGE') };
}
