import { GenericType } from '@orrery/sdk';
import type { Dimension, FilterValue, Metric } from '@orrery/sdk';
import { currencyNumberFormat, numberFormat, textValue, timeFormat } from '@orrery/sdk/chart';
import type { CurrencyFormat } from '@orrery/sdk/chart';
import { buildQueryContext, defineVizType, ensureArray, getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { pieControls } from './pie-controls.ts';
import { PieChart } from './pie-chart.tsx';

/** One slice. */
export interface Slice {
  readonly name: string;
  readonly value: number;
  /** 0…1 */
  readonly share: number;
  readonly color: string;
  readonly label: string;
  readonly valueText: string;
  readonly shareText: string;
  /** Dimension → value; empty for “Other”. */
  readonly filter: Readonly<Record<string, FilterValue>>;
  readonly isSelected: boolean;
}

/** What the component draws. Radii are fractions of the room. */
export interface PieProps {
  readonly slices: readonly Slice[];
  readonly metricName: string;
  readonly dimensionName: string;
  readonly totalText: string;
  readonly innerRadius: number;
  readonly outerRadius: number;
  readonly rose: 'none' | 'area' | 'radius';
  readonly labels: 'none' | 'inside' | 'outside';
  readonly hasLabelLines: boolean;
  /** Share below which a label is left out. */
  readonly labelThreshold: number;
  readonly showLegend: boolean;
  readonly legendScrolls: boolean;
  readonly legendSide: 'top' | 'bottom' | 'left' | 'right';
  readonly otherMembers: readonly string[];
}

/** Pie chart (VIZ-15). */
export const pie = defineVizType<PieProps>({
  controlPanel: { ...pieControls, onSwitch: (formData) => ({ ...formData, row_limit: Math.min(100, Number(formData['row_limit'] ?? 100)) }) },

  buildQuery: (formData) =>
    buildQueryContext(formData, (base) => {
      const metric = formData['metric'] as Metric | undefined;
      const label = metric === undefined ? '' : getMetricLabel(metric);
      const contribution = { operation: 'contribution', options: { columns: [label], rename_columns: [`${label}__contribution`] } };
      return [{ ...base, ...(formData['sort_by_metric'] !== false && metric !== undefined ? { orderby: [[metric, false] as const] } : {}), post_processing: metric === undefined ? [] : [contribution] }];
    }),

  transformProps({ formData, results, dataset, filterState, colorOf, theme }) {
    const dimensions = ensureArray(formData['groupby'] as Dimension | readonly Dimension[] | null).map(getColumnLabel);
    const metric = formData['metric'] as Metric | undefined;
    const metricName = metric === undefined ? '' : getMetricLabel(metric);
    const saved = dataset?.metrics.find((item) => item.metric_name === metricName);
    const chosenFormat = formData['number_format'] as string | undefined;
    const format = currencyNumberFormat(chosenFormat && chosenFormat !== 'SMART_NUMBER' ? chosenFormat : saved?.d3format || chosenFormat, (formData['currency_format'] as CurrencyFormat | undefined) ?? saved?.currency);
    const percent = numberFormat('.1%');
    const chosen = Array.isArray(filterState?.value) ? (filterState.value as unknown[]) : [];
    const types = dimensions.map((dimension) => results[0]?.coltypes[results[0].colnames.indexOf(dimension)]);
    const date = timeFormat(formData['date_format'] as string | undefined);
    const textOf = (value: FilterValue, type: GenericType | undefined): string => (value === null ? '<NULL>' : type === GenericType.Temporal && typeof value === 'number' ? date(value) : String(value));
    const rows = (results[0]?.data ?? []).map((row) => {
      const values = dimensions.map((dimension) => row[dimension] ?? null);
      return { name: values.map((value, at) => textOf(value, types[at])).join(', '), value: Math.max(0, Number(row[metricName] ?? 0)), filter: Object.fromEntries(dimensions.map((dimension, at) => [dimension, values[at] ?? null])) };
    });
    const total = rows.reduce((sum, row) => sum + row.value, 0);
    const threshold = Number(formData['threshold_for_other'] ?? 0) / 100;
    const small = rows.filter((row) => row.value / (total || 1) < threshold);
    const large = rows.filter((row) => row.value / (total || 1) >= threshold);
    const other = small.length > 0 ? [{ name: 'Other', value: small.reduce((sum, row) => sum + row.value, 0), filter: {} }] : [];
    const scheme = formData['color_scheme'] as string | undefined;
    const slices = [...large, ...other].map((row): Slice => {
      const share = total === 0 ? 0 : row.value / total;
      const texts = { name: row.name, value: format(row.value), percent: percent(share) };
      return { ...row, share, color: row === other[0] ? theme.colors.axis : colorOf(scheme, row.name), valueText: texts.value, shareText: texts.percent, label: labelText(formData['label_type'], formData['label_template'], texts), isSelected: chosen.length === 0 || chosen.includes(row.name) };
    });
    return {
      slices,
      metricName: saved?.verbose_name ?? metricName,
      dimensionName: dimensions.join(', '),
      totalText: formData['show_total'] ? `Total: ${format(total)}` : '',
      innerRadius: formData['donut'] ? Number(formData['innerRadius'] ?? 30) / 100 : 0,
      outerRadius: Number(formData['outerRadius'] ?? 70) / 100,
      rose: formData['roseType'] === 'area' || formData['roseType'] === 'radius' ? formData['roseType'] : 'none',
      labels: formData['show_labels'] === false ? 'none' : formData['labels_outside'] === false ? 'inside' : 'outside',
      hasLabelLines: formData['label_line'] === true,
      labelThreshold: Number(formData['show_labels_threshold'] ?? 5) / 100,
      showLegend: formData['show_legend'] !== false,
      legendScrolls: formData['legendType'] !== 'plain',
      legendSide: (formData['legendOrientation'] as PieProps['legendSide'] | undefined) ?? 'top',
      otherMembers: small.map((row) => `${row.name}: ${format(row.value)}`),
    };
  },

  loadChart: async () => PieChart,

  describe({ slices, metricName, dimensionName }) {
    const top = [...slices].sort((a, b) => b.value - a.value).slice(0, 3);
    return top.length === 0 ? 'No data.' : `Pie chart of ${metricName} by ${dimensionName}, ${slices.length} slices. Largest: ${top.map((slice) => `${slice.name} ${slice.shareText}`).join(', ')}.`;
  },
});

interface LabelTexts {
  readonly name: string;
  readonly value: string;
  readonly percent: string;
}

/** Label type → text. */
const LABELS: Readonly<Record<string, (texts: LabelTexts) => string>> = {
  key: ({ name }) => name,
  value: ({ value }) => value,
  percent: ({ percent }) => percent,
  key_value: ({ name, value }) => `${name}: ${value}`,
  key_percent: ({ name, percent }) => `${name}: ${percent}`,
  key_value_percent: ({ name, value, percent }) => `${name}: ${value} (${percent})`,
  value_percent: ({ value, percent }) => `${value} (${percent})`,
};

function labelText(type: unknown, template: unknown, texts: LabelTexts): string {
  if (type === 'template') {
    return textValue(template)
      .replace(/\{(?:name|b)\}/g, texts.name)
      .replace(/\{(?:value|c)\}/g, texts.value)
      .replace(/\{(?:percent|d)\}/g, texts.percent)
      .replace(/\{a\}/g, '')
      .replaceAll('\\n', '\n');
  }
  return (LABELS[textValue(type) || 'key'] ?? LABELS['key'])?.(texts) ?? texts.name;
}
