import type { JsonObject } from '@orrery/sdk';

/** Order of the rows or columns of a pivot table. */
export type PivotOrder = 'key_a_to_z' | 'key_z_to_a' | 'value_a_to_z' | 'value_z_to_a';

/** One side of a pivot table. */
export interface PivotSide {
  readonly attributes: readonly string[];
  readonly order: PivotOrder;
  readonly hasTotal: boolean;
  readonly hasSubtotals: boolean;
  /** Subtotals stand before what they sum up. */
  readonly subtotalFirst: boolean;
}

/** What the pivot table's form data says, read once. `metric` among the attributes stands for the metric's name. */
export interface PivotOptions {
  readonly rows: PivotSide;
  readonly columns: PivotSide;
  readonly metrics: readonly string[];
  readonly aggregate: string;
}

/** Stands among the attributes for the metric's name. */
export const METRIC = '\0metric';

const ORDERS: readonly PivotOrder[] = ['key_a_to_z', 'key_z_to_a', 'value_a_to_z', 'value_z_to_a'];

function labelOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  const { label, sqlExpression, aggregate, column } = value as { label?: string; sqlExpression?: string; aggregate?: string; column?: { column_name?: string } };
  return label || sqlExpression || `${aggregate ?? ''}(${column?.column_name ?? ''})`;
}

const labels = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(labelOf).filter((label) => label !== '') : []);

/** Reads the form data of a `pivot_table_v2` chart. */
export function readPivotOptions(form: JsonObject): PivotOptions {
  const combine = form['combineMetric'] === true;
  const onRows = form['metricsLayout'] === 'ROWS';
  const [rows, columns] = [labels(form['groupbyRows']), labels(form['groupbyColumns'])];
  const [first, second] = form['transposePivot'] === true ? [columns, rows] : [rows, columns];
  const withMetric = (names: readonly string[], has: boolean): readonly string[] => (!has ? names : combine ? [...names, METRIC] : [METRIC, ...names]);
  const order = (value: unknown): PivotOrder => ORDERS.find((known) => known === value) ?? 'key_a_to_z';
  return {
    rows: { attributes: withMetric(first, onRows), order: order(form['rowOrder']), hasTotal: form['colTotals'] === true, hasSubtotals: form['rowSubTotals'] === true, subtotalFirst: form['rowSubtotalPosition'] === true },
    columns: { attributes: withMetric(second, !onRows), order: order(form['colOrder']), hasTotal: form['rowTotals'] === true, hasSubtotals: form['colSubTotals'] === true, subtotalFirst: form['colSubtotalPosition'] === true },
    metrics: labels(form['metrics']),
    aggregate: typeof form['aggregateFunction'] === 'string' ? form['aggregateFunction'] : 'Sum',
  };
}
