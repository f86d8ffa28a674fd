import type { JsonObject } from '@orrery/sdk';
import type { ConvertViz } from './form-data.ts';
import { finish } from './form-data.ts';
import { timeseriesParams } from './timeseries.ts';

/** Interpolation → type, and where the step stands. */
const SHAPES: Readonly<Record<string, readonly [string, JsonObject]>> = {
  cardinal: ['echarts_timeseries_smooth', {}],
  'step-before': ['echarts_timeseries_step', { seriesType: 'start' }],
  'step-after': ['echarts_timeseries_step', { seriesType: 'end' }],
};

/** `line`: its interpolation became types of their own. */
export const convertLine: ConvertViz = (params) => {
  const [vizType, more] = SHAPES[String(params['line_interpolation'])] ?? ['echarts_timeseries_line', {}];
  return finish(vizType, { ...timeseriesParams(params, { remove: ['line_interpolation'] }), ...more }, true);
};
