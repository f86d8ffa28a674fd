import type { Dimension, FormData, Metric, QueryObject } from '@orrery/sdk';
import { ensureArray } from './ensure-array.ts';
import { getColumnLabel, getMetricLabel } from './labels.ts';

/** Where a control's value goes in a query. `groupby` and `columns` both end in `columns`, but obey the query mode differently. @public */
export type QueryField = 'groupby' | 'columns' | 'metrics' | 'orderby';

/** Controls that feed a query under another name (VQ-1). */
const FIELDS: Readonly<Record<string, QueryField>> = {
  groupby: 'groupby',
  series: 'groupby',
  columns: 'columns',
  all_columns: 'columns',
  metrics: 'metrics',
  metric: 'metrics',
  metric_2: 'metrics',
  secondary_metric: 'metrics',
  x: 'metrics',
  y: 'metrics',
  size: 'metrics',
  orderby: 'orderby',
  order_by_cols: 'orderby',
};

/** What {@link collectQueryFields} answers. */
export interface QueryFields {
  readonly columns: readonly Dimension[];
  readonly metrics: readonly Metric[] | undefined;
  readonly orderby: NonNullable<QueryObject['orderby']> | undefined;
}

function uniqueBy<T>(items: readonly T[], labelOf: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    if ((item as unknown) === '' || item === null || item === undefined) return false;
    const label = labelOf(item);
    if (seen.has(label)) return false;
    seen.add(label);
    return true;
  });
}

function parseOrder(item: unknown): readonly [Dimension | Metric, boolean] {
  if (typeof item !== 'string') return item as readonly [Dimension | Metric, boolean];
  try {
    return JSON.parse(item) as readonly [Dimension, boolean];
  } catch (cause) {
    throw new Error('Found invalid orderby options', { cause });
  }
}

/** Columns, metrics and order of a query, from the controls' values in their order (VQ-1…VQ-3). @public */
export function collectQueryFields(formData: FormData, fields: Readonly<Record<string, QueryField>> = {}): QueryFields {
  const mode = formData['query_mode'];
  const columns: Dimension[] = [];
  const metrics: Metric[] = [];
  const orderby: unknown[] = [];
  for (const [name, value] of Object.entries(formData)) {
    const field = fields[name] ?? FIELDS[name];
    if (field === undefined || (mode === 'aggregate' && field === 'columns')) continue;
    if (mode === 'raw' && (field === 'groupby' || field === 'metrics')) continue;
    if (field === 'metrics') metrics.push(...ensureArray(value as Metric | readonly Metric[] | null));
    else if (field === 'orderby') orderby.push(...ensureArray(value));
    else columns.push(...ensureArray(value as Dimension | readonly Dimension[] | null));
  }
  return {
    columns: uniqueBy(columns, getColumnLabel),
    metrics: mode === 'raw' ? undefined : uniqueBy(metrics, getMetricLabel),
    orderby: orderby.length > 0 ? orderby.map(parseOrder) : undefined,
  };
}
