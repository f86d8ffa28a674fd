import { describe, expect, it } from 'vitest';
import { convertChart } from './convert-chart.ts';

const time = { granularity_sqla: 'day', time_range: 'Last year' };
const filter = { clause: 'WHERE', comparator: 'Last year', expressionType: 'SIMPLE', operator: 'TEMPORAL_RANGE', subject: 'day' };

describe('[contract §7.6] old viz types', () => {
  it('leaves types of today alone, and names of Object.prototype', () => {
    expect(convertChart('table', {})).toBeUndefined();
    expect(convertChart('constructor', {})).toBeUndefined();
  });

  it('treemap: the first metric, the order, no x axis', () => {
    expect(convertChart('treemap', { viz_type: 'treemap', metrics: ['sum', 'count'], order_desc: false, groupby: ['a'], ...time })).toEqual({
      vizType: 'treemap_v2',
      params: { viz_type: 'treemap_v2', metric: 'sum', sort_by_metric: false, groupby: ['a'], adhoc_filters: [filter] },
    });
  });

  it('pivot_table: every renamed key, the aggregate, margins and the row order', () => {
    expect(
      convertChart('pivot_table', {
        columns: ['c'], groupby: ['g'], combine_metric: true, number_format: ',d', pandas_aggfunc: 'std', transpose_pivot: false, row_limit: 10, timeseries_limit_metric: 'count', pivot_margins: true,
      })?.params,
    ).toEqual({
      viz_type: 'pivot_table_v2', groupbyColumns: ['c'], groupbyRows: ['g'], combineMetric: true, valueFormat: ',d', aggregateFunction: 'Sample Standard Deviation', transposePivot: false,
      series_limit: 10, series_limit_metric: 'count', colTotals: true, colSubTotals: true, rowOrder: 'value_z_to_a',
    });
    const names = ['sum', 'mean', 'median', 'min', 'max', 'std', 'var'].map((pandas_aggfunc) => convertChart('pivot_table', { pandas_aggfunc })?.params['aggregateFunction']);
    expect(names).toEqual(['Sum', 'Average', 'Median', 'Minimum', 'Maximum', 'Sample Standard Deviation', 'Sample Variance']);
  });

  it('dual_line: two queries on two axes, both filtered by time', () => {
    expect(convertChart('dual_line', { metric: 'a', metric_2: 'b', y_axis_2_format: ',d', y_axis_2_bounds: [0, null], y_axis_format: '.1f', x_axis_format: '%Y', ...time })).toEqual({
      vizType: 'mixed_timeseries',
      params: {
        viz_type: 'mixed_timeseries', metrics: ['a'], metrics_b: ['b'], yAxisIndex: 0, yAxisIndexB: 1, truncateYAxis: true, y_axis_format_secondary: ',d', y_axis_bounds_secondary: [0, null], y_axis_format: '.1f', x_axis_time_format: '%Y',
        x_axis: 'day', time_grain_sqla: 'P1D', adhoc_filters: [filter], adhoc_filters_b: [filter],
      },
    });
  });

  it('sunburst: levels are columns', () => {
    expect(convertChart('sunburst', { groupby: ['a', 'b'] })).toEqual({ vizType: 'sunburst_v2', params: { viz_type: 'sunburst_v2', columns: ['a', 'b'] } });
  });

  it.each([
    ['linear', 'echarts_timeseries_line', undefined],
    ['cardinal', 'echarts_timeseries_smooth', undefined],
    ['step-before', 'echarts_timeseries_step', 'start'],
    ['step-after', 'echarts_timeseries_step', 'end'],
  ])('line drawn %s becomes %s', (line_interpolation, vizType, seriesType) => {
    const converted = convertChart('line', { line_interpolation, ...time, time_grain_sqla: 'P1M' });
    expect(converted?.vizType).toBe(vizType);
    expect(converted?.params['viz_type']).toBe(vizType);
    expect(converted?.params['seriesType']).toBe(seriesType);
    expect(converted?.params).toMatchObject({ x_axis: 'day', time_grain_sqla: 'P1M', adhoc_filters: [filter] });
    expect(converted?.params).not.toHaveProperty('line_interpolation');
    expect(converted?.params).not.toHaveProperty('granularity_sqla');
  });

  it('time comparisons say ago, absolute ones are differences', () => {
    expect(convertChart('line', { time_compare: ['1 week', '1 year ago'], comparison_type: 'absolute' })?.params).toMatchObject({ time_compare: ['1 week ago', '1 year ago'], comparison_type: 'difference' });
    expect(convertChart('line', { time_compare: '1 week' })?.params).toMatchObject({ time_compare: ['1 week ago'], comparison_type: 'values' });
  });

  it('old axis and brush controls get their new names', () => {
    expect(
      convertChart('line', { contribution: true, show_brush: 'yes', show_markers: true, x_axis_label: 'Day', bottom_margin: 'auto', y_axis_label: 'N', left_margin: 50, x_ticks_layout: '45°', y_log_scale: true })?.params,
    ).toMatchObject({
      contributionMode: 'row', zoomable: true, markerEnabled: true, x_axis_title: 'Day', x_axis_title_margin: 30, y_axis_title: 'N', y_axis_title_margin: 50, xAxisLabelRotation: 45, logAxis: true,
    });
  });

  it.each([['expand', 'Expand'], ['stack', 'Stack'], ['stream', 'Stream']])('area stacked %s', (stacked_style, stack) => {
    expect(convertChart('area', { stacked_style })).toMatchObject({ vizType: 'echarts_area', params: { stack } });
  });

  it('bar and dist_bar: over time, and over the first dimension', () => {
    expect(convertChart('bar', { bar_stacked: true, ...time })).toMatchObject({ vizType: 'echarts_timeseries_bar', params: { stack: 'Stack', x_axis: 'day' } });
    const dist = convertChart('dist_bar', { groupby: ['a', 'b'], columns: ['c'], show_bar_value: true, ...time });
    expect(dist).toMatchObject({ vizType: 'echarts_timeseries_bar', params: { x_axis: 'a', groupby: ['b', 'c'], show_value: true, stack: null, adhoc_filters: [filter] } });
    expect(dist?.params).not.toHaveProperty('columns');
  });

  it('bubble, heatmap, histogram, sankey', () => {
    expect(convertChart('bubble', { limit: 5, x_log_scale: true, x: 'a', y: 'b' })).toMatchObject({ vizType: 'bubble_v2', params: { row_limit: 5, logXAxis: true, x: 'a', y: 'b' } });
    expect(convertChart('bubble', { x_axis_label: 'A', bottom_margin: 'auto', y_axis_label: 'B', left_margin: 75, x_ticks_layout: '45°' })?.params).toMatchObject({ x_axis_title_margin: 30, y_axis_title_margin: 75, xAxisLabelRotation: 45 });
    expect(convertChart('heatmap', { all_columns_x: 'a', all_columns_y: 'b' })).toMatchObject({ vizType: 'heatmap_v2', params: { x_axis: 'a', groupby: 'b', legend_type: 'continuous' } });
    expect(convertChart('histogram', { all_columns_x: ['a'], link_length: '25' })).toEqual({ vizType: 'histogram_v2', params: { viz_type: 'histogram_v2', column: 'a', bins: 25 } });
    expect(convertChart('histogram', { all_columns_x: ['a'] })?.params['bins']).toBe(5);
    expect(convertChart('sankey', { groupby: ['a', 'b'], metric: 'count' })).toEqual({ vizType: 'sankey_v2', params: { viz_type: 'sankey_v2', source: 'a', target: 'b', metric: 'count' } });
  });

  it('without a range the filter says so, and a time column in SQL stays one', () => {
    expect(convertChart('line', { granularity_sqla: 'day' })?.params['adhoc_filters']).toMatchObject([{ comparator: 'No filter' }]);
    expect(convertChart('line', { granularity_sqla: { label: 'd', sqlExpression: 'date(day)' } })?.params['adhoc_filters']).toMatchObject([{ expressionType: 'SIMPLE', subject: { label: 'd', sqlExpression: 'date(day)' } }]);
  });
});
