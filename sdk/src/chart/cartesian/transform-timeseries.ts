import { GenericType } from '@orrery/sdk';
import type { DataRow, Dimension, FilterValue, FormData, Metric } from '@orrery/sdk';
import { ensureArray, getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import type { ChartProps } from '@orrery/sdk/viz';
import { currencyNumberFormat, numberFormat } from '../format/number-format.ts';
import type { CurrencyFormat, NumberFormat } from '../format/number-format.ts';
import { textValue } from '../format/text-value.ts';
import { grainTimeFormat, timeFormat } from '../format/time-format.ts';
import type { CartesianModel, LineStyle, Series, XKind } from './cartesian-model.ts';

/** @public */
export interface CartesianProps {
  readonly model: CartesianModel;
}

/** Turns the answer of a time-series query (contract §7.2) into what a chart with two axes draws; pure. @public */
export function transformTimeseries(props: ChartProps, mark: CartesianModel['mark']): CartesianProps {
  const { formData, results } = props;
  const result = results[0];
  const rows = result?.data ?? [];
  const xName = xLabelOf(formData);
  const names = (result?.colnames ?? []).filter((name) => name !== xName);
  const xType = result?.coltypes[result.colnames.indexOf(xName)];
  const xKind = kindOf(xType, formData, mark);
  const dimensions = ensureArray(formData['groupby'] as Dimension | readonly Dimension[] | null).map(getColumnLabel);
  const offsets = ensureArray(formData['time_compare'] as string | readonly string[] | null);
  const chosen = selection(props.filterState?.value);
  const scheme = formData['color_scheme'] as string | undefined;
  const verbose = metricNames(props.dataset);
  const series = names.map((name): Series => {
    const parts = result?.label_map?.[name] ?? [name];
    const values = rows.map((row) => numeric(row[name]));
    const filter = filterOf(dimensions, parts);
    const label = parts.map((part) => verbose[part] ?? part).join(', ') || name;
    const offset = offsets.find((item) => name === item || name.startsWith(`${item}, `) || name.endsWith(`__${item}`));
    const base = offset !== undefined && formData['time_shift_color'] ? names.find((other) => other !== name && !offsets.some((item) => other.includes(item)) && name.includes(other)) : undefined;
    // Series that are no members of a dimension take the scheme's colours in order: the only one has its first.
    const slot = dimensions.length === 0 ? names.indexOf(base ?? name) : undefined;
    return { id: name, label, color: props.colorOf(scheme, base ?? (parts.join(', ') || name), slot), values, isDerived: offset !== undefined, filter, isSelected: isChosen(chosen, filter) };
  });
  const isPercent = Boolean(formData['contributionMode']) || formData['stack'] === 'Expand' || formData['comparison_type'] === 'percentage';
  const grain = (formData['time_grain_sqla'] as string | null | undefined) ?? null;
  return {
    model: {
      mark: mark === 'line' && formData['seriesType'] === 'bar' ? 'bar' : mark === 'line' && formData['seriesType'] === 'scatter' ? 'scatter' : mark,
      lineStyle: lineStyleOf(formData['seriesType']),
      xKind,
      xName,
      xs: rows.map((row) => xValue(row[xName], xKind)),
      series: sortSeries(series, formData),
      stack: stackOf(formData),
      isHorizontal: mark === 'bar' && formData['orientation'] === 'horizontal',
      showArea: Boolean(formData['area']),
      areaOpacity: Number(formData['opacity'] ?? 0.2),
      markerSize: formData['markerEnabled'] ? Number(formData['markerSize'] ?? 6) / 2 : 0,
      showValues: formData['show_value'] ? (formData['stack'] && formData['only_total'] !== false ? 'total' : 'all') : 'none',
      isLog: Boolean(formData['logAxis']),
      yBounds: formData['truncateYAxis'] ? bounds(formData['y_axis_bounds']) : [null, null],
      formatY: valueFormat(props, isPercent),
      ...xFormats(xKind, formData, grain),
      labelRotation: Number(formData['xAxisLabelRotation'] ?? 0) || 0,
      showAllLabels: textValue(formData['xAxisLabelInterval']) === '0',
      xTitle: textValue(formData['x_axis_title']),
      yTitle: textValue(formData['y_axis_title']),
      yTitleAtTop: formData['y_axis_title_position'] === 'Top',
      labelThreshold: Number(formData['percentage_threshold'] ?? 0) / 100 || 0,
      directLabels: formData['direct_labels'] !== false,
      showLegend: formData['show_legend'] !== false && (series.length > 1 || dimensions.length > 0),
      legendScrolls: formData['legendType'] !== 'plain',
      legendSide: (formData['legendOrientation'] as CartesianModel['legendSide'] | undefined) ?? 'top',
      richTooltip: formData['rich_tooltip'] !== false,
      tooltipTotal: Boolean(formData['showTooltipTotal'] ?? true) && series.length > 1,
      tooltipShares: Boolean(formData['showTooltipPercentage']) && !formData['contributionMode'],
      tooltipSorted: Boolean(formData['tooltipSortByMetric']),
      isZoomable: Boolean(formData['zoomable']),
      grain,
      selectedXs: dimensions.length === 0 ? chosen : [],
    },
  };
}

/** Name of the x column in the answer. */
function xLabelOf(formData: FormData): string {
  const axis = formData['x_axis'] as Dimension | null | undefined;
  return axis ? getColumnLabel(axis) : '__timestamp';
}

function kindOf(type: GenericType | undefined, formData: FormData, mark: CartesianModel['mark']): XKind {
  if (formData['xAxisForceCategorical']) return 'category';
  if (type === GenericType.Temporal) return 'time';
  return type === GenericType.Numeric && mark !== 'bar' ? 'number' : 'category';
}

function xValue(value: DataRow[string] | undefined, kind: XKind): number | string | null {
  if (value === null || value === undefined) return null;
  return kind === 'category' ? (typeof value === 'number' ? value : String(value)) : Number(value);
}

function numeric(value: DataRow[string] | undefined): number | null {
  return value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : Number(value);
}

/** The last parts of a series' path are its dimension values; what stands before is the metric. */
function filterOf(dimensions: readonly string[], parts: readonly string[]): Record<string, FilterValue> {
  const values = parts.slice(Math.max(0, parts.length - dimensions.length));
  return Object.fromEntries(dimensions.map((dimension, at) => [dimension, values[at] === '<NULL>' ? null : (values[at] ?? null)]));
}

/** Metric → its name for people. */
function metricNames(dataset: ChartProps['dataset']): Readonly<Record<string, string>> {
  return Object.fromEntries((dataset?.metrics ?? []).flatMap(({ metric_name: name, verbose_name: verbose }) => (verbose ? [[name, verbose]] : [])));
}

function selection(value: unknown): readonly (string | number | null)[] {
  return Array.isArray(value) ? (value as (string | number | null)[]) : value === null || value === undefined ? [] : [value as string | number];
}

function isChosen(chosen: readonly (string | number | null)[], filter: Readonly<Record<string, FilterValue>>): boolean {
  const own = Object.values(filter);
  return chosen.length === 0 || own.length === 0 || chosen.includes(own.join(', ')) || own.some((value) => chosen.includes(value as string));
}

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  min: (values) => values.reduce((low, value) => Math.min(low, value), Infinity),
  max: (values) => values.reduce((high, value) => Math.max(high, value), -Infinity),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1),
};

