import type { Dimension, FormData, Metric, QueryContext, QueryObject } from '@orrery/sdk';
import { buildQueryContext, ensureArray, getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';

/** Own state of a table with server pagination; travels in the data mask, never in extra form data. */
export interface TableOwnState {
  readonly currentPage?: number;
  readonly pageSize?: number;
  readonly sortBy?: readonly { readonly key: string; readonly desc?: boolean }[];
  readonly searchText?: string;
  readonly searchColumn?: string;
}

/** Raw when asked for, or when columns were chosen and no mode was (VQ-2). */
export function isRawMode(formData: FormData): boolean {
  const mode = formData['query_mode'];
  return mode === 'raw' || (!mode && ensureArray(formData['all_columns'] as Dimension[] | null).length > 0);
}

/** The queries of a table (VIZ-09, contract §7.4): the rows; with server pagination their number; with totals one row without columns. */
export function buildTableQuery(formData: FormData, ownState: TableOwnState = {}): QueryContext {
  const raw = isRawMode(formData);
  return buildQueryContext(formData, (base) => {
    const percent = ensureArray(formData['percent_metrics'] as Metric | readonly Metric[] | null);
    const metrics = raw ? undefined : uniqueMetrics([...(base.metrics ?? []), ...percent]);
    const columns = raw ? (base.columns ?? []) : temporalFirst(base.columns ?? [], formData);
    const main: QueryObject = {
      ...base,
      columns,
      metrics,
      orderby: ownOrder(ownState) ?? (raw ? base.orderby : aggregateOrder(formData, metrics ?? [])),
      post_processing: percent.length > 0 && !raw ? [percentStep(percent)] : [],
      time_offsets: [],
    };
    const queries: QueryObject[] = formData['server_pagination'] ? paginated(main, formData, ownState) : [main];
    const whole: QueryObject = { ...main, columns: [], row_limit: 0, row_offset: 0, post_processing: [] };
    if (needsPercentTotals(formData)) queries.push({ ...whole, metrics: percent, orderby: [], is_timeseries: false });
    if (formData['show_totals'] && !raw) queries.push({ ...whole, metrics, orderby: undefined, order_desc: undefined });
    return queries;
  });
}

/** True when shares refer to all rows, not only those of the answer: their total needs a query of its own. */
function needsPercentTotals(formData: FormData): boolean {
  return !isRawMode(formData) && formData['percent_metric_calculation'] === 'all_records' && percentLabels(formData).length > 0;
}

/** Labels of the metrics shown as shares. */
export function percentLabels(formData: FormData): readonly string[] {
  return ensureArray(formData['percent_metrics'] as Metric | readonly Metric[] | null).map(getMetricLabel);
}

/** Where the results of {@link buildTableQuery} are, main first. */
export function resultPlaces(formData: FormData): { readonly count?: number; readonly percent?: number; readonly totals?: number } {
  let next = 1;
  return {
    ...(formData['server_pagination'] ? { count: next++ } : {}),
    ...(needsPercentTotals(formData) ? { percent: next++ } : {}),
    ...(formData['show_totals'] && !isRawMode(formData) ? { totals: next++ } : {}),
  };
}

function uniqueMetrics(metrics: readonly Metric[]): readonly Metric[] {
  const seen = new Set<string>();
  return metrics.filter((metric) => {
    const label = getMetricLabel(metric);
    if (seen.has(label)) return false;
    seen.add(label);
    return true;
  });
}

function ownOrder(ownState: TableOwnState): QueryObject['orderby'] {
  const sort = ownState.sortBy?.[0];
  return sort ? [[sort.key, !sort.desc]] : undefined;
}

function aggregateOrder(formData: FormData, metrics: readonly Metric[]): QueryObject['orderby'] {
  const by = ensureArray(formData['timeseries_limit_metric'] as Metric | readonly Metric[] | null)[0];
  if (by !== undefined && by !== '') return [[by, !(formData['order_desc'] ?? false)]];
  return metrics[0] === undefined ? undefined : [[metrics[0], false]];
}

/** A time dimension with a grain becomes the truncated axis column and stands first. */
function temporalFirst(columns: readonly Dimension[], formData: FormData): readonly Dimension[] {
  const grain = formData['time_grain_sqla'] as string | null | undefined;
  const temporal = formData['temporal_columns_lookup'] as Readonly<Record<string, boolean>> | undefined;
  const at = grain ? columns.findIndex((column) => typeof column === 'string' && temporal?.[column]) : -1;
  const column = columns[at];
  if (typeof column !== 'string') return columns;
  return [{ timeGrain: grain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' }, ...columns.filter((_, index) => index !== at)];
}

function percentStep(metrics: readonly Metric[]): { operation: string; options: Record<string, unknown> } {
  const labels = metrics.map(getMetricLabel);
  return { operation: 'contribution', options: { columns: labels, rename_columns: labels.map((label) => `%${label}`) } };
}

function paginated(main: QueryObject, formData: FormData, ownState: TableOwnState): QueryObject[] {
  const size = ownState.pageSize ?? Number(formData['server_page_length'] ?? 10);
  const search = ownState.searchText && ownState.searchColumn ? [{ col: ownState.searchColumn, op: 'ILIKE', val: `${ownState.searchText}%` }] : [];
  const filters = [...(main.filters ?? []), ...search];
  return [
    { ...main, filters, row_limit: size, row_offset: size * (ownState.currentPage ?? 0) },
    { ...main, filters, is_rowcount: true, row_offset: 0, post_processing: [] },
  ];
}

/** Labels of the dimensions; cells of these columns cross-filter. */
export function dimensionLabels(formData: FormData): ReadonlySet<string> {
  return new Set(isRawMode(formData) ? [] : ensureArray(formData['groupby'] as Dimension | readonly Dimension[] | null).map(getColumnLabel));
}
