import type { AdhocFilter, AdhocMetric, Metric } from '@orrery/sdk';

type Controls = Readonly<Record<string, unknown>>;

/** A filter on the time column: what a dashboard's time range takes hold of. */
export function timeFilter(column: string, range = 'No filter'): AdhocFilter {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject: column, operator: 'TEMPORAL_RANGE', comparator: range };
}

/** A condition on rows. */
export function where(subject: string, operator: AdhocFilter['operator'], comparator: AdhocFilter['comparator'] = null): AdhocFilter {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject, operator, comparator };
}

/** A condition on rows, in SQL. */
export function whereSql(sqlExpression: string): AdhocFilter {
  return { expressionType: 'SQL', clause: 'WHERE', subject: null, operator: null, comparator: null, sqlExpression };
}

/** A condition on groups, in SQL. */
export function having(sqlExpression: string): AdhocFilter {
  return { expressionType: 'SQL', clause: 'HAVING', subject: null, operator: null, comparator: null, sqlExpression };
}

/** A metric in SQL under a label. */
export function sqlMetric(label: string, sqlExpression: string): AdhocMetric {
  return { expressionType: 'SQL', sqlExpression, column: null, aggregate: null, label, hasCustomLabel: true, optionName: `metric_${label.toLowerCase().replace(/\W+/g, '_')}` };
}

const COMMON: Controls = { extra_form_data: {}, annotation_layers: [] };

/** Number without a trend (VIZ-12). */
export function bigNumberTotal(metric: Metric, filters: readonly AdhocFilter[], more: Controls = {}): Controls {
  return { ...COMMON, metric, adhoc_filters: filters, header_font_size: 0.4, subtitle: '', subtitle_font_size: 0.15, y_axis_format: 'SMART_NUMBER', time_format: 'smart_date', force_timestamp_formatting: false, show_metric_name: false, ...more };
}

/** Number with its trend (VIZ-13). */
export function bigNumber(metric: Metric, xAxis: string, grain: string, filters: readonly AdhocFilter[], more: Controls = {}): Controls {
  return {
    ...COMMON,
    metric,
    x_axis: xAxis,
    time_grain_sqla: grain,
    aggregation: 'LAST_VALUE',
    adhoc_filters: filters,
    show_trend_line: true,
    start_y_axis_at_zero: true,
    show_timestamp: false,
    color_picker: { r: 0, g: 122, b: 135, a: 1 },
    header_font_size: 0.4,
    subheader_font_size: 0.15,
    subtitle: '',
    subtitle_font_size: 0.15,
    y_axis_format: 'SMART_NUMBER',
    time_format: 'smart_date',
    force_timestamp_formatting: false,
    rolling_type: 'None',
    ...more,
  };
}

interface Series {
  readonly xAxis: string;
  readonly metrics: readonly Metric[];
  readonly groupby?: readonly string[];
  /** Absent for a categorical axis. */
  readonly grain?: string;
  readonly filters: readonly AdhocFilter[];
}

function timeSeries({ xAxis, metrics, groupby = [], grain, filters }: Series): Controls {
  return {
    ...COMMON,
    x_axis: xAxis,
    ...(grain ? { time_grain_sqla: grain } : {}),
    x_axis_sort_asc: true,
    metrics,
    groupby,
    contributionMode: null,
    adhoc_filters: filters,
    order_desc: true,
    row_limit: 10_000,
    truncate_metric: true,
    show_empty_columns: true,
    comparison_type: 'values',
    rolling_type: null,
    resample_rule: null,
    resample_method: null,
    forecastEnabled: false,
    forecastPeriods: 10,
    forecastInterval: 0.8,
    x_axis_title: '',
    x_axis_title_margin: 15,
    y_axis_title: '',
    y_axis_title_margin: 30,
    y_axis_title_position: 'Top',
    sort_series_type: 'sum',
    sort_series_ascending: false,
    color_scheme: 'supersetColors',
    show_value: false,
    stack: null,
    only_total: true,
    zoomable: false,
    minorTicks: false,
    show_legend: groupby.length > 0 || metrics.length > 1,
    legendType: 'scroll',
    legendOrientation: 'top',
    x_axis_time_format: 'smart_date',
    xAxisLabelRotation: 0,
    xAxisLabelInterval: 'auto',
    rich_tooltip: true,
    showTooltipTotal: groupby.length > 0,
    tooltipTimeFormat: 'smart_date',
    y_axis_format: 'SMART_NUMBER',
    logAxis: false,
    minorSplitLine: false,
    truncateXAxis: true,
    truncateYAxis: false,
    y_axis_bounds: [null, null],
  };
}

