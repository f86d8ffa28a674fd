import { CartesianChart, describeCartesian, transformTimeseries } from '@orrery/sdk/chart';
import type { CartesianProps } from '@orrery/sdk/chart';
import { advancedAnalyticsSection, buildTimeseriesQuery, chartTitleSection, defineVizType, namedChoices, timeseriesQuerySection } from '@orrery/sdk/viz';

/** Bar chart (VIZ-02). */
export const timeseriesBar = defineVizType<CartesianProps>({
  controlPanel: {
    sections: [
      timeseriesQuerySection,
      advancedAnalyticsSection,
      {
        id: 'orientation',
        label: '%section.orientation%',
        tab: 'customize',
        expanded: true,
        rows: [
          [
            {
              name: 'orientation',
              control: { type: 'radio', label: '%control.orientation.label%', default: 'vertical', renderTrigger: true, choices: namedChoices('orientation', ['vertical', 'horizontal']) },
            },
          ],
        ],
      },
      chartTitleSection,
      {
        id: 'chart-options',
        label: '%section.chart-options%',
        tab: 'customize',
        expanded: true,
        rows: [
          ['sort_series_type', 'sort_series_ascending'],
          ['color_scheme'],
          ['time_shift_color'],
          ['show_value'],
          ['stack'],
          ['only_total'],
          ['percentage_threshold'],
          ['zoomable'],
          ['show_legend'],
          ['legendType'],
          ['legendOrientation'],
          ['x_axis_time_format'],
          ['xAxisLabelRotation', 'xAxisLabelInterval'],
          ['rich_tooltip', 'showTooltipTotal'],
          ['showTooltipPercentage', 'tooltipSortByMetric'],
          ['tooltipTimeFormat'],
          ['y_axis_format'],
          ['currency_format'],
          ['logAxis'],
          ['truncateYAxis', 'y_axis_bounds'],
        ],
      },
    ],
  },
  buildQuery: buildTimeseriesQuery,
  transformProps: (props) => transformTimeseries(props, 'bar'),
  loadChart: async () => CartesianChart,
  describe: describeCartesian,
});
