import type { ConvertViz } from './form-data.ts';
import { finish } from './form-data.ts';
import { timeseriesParams } from './timeseries.ts';

/** `bar`: bars over time. */
export const convertBar: ConvertViz = (params) =>
  finish(
    'echarts_timeseries_bar',
    { ...timeseriesParams(params, { renames: { show_bar_value: 'show_value' }, remove: ['bar_stacked'] }), stack: params['bar_stacked'] ? 'Stack' : null },
    true,
  );