function sortSeries(series: readonly Series[], formData: FormData): readonly Series[] {
  const by = formData['sort_series_type'] as string | null | undefined;
  if (!by) return series;
  const sign = formData['sort_series_ascending'] ? 1 : -1;
  const aggregate = AGGREGATES[by];
  if (!aggregate) return [...series].sort((a, b) => sign * a.label.localeCompare(b.label));
  const keys = new Map(series.map((item) => [item, aggregate(item.values.filter((value): value is number => value !== null))]));
  return [...series].sort((a, b) => sign * ((keys.get(a) ?? 0) - (keys.get(b) ?? 0)));
}

function stackOf(formData: FormData): CartesianModel['stack'] {
  const stack = formData['stack'];
  if (stack === 'Expand') return 'expand';
  if (stack === 'Stream') return 'stream';
  return stack ? 'stack' : 'none';
}

function lineStyleOf(style: unknown): LineStyle {
  return style === 'smooth' || style === 'start' || style === 'middle' || style === 'end' ? style : 'line';
}

function bounds(value: unknown): readonly [number | null, number | null] {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
  return [numeric(low as DataRow[string]), numeric(high as DataRow[string])];
}

/** Format and currency of the saved metrics stand in for those not chosen, when all metrics agree. */
function valueFormat({ formData, dataset }: ChartProps, isPercent: boolean): NumberFormat {
  const chosen = formData['y_axis_format'] as string | undefined;
  if (isPercent) return numberFormat(chosen && /%$/.test(chosen) ? chosen : '.0%');
  const metrics = ensureArray(formData['metrics'] as Metric | readonly Metric[] | null).map(getMetricLabel);
  const saved = metrics.map((name) => dataset?.metrics.find((metric) => metric.metric_name === name));
  const agreed = saved.every((metric) => metric?.d3format === saved[0]?.d3format && metric?.currency?.symbol === saved[0]?.currency?.symbol) ? saved[0] : undefined;
  const currency = formData['currency_format'] as CurrencyFormat | null | undefined;
  return currencyNumberFormat(chosen && chosen !== 'SMART_NUMBER' ? chosen : agreed?.d3format || chosen, currency?.symbol ? currency : agreed?.currency);
}

function xFormats(kind: XKind, formData: FormData, grain: string | null): Pick<CartesianModel, 'formatX' | 'formatXLong' | 'hasTimeFormat'> {
  const format = formData['x_axis_time_format'] as string | undefined;
  if (kind === 'time') {
    const short = timeFormat(format || 'smart_date');
    const tooltip = formData['tooltipTimeFormat'] as string | undefined;
    const long = tooltip && tooltip !== 'smart_date' ? timeFormat(tooltip) : grainTimeFormat(grain);
    return { formatX: (value) => short(value as number | null), formatXLong: (value) => long(value as number | null), hasTimeFormat: Boolean(format) && format !== 'smart_date' };
  }
  const text = (value: number | string | null) => (value === null ? '∅' : String(value));
  return { formatX: text, formatXLong: text, hasTimeFormat: false };
}
