import type { ControlSection } from '../control-panel.ts';
import { isTemporalAxis } from './conditions.ts';
import type { SharedControlName } from './shared-controls.ts';

const section = (value: Omit<ControlSection, 'rows' | 'label'> & { rows: readonly (readonly SharedControlName[])[] }): ControlSection => ({
  ...value,
  label: `%section.${value.id}%`,
});

/** “Query” of the time-series family. @public */
export const timeseriesQuerySection = section({
  id: 'query',
  tab: 'data',
  expanded: true,
  rows: [
    ['x_axis'],
    ['time_grain_sqla'],
    ['xAxisForceCategorical'],
    ['x_axis_sort'],
    ['x_axis_sort_asc'],
    ['metrics'],
    ['groupby'],
    ['contributionMode'],
    ['adhoc_filters'],
    ['limit', 'group_others_when_limit_reached'],
    ['timeseries_limit_metric'],
    ['order_desc'],
    ['row_limit'],
    ['truncate_metric'],
    ['show_empty_columns'],
  ],
});

/** “Advanced analytics”: moving windows, time comparison, resampling. @public */
export const advancedAnalyticsSection = section({
  id: 'advanced-analytics',
  tab: 'data',
  visible: isTemporalAxis,
  rows: [['rolling_type'], ['rolling_periods'], ['min_periods'], ['time_compare'], ['comparison_type'], ['resample_rule'], ['resample_method']],
});

/** “Chart title”: titles of both axes. @public */
export const chartTitleSection = section({
  id: 'chart-title',
  tab: 'customize',
  rows: [['x_axis_title'], ['x_axis_title_margin'], ['y_axis_title'], ['y_axis_title_margin'], ['y_axis_title_position']],
});
