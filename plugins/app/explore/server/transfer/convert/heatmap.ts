import type { ConvertViz } from './form-data.ts';
import { finish, rewrite } from './form-data.ts';

const RENAMES = { all_columns_x: 'x_axis', all_columns_y: 'groupby', y_axis_bounds: 'value_bounds', show_perc: 'show_percentage' };

/** `heatmap`: the two dimensions are an axis and a grouping; its legend was a scale of colours. */
export const convertHeatmap: ConvertViz = (params) =>
  finish('heatmap_v2', { legend_type: 'continuous', ...rewrite(params, RENAMES, ['canvas_image_rendering', 'sort_by_metric']) });
