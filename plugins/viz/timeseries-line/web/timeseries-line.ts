import { CartesianChart, describeCartesian, transformTimeseries } from '@orrery/sdk/chart';
import type { CartesianProps } from '@orrery/sdk/chart';
import { advancedAnalyticsSection, buildTimeseriesQuery, chartTitleSection, defineVizType, isSet, namedChoices, timeseriesQuerySection } from '@orrery/sdk/viz';

/** Line chart (VIZ-01). */
export const timeseriesLine = defineVizType<CartesianProps>({
  controlPanel: {
    sections: [
      timeseriesQuerySection,
      advancedAnalyticsSection,
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
          [
            {
              name: 'seriesType',
              control: {
                type: 'select',
                label: '%control.seriesType.label%',
                default: 'line',
                renderTrigger: true,
                clearable: false,
                choices: namedChoices('series-type', ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end']),
              },
            },
          ],
          ['show_value'],
          ['stack'],
          ['only_total'],
          ['area', 'opacity'],
          ['markerEnabled', 'markerSize'],
          ['zoomable'],
          ['show_legend'],
          [
            {
              name: 'direct_labels',
              control: { type: 'checkbox', label: '%control.direct_labels.label%', description: '%control.direct_labels.description%', default: true, renderTrigger: true, visible: isSet('show_legend') },
            },
          ],
          ['legendType'],
          ['legendOrientation'],
          ['x_axis_time_format'],
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
  transformProps: (props) => transformTimeseries(props, 'line'),
  loadChart: async () => CartesianChart,
  describe: describeCartesian,
});
