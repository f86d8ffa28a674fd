import type { ValidQuery } from '../context/query-plan.ts';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';

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
