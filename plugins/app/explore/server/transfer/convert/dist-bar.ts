import type { ConvertViz } from './form-data.ts';
import { finish, listOf } from './form-data.ts';
import { timeseriesParams } from './timeseries.ts';

/** `dist_bar`: bars over the first dimension; all others break them down. */
export const convertDistBar: ConvertViz = (params) => {
  const [first, ...rest] = [...listOf(params['groupby']), ...listOf(params['columns'])];
  return finish('echarts_timeseries_bar', {
    ...timeseriesParams(params, { renames: { show_bar_value: 'show_value' }, remove: ['bar_stacked', 'columns', 'groupby', 'order_bars'] }),
    ...(first === undefined ? {} : { x_axis: first }),
    groupby: rest,
    stack: params['bar_stacked'] ? 'Stack' : null,
    ...(params['order_bars'] ? { x_axis_sort: first, x_axis_sort_asc: true } : {}),
  });
};
