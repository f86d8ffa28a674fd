import type { ConvertViz } from './form-data.ts';
import { finish, listOf, rewrite } from './form-data.ts';

/** `dual_line`: each line a query of its own, on an axis of its own. */
export const convertDualLine: ConvertViz = (params) => {
  const { vizType, params: converted } = finish(
    'mixed_timeseries',
    {
      ...rewrite(params, { x_axis_format: 'x_axis_time_format', y_axis_2_format: 'y_axis_format_secondary', y_axis_2_bounds: 'y_axis_bounds_secondary' }, ['metric', 'metric_2']),
      yAxisIndex: 0,
      yAxisIndexB: 1,
      truncateYAxis: true,
      metrics: listOf(params['metric']),
      metrics_b: listOf(params['metric_2']),
    },
    true,
  );
  return { vizType, params: { ...converted, adhoc_filters_b: listOf(converted['adhoc_filters']) } };
};
