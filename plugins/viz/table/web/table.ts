import { GenericType } from '@orrery/sdk';
import type { DataRow, FilterValue, FormData, Metric } from '@orrery/sdk';
import { currencyNumberFormat, grainTimeFormat, timeFormat } from '@orrery/sdk/chart';
import type { CurrencyFormat, FormattingRule } from '@orrery/sdk/chart';
import { defineVizType, ensureArray, getMetricLabel } from '@orrery/sdk/viz';
import type { ChartProps } from '@orrery/sdk/viz';
import { cellColor } from './cell-color.ts';

import { tableControls } from './table-controls.ts';
import { buildTableQuery, dimensionLabels, isRawMode, percentLabels, resultPlaces } from './table-query.ts';
import type { TableOwnState } from './table-query.ts';
import { TableChart } from './table-chart.tsx';

/** A column as it is drawn. */
export interface TableColumn {
  readonly key: string;
  readonly label: string;
  readonly type: GenericType;
  readonly isMetric: boolean;
  readonly emits: boolean;
  readonly align: 'left' | 'center' | 'right' | 'start' | 'end';
  readonly width?: number;
  /** Largest absolute value, for cell bars; 0 draws none. */
  readonly barExtent: number;
  readonly alignZero: boolean;
  readonly colorSigns: boolean;
  format(value: DataRow[string] | undefined): string;
  color(value: DataRow[string] | undefined): string | undefined;
}

/** What the component draws. */
export interface TableProps {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly DataRow[];
  readonly totals: DataRow | undefined;
  /** 0 shows all rows in one page. */
  readonly pageSize: number;
  readonly hasSearch: boolean;
  /** Rows on the server; undefined when all rows are here. */
  readonly serverRowCount: number | undefined;
  readonly ownState: TableOwnState;
  /** Column → selected values. */
  readonly selected: Readonly<Record<string, readonly FilterValue[]>>;
}

/** Table (VIZ-09); also what every other viz type falls back to. */
export const table = defineVizType<TableProps>({
  controlPanel: tableControls,
  buildQuery: (formData, options) => buildTableQuery(formData, options?.ownState as TableOwnState | undefined),
  transformProps,
  loadChart: async () => TableChart,
  describe: ({ columns, rows, serverRowCount }) =>
    rows.length === 0 ? 'No data.' : `Table of ${serverRowCount ?? rows.length} rows and ${columns.length} columns: ${columns.slice(0, 6).map((column) => column.label).join(', ')}${columns.length > 6 ? ' …' : ''}.`,
});

function transformProps(props: ChartProps): TableProps {
  const { formData, results, filterState } = props;
  const main = results[0];
  const isServer = formData['server_pagination'] === true;
  const isOwn = formData.viz_type === 'table';
  const places = isOwn ? resultPlaces(formData) : {};
  const rows = withShares(main?.data ?? [], formData, places.percent === undefined ? undefined : results[places.percent]?.data[0]);
  const dimensions = isOwn ? dimensionLabels(formData) : undefined;
  // A metric shown only as a share does not need its own column.
  const metrics = new Set(ensureArray(formData['metrics'] as Metric | readonly Metric[] | null).map(getMetricLabel));
  const shares = new Set(isOwn && !isRawMode(formData) ? percentLabels(formData).filter((label) => !metrics.has(label) && main?.colnames.includes(`%${label}`)) : []);
  const columns = (main?.colnames ?? []).flatMap((key, at) => (shares.has(key) ? [] : [toColumn(props, key, main?.coltypes[at] ?? GenericType.String, rows, dimensions)]));
  const length = formData['page_length'];
  return {
    columns,
    rows,
    totals: places.totals === undefined ? undefined : results[places.totals]?.data[0],
    pageSize: isServer ? Number(formData['server_page_length'] ?? 10) : length === null || length === undefined || length === '' ? (rows.length > 200 ? 50 : 0) : Number(length),
    hasSearch: formData['include_search'] === true,
    serverRowCount: places.count === undefined ? undefined : Number(results[places.count]?.data[0]?.['rowcount'] ?? rows.length),
    ownState: props.ownState as TableOwnState,
    selected: (filterState?.['filters'] as TableProps['selected'] | undefined) ?? {},
  };
}

