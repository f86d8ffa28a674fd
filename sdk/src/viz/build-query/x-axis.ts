import type { AdhocColumn, Dimension, FormData, QueryObject } from '@orrery/sdk';
import { getColumnLabel } from './labels.ts';

/** Alias of the time column of charts saved before the x axis was a control of its own. */
const LEGACY_TIME_ALIAS = '__timestamp';

/** The chosen x axis, or undefined for charts that name their time column by `granularity_sqla` alone. @public */
export function xAxisOf(formData: FormData): Dimension | undefined {
  const axis = formData['x_axis'] as Dimension | null | undefined;
  return axis ? axis : undefined;
}

/** @public */
export function isXAxisSet(formData: FormData): boolean {
  return xAxisOf(formData) !== undefined;
}

/** Label of the x axis in the answer; undefined when the chart has none. @public */
export function getXAxisLabel(formData: FormData): string | undefined {
  const axis = xAxisOf(formData);
  if (axis !== undefined) return getColumnLabel(axis);
  return formData['granularity_sqla'] ? LEGACY_TIME_ALIAS : undefined;
}

/** A dimension with its time grain, as the x axis of a query. @public */
export function baseAxis(column: Dimension, timeGrain: string | null | undefined): AdhocColumn {
  if (typeof column !== 'string') return { timeGrain, columnType: 'BASE_AXIS', ...column };
  return { timeGrain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' };
}

/** The x axis as a query column with the grain of the form data. @public */
export function xAxisColumn(formData: FormData): AdhocColumn | undefined {
  const axis = xAxisOf(formData);
  return axis === undefined ? undefined : baseAxis(axis, formData['time_grain_sqla'] as string | undefined);
}

function isSameColumn(a: Dimension, b: Dimension): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.sqlExpression === b.sqlExpression;
}

/** Puts the grain on the query's x-axis column (VQ-8); other queries come back as they are. @public */
export function withXAxis(formData: FormData, query: QueryObject): QueryObject {
  const axis = xAxisOf(formData);
  const columns = query.columns ?? [];
  const at = axis === undefined ? -1 : columns.findIndex((column) => isSameColumn(column, axis));
  const found = columns[at];
  if (found === undefined) return query;
  const { is_timeseries: _dropped, ...rest } = query;
  return { ...rest, columns: columns.with(at, baseAxis(found, query.extras?.time_grain_sqla)) };
}

/**
 * Gives temporal columns among `columns` the grain of the form data: tables, pivots and box plots group by them (contract §7.1).
 * @public
 */
export function withTimeGrain(columns: readonly Dimension[], formData: FormData): readonly Dimension[] {
  const extra = formData['extra_form_data'] as { time_grain_sqla?: string } | undefined;
  const grain = extra?.time_grain_sqla ?? (formData['time_grain_sqla'] as string | undefined);
  const temporal = formData['temporal_columns_lookup'] as Readonly<Record<string, boolean>> | undefined;
  if (!grain || !temporal) return columns;
  return columns.map((column) => (typeof column === 'string' && temporal[column] ? baseAxis(column, grain) : column));
}
