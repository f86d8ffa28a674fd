import type { ConvertViz } from './form-data.ts';
import { finish } from './form-data.ts';
import { timeseriesParams } from './timeseries.ts';

const STACKS: Readonly<Record<string, string>> = { expand: 'Expand', stack: 'Stack', stream: 'Stream' };

/** `area`: the style of its stack by its new name. */
export const convertArea: ConvertViz = (params) => {
  const stack = STACKS[String(params['stacked_style'])];
  return finish(
    'echarts_area',
    { ...timeseriesParams(params, { remove: ['stacked_style', 'line_interpolation'] }), opacity: params['opacity'] ?? 0.7, ...(stack === undefined ? {} : { stack }) },
    true,
  );
};