/** Shares of the total over all records instead of over the rows at hand. */
function withShares(rows: readonly DataRow[], formData: FormData, totals: DataRow | undefined): readonly DataRow[] {
  if (!totals) return rows;
  return rows.map((row) => ({ ...row, ...Object.fromEntries(percentLabels(formData).map((label) => [`%${label}`, Number(totals[label]) ? Number(row[label] ?? 0) / Number(totals[label]) : null])) }));
}

interface ColumnConfig {
  readonly columnWidth?: number;
  readonly horizontalAlign?: 'left' | 'center' | 'right';
  readonly showCellBars?: boolean;
  readonly alignPositiveNegative?: boolean;
  readonly colorPositiveNegative?: boolean;
  readonly d3NumberFormat?: string;
  readonly d3SmallNumberFormat?: string;
  readonly currencyFormat?: CurrencyFormat;
  readonly d3TimeFormat?: string;
  readonly customColumnName?: string;
}

function toColumn({ formData, dataset, theme }: ChartProps, key: string, type: GenericType, rows: readonly DataRow[], dimensions: ReadonlySet<string> | undefined): TableColumn {
  const config = (formData['column_config'] as Readonly<Record<string, ColumnConfig>> | undefined)?.[key] ?? {};
  const isMetric = type === GenericType.Numeric && !(dimensions?.has(key) ?? false);
  const isPercent = key.startsWith('%') && type === GenericType.Numeric;
  const saved = dataset?.metrics.find((metric) => metric.metric_name === key);
  const rules = ((formData['conditional_formatting'] as readonly FormattingRule[] | undefined) ?? []).filter((rule) => rule.column === key);
  const hasBars = isMetric && !isRawMode(formData) && (config.showCellBars ?? formData['show_cell_bars'] !== false);
  const values = isMetric ? rows.flatMap((row) => (typeof row[key] === 'number' ? [row[key]] : [])) : [];
  return {
    key,
    label: config.customColumnName || dataset?.verbose_map[key] || key,
    type,
    isMetric,
    emits: dimensions?.has(key) ?? false,
    align: config.horizontalAlign ?? (type === GenericType.Numeric ? 'end' : 'start'),
    ...(config.columnWidth ? { width: config.columnWidth } : {}),
    barExtent: hasBars ? values.reduce((high, value) => Math.max(high, Math.abs(value)), 0) : 0,
    alignZero: config.alignPositiveNegative ?? formData['align_pn'] === true,
    // Colour carries meaning: where all numbers have one sign it would carry none.
    colorSigns: (config.colorPositiveNegative ?? formData['color_pn'] !== false) && values.some((value) => value < 0),
    format: cellFormat(type, { config, isPercent, savedFormat: saved?.d3format, currency: saved?.currency, grain: formData['time_grain_sqla'] as string | undefined, timestamp: formData['table_timestamp_format'] as string | undefined }),
    color: cellColor(rules, values, theme),
  };
}

interface FormatOptions {
  readonly config: ColumnConfig;
  readonly isPercent: boolean;
  readonly savedFormat: string | null | undefined;
  readonly currency: CurrencyFormat | null | undefined;
  readonly grain: string | undefined;
  readonly timestamp: string | undefined;
}

function cellFormat(type: GenericType, options: FormatOptions): TableColumn['format'] {
  const { config } = options;
  if (type === GenericType.Numeric) {
    const id = config.d3NumberFormat || (options.isPercent ? ',.1%' : options.savedFormat) || '~g';
    const format = id === '~g' && !config.currencyFormat && !options.currency ? plainNumber : currencyNumberFormat(id, config.currencyFormat ?? options.currency);
    const small = config.d3SmallNumberFormat ? currencyNumberFormat(config.d3SmallNumberFormat, config.currencyFormat ?? options.currency) : format;
    return (value) => (value === null || value === undefined ? '' : typeof value === 'number' ? (Math.abs(value) < 1 ? small : format)(value) : String(value));
  }
  if (type === GenericType.Temporal) {
    const pattern = config.d3TimeFormat || options.timestamp;
    const format = pattern && pattern !== 'smart_date' ? timeFormat(pattern) : options.grain ? grainTimeFormat(options.grain) : timeFormat('smart_date_detailed');
    return (value) => (value === null || value === undefined ? '' : typeof value === 'number' ? format(value) : String(value));
  }
  return (value) => (value === null || value === undefined ? '' : String(value));
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** Without a chosen format: grouped digits, at most three decimals. */
function plainNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : plain.format(value);
}
