import { currencyNumberFormat, grainTimeFormat, textValue, timeFormat } from '@orrery/sdk/chart';
import type { CurrencyFormat } from '@orrery/sdk/chart';
import type { Dimension, Metric, QueryObject } from '@orrery/sdk';
import { buildQueryContext, defineVizType, flattenOperator, getColumnLabel, getMetricLabel, isTemporalAxis, namedChoices, pivotOperator, resampleOperator, rollingWindowOperator, xAxisOf } from '@orrery/sdk/viz';
import { aggregate, changeOf } from './headline.ts';
import { BigNumberChart } from './big-number-chart.tsx';

/** What the component draws. */
export interface BigNumberProps {
  readonly text: string;
  /** True when the newest point is empty and an older one is shown. */
  readonly isStale: boolean;
  readonly when: string;
  readonly change?: { readonly text: string; readonly direction: 'up' | 'down' | 'flat' };
  readonly metricName: string;
  readonly subtitle: string;
  readonly color: string;
  /** Oldest first; empty when no trend line is wanted. */
  readonly trend: readonly { readonly time: number; readonly value: number | null; readonly label: string }[];
  readonly fromZero: boolean;
  readonly numberSize: number;
  readonly noteSize: number;
}

const select = (name: string, values: readonly string[], initial: string) => ({
  name,
  control: { type: 'select' as const, label: `%control.${name}.label%`, default: initial, clearable: false, choices: namedChoices(name.replaceAll('_', '-'), values) },
});
const checkbox = (name: string, initial: boolean) => ({ name, control: { type: 'checkbox' as const, label: `%control.${name}.label%`, default: initial, renderTrigger: true } });
const text = (name: string) => ({ name, control: { type: 'text' as const, label: `%control.${name}.label%`, default: '' } });

/** Big number with trendline (VIZ-13). */
export const bigNumber = defineVizType<BigNumberProps>({
  controlPanel: {
    sections: [
      {
        id: 'query',
        label: '%section.query%',
        tab: 'data',
        expanded: true,
        rows: [['x_axis'], ['time_grain_sqla'], [select('aggregation', ['raw', 'LAST_VALUE', 'sum', 'mean', 'min', 'max', 'median'], 'LAST_VALUE')], ['metric'], ['adhoc_filters']],
      },
      {
        id: 'options',
        label: '%section.options%',
        tab: 'data',
        expanded: true,
        rows: [[text('compare_lag')], [text('compare_suffix')], [checkbox('show_timestamp', false)], [checkbox('show_trend_line', true)], [checkbox('start_y_axis_at_zero', true)]],
      },
      {
        id: 'chart-options',
        label: '%section.chart-options%',
        tab: 'customize',
        expanded: true,
        rows: [['color_picker'], ['header_font_size'], ['subtitle'], ['subtitle_font_size'], ['show_metric_name'], ['y_axis_format'], ['currency_format'], ['time_format'], ['force_timestamp_formatting']],
      },
      { id: 'advanced-analytics', label: '%section.advanced-analytics%', tab: 'data', visible: isTemporalAxis, rows: [['rolling_type'], ['rolling_periods'], ['min_periods'], ['resample_rule'], ['resample_method']] },
    ],
  },

  buildQuery: (formData) =>
    buildQueryContext(formData, (base) => {
      const axis = xAxisOf(formData);
      const steps = [pivotOperator, rollingWindowOperator, resampleOperator, flattenOperator].map((step) => step(formData, base));
      const trend: QueryObject = { ...base, columns: axis === undefined ? [] : [axis], ...(formData['x_axis'] ? {} : { is_timeseries: true }), post_processing: steps };
      return formData['aggregation'] === 'raw' ? [trend, { ...base, columns: [], is_timeseries: false, post_processing: [] }] : [trend];
    }),

  transformProps({ formData, results, dataset, theme }) {
    const metric = formData['metric'] as Metric | undefined;
    const name = metric === undefined ? '' : getMetricLabel(metric);
    const timeName = formData['x_axis'] ? getColumnLabel(formData['x_axis'] as Dimension) : '__timestamp';
    const saved = dataset?.metrics.find((item) => item.metric_name === name);
    const chosen = formData['y_axis_format'] as string | undefined;
    const format = currencyNumberFormat(saved?.d3format || chosen, (formData['currency_format'] as CurrencyFormat | undefined) ?? saved?.currency);
    const grainFormat = formData['time_format'] && formData['time_format'] !== 'smart_date' ? timeFormat(formData['time_format'] as string) : grainTimeFormat(formData['time_grain_sqla'] as string | undefined);
    const points = (results[0]?.data ?? [])
      .map((row) => ({ time: Number(row[timeName] ?? Number.NaN), value: row[name] === null || row[name] === undefined ? null : Number(row[name]) }))
      .sort((a, b) => a.time - b.time);
    const overall = formData['aggregation'] === 'raw' ? Number(results[1]?.data[0]?.[name] ?? Number.NaN) : undefined;
    const headline = aggregate(points, textValue(formData['aggregation']) || 'LAST_VALUE', overall);
    const change = changeOf(points, Number(formData['compare_lag'] ?? 0));
    const color = formData['color_picker'] as { r: number; g: number; b: number } | undefined;
    return {
      text: headline.value === null ? '–' : formData['force_timestamp_formatting'] ? timeFormat(formData['time_format'] as string)(headline.value) : format(headline.value),
      isStale: headline.isStale,
      when: (formData['show_timestamp'] || headline.isStale) && headline.time !== undefined ? grainFormat(headline.time) : '',
      ...(change === undefined ? {} : { change: { text: `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)}% ${textValue(formData['compare_suffix'])}`.trim(), direction: change > 0 ? ('up' as const) : change < 0 ? ('down' as const) : ('flat' as const) } }),
      metricName: formData['show_metric_name'] ? (saved?.verbose_name ?? name) : '',
      subtitle: textValue(formData['subtitle']),
      color: color ? `rgb(${color.r}, ${color.g}, ${color.b})` : theme.colors.accent,
      trend: formData['show_trend_line'] === false ? [] : points.map((point) => ({ ...point, label: `${grainFormat(point.time)}: ${format(point.value)}` })),
      fromZero: formData['start_y_axis_at_zero'] !== false,
      numberSize: Number(formData['header_font_size'] ?? 0.4),
      noteSize: Number(formData['subheader_font_size'] ?? formData['subtitle_font_size'] ?? 0.15),
    };
  },

  loadChart: async () => BigNumberChart,
  describe: ({ text: value, change, metricName, when, trend }) =>
    `${[metricName, value, when, change?.text].filter(Boolean).join(', ')}.${trend.length > 1 ? ` Trend over ${trend.length} points, from ${trend[0]?.label ?? ''} to ${trend[trend.length - 1]?.label ?? ''}.` : ''}`,
});
