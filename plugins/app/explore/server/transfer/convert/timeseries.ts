import type { JsonObject } from '@orrery/sdk';
import { rewrite, titleMargin } from './form-data.ts';

const RENAMES = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  show_controls: 'show_extra_controls',
  x_axis_format: 'x_axis_time_format',
  x_axis_label: 'x_axis_title',
  x_axis_showminmax: 'truncateXAxis',
  x_ticks_layout: 'xAxisLabelRotation',
  y_axis_label: 'y_axis_title',
  y_axis_showminmax: 'truncateYAxis',
  y_log_scale: 'logAxis',
} as const;

/** What the old line, area and bar charts have in common with each other and today's time series charts. */
export function timeseriesParams(params: JsonObject, more: { readonly renames?: Readonly<Record<string, string>>; readonly remove?: readonly string[] } = {}): JsonObject {
  const next: JsonObject = {
    ...params,
    contributionMode: params['contribution'] ? 'row' : null,
    zoomable: params['show_brush'] === 'yes',
    markerEnabled: Boolean(params['show_markers']),
    comparison_type: params['comparison_type'] || 'values',
  };
  if (params['x_axis_label']) next['bottom_margin'] = titleMargin(params['bottom_margin']);
  if (params['y_axis_label']) next['left_margin'] = titleMargin(params['left_margin']);
  if (params['x_ticks_layout']) next['x_ticks_layout'] = params['x_ticks_layout'] === '45°' ? 45 : 0;
  // An old axis was never cut at its values unless told so.
  if (!('y_axis_showminmax' in params)) next['y_axis_showminmax'] = true;
  return rewrite(next, { ...RENAMES, ...more.renames }, ['contribution', 'show_brush', 'show_markers', ...(more.remove ?? [])]);
}
