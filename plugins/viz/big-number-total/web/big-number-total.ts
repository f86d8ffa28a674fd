import { currencyNumberFormat, ruleColor, textValue, timeFormat } from '@orrery/sdk/chart';
import type { CurrencyFormat, FormattingRule } from '@orrery/sdk/chart';
import { GenericType } from '@orrery/sdk';
import type { Metric } from '@orrery/sdk';
import { buildQueryContext, defineVizType, getMetricLabel } from '@orrery/sdk/viz';
import { BigNumberTotalChart } from './big-number-total-chart.tsx';

/** What the component draws; font sizes are fractions of the height. */
export interface BigNumberTotalProps {
  readonly text: string;
  readonly metricName: string;
  readonly subtitle: string;
  readonly numberSize: number;
  readonly subtitleSize: number;
  readonly nameSize: number;
  /** Of the first formatting rule that applies. */
  readonly color?: string;
}

/** Big number (VIZ-12). */
export const bigNumberTotal = defineVizType<BigNumberTotalProps>({
  controlPanel: {
    sections: [
      { id: 'query', label: '%section.query%', tab: 'data', expanded: true, rows: [['metric'], ['adhoc_filters']] },
      {
        id: 'chart-options',
        label: '%section.chart-options%',
        tab: 'customize',
        expanded: true,
        rows: [['header_font_size'], ['subtitle'], ['subtitle_font_size'], ['show_metric_name'], ['metric_name_font_size'], ['y_axis_format'], ['currency_format'], ['time_format'], ['force_timestamp_formatting'], ['conditional_formatting']],
      },
    ],
  },

  buildQuery: (formData) => buildQueryContext(formData, (base) => [{ ...base, columns: [] }]),

  transformProps({ formData, results, dataset, theme }) {
    const result = results[0];
    const metric = formData['metric'] as Metric | undefined;
    const name = metric === undefined ? '' : getMetricLabel(metric);
    const value = result?.data[0]?.[name] ?? null;
    const saved = dataset?.metrics.find((item) => item.metric_name === name);
    const chosen = formData['y_axis_format'] as string | undefined;
    const type = result?.coltypes[result.colnames.indexOf(name)];
    const isTime = type === GenericType.Temporal || formData['force_timestamp_formatting'] === true;
    const formatNumber = currencyNumberFormat(
      chosen && chosen !== 'SMART_NUMBER' ? chosen : saved?.d3format || chosen,
      (formData['currency_format'] as CurrencyFormat | undefined) ?? saved?.currency,
    );
    const asNumber = typeof value === 'number' ? value : Number(value);
    const rules = (formData['conditional_formatting'] as readonly FormattingRule[] | null | undefined) ?? [];
    const color = value === null || Number.isNaN(asNumber) ? undefined : ruleColor(rules, asNumber, theme);
    return {
      ...(color ? { color } : {}),
      text: value === null ? '–' : isTime ? timeFormat(formData['time_format'] as string)(asNumber) : typeof value === 'string' && Number.isNaN(asNumber) ? value : formatNumber(asNumber),
      metricName: formData['show_metric_name'] ? (saved?.verbose_name ?? name) : '',
      subtitle: textValue(formData['subtitle'] ?? formData['subheader']),
      numberSize: Number(formData['header_font_size'] ?? 0.4),
      subtitleSize: Number(formData['subtitle_font_size'] ?? formData['subheader_font_size'] ?? 0.15),
      nameSize: Number(formData['metric_name_font_size'] ?? 0.15),
    };
  },

  loadChart: async () => BigNumberTotalChart,
  describe: ({ text, metricName, subtitle }) => [metricName, text, subtitle].filter(Boolean).join(', ') + '.',
});
