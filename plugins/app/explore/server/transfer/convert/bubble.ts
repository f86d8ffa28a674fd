import type { ConvertViz } from './form-data.ts';
import { finish, rewrite, titleMargin } from './form-data.ts';

const RENAMES = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  limit: 'row_limit',
  x_axis_format: 'xAxisFormat',
  x_log_scale: 'logXAxis',
  x_ticks_layout: 'xAxisLabelRotation',
  y_axis_showminmax: 'truncateYAxis',
  y_log_scale: 'logYAxis',
};

/** `bubble`: the same measures, other names for the axes. */
export const convertBubble: ConvertViz = (params) => {
  const margins = {
    ...(params['x_axis_label'] ? { bottom_margin: titleMargin(params['bottom_margin']) } : {}),
    ...(params['y_axis_label'] ? { left_margin: titleMargin(params['left_margin']) } : {}),
  };
  const rotation = params['x_ticks_layout'] ? { x_ticks_layout: params['x_ticks_layout'] === '45°' ? 45 : 0 } : {};
  return finish('bubble_v2', rewrite({ ...params, ...margins, ...rotation }, RENAMES, ['x_axis_showminmax']));
};