/** Lines over time (VIZ-01). */
export function line(series: Series, more: Controls = {}): Controls {
  return { ...timeSeries(series), seriesType: 'line', area: false, opacity: 0.2, markerEnabled: false, markerSize: 6, ...more };
}

/** Bars over time or categories (VIZ-02). */
export function bar(series: Series, more: Controls = {}): Controls {
  return { ...timeSeries(series), orientation: 'vertical', ...more };
}

/** The biggest categories as horizontal bars, the biggest at the top; `metric` is a saved one. */
export function ranking(category: string, metric: string, rows: number, filters: readonly AdhocFilter[], more: Controls = {}): Controls {
  return bar({ xAxis: category, metrics: [metric], filters }, { orientation: 'horizontal', row_limit: rows, x_axis_sort: metric, x_axis_sort_asc: false, show_value: true, ...more });
}

/** Parts of a whole (VIZ-15). */
export function pie(dimension: string, metric: Metric, filters: readonly AdhocFilter[], more: Controls = {}): Controls {
  return {
    ...COMMON,
    groupby: [dimension],
    metric,
    adhoc_filters: filters,
    row_limit: 100,
    sort_by_metric: true,
    color_scheme: 'supersetColors',
    show_labels_threshold: 5,
    threshold_for_other: 0,
    show_legend: false,
    legendType: 'scroll',
    legendOrientation: 'top',
    label_type: 'key_percent',
    number_format: 'SMART_NUMBER',
    date_format: 'smart_date',
    show_labels: true,
    labels_outside: true,
    label_line: true,
    show_total: false,
    outerRadius: 70,
    donut: true,
    innerRadius: 45,
    ...more,
  };
}

const TABLE: Controls = {
  ...COMMON,
  table_timestamp_format: 'smart_date',
  server_pagination: false,
  server_page_length: 10,
  page_length: null,
  include_search: false,
  show_cell_bars: true,
  align_pn: false,
  color_pn: true,
  allow_rearrange_columns: false,
  allow_render_html: true,
  percent_metrics: [],
  percent_metric_calculation: 'row_limit',
  show_totals: false,
  order_desc: true,
};

/** A table of groups, sorted by its first metric (VIZ-09). */
export function groupedTable(groupby: readonly string[], metrics: readonly Metric[], rows: number, filters: readonly AdhocFilter[], more: Controls = {}): Controls {
  return { ...TABLE, query_mode: 'aggregate', groupby, metrics, all_columns: [], order_by_cols: [], adhoc_filters: filters, row_limit: rows, temporal_columns_lookup: {}, timeseries_limit_metric: metrics[0], ...more };
}

/** A table of rows as they are (VIZ-09); `order` names columns, the biggest first. */
export function rowTable(columns: readonly string[], order: readonly string[], rows: number, filters: readonly AdhocFilter[], more: Controls = {}): Controls {
  return { ...TABLE, query_mode: 'raw', groupby: [], metrics: [], all_columns: columns, order_by_cols: order.map((column) => JSON.stringify([column, false])), adhoc_filters: filters, row_limit: rows, temporal_columns_lookup: {}, ...more };
}
