import type { ConvertViz } from './form-data.ts';
import { finish, rewrite } from './form-data.ts';

const AGGREGATES: Readonly<Record<string, string>> = {
  sum: 'Sum',
  mean: 'Average',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
  std: 'Sample Standard Deviation',
  var: 'Sample Variance',
};

const RENAMES = {
  columns: 'groupbyColumns',
  groupby: 'groupbyRows',
  combine_metric: 'combineMetric',
  number_format: 'valueFormat',
  pandas_aggfunc: 'aggregateFunction',
  row_limit: 'series_limit',
  timeseries_limit_metric: 'series_limit_metric',
  transpose_pivot: 'transposePivot',
};

/** `pivot_table`: the aggregate by its new name, margins as column totals. */
export const convertPivotTable: ConvertViz = (params) => {
  const aggregate = params['pandas_aggfunc'];
  const margins = params['pivot_margins'];
  return finish('pivot_table_v2', {
    ...rewrite({ ...params, ...(typeof aggregate === 'string' ? { pandas_aggfunc: AGGREGATES[aggregate] ?? 'Sum' } : {}) }, RENAMES, ['pivot_margins']),
    ...(margins === undefined ? {} : { colTotals: margins, colSubTotals: margins }),
    rowOrder: 'value_z_to_a',
  });
};
