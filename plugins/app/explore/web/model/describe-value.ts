import type { AdhocColumn, AdhocFilter, AdhocMetric } from '@orrery/sdk';
import { getColumnLabel, getMetricLabel, isUnaryOperator } from '@orrery/sdk/viz';

/** One line for a filter: `carrier in AA, DL`. */
export function describeFilter(filter: AdhocFilter): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? '';
  const operator = filter.operator ?? '';
  if (isUnaryOperator(operator)) return `${filter.subject} ${operator}`;
  const value = Array.isArray(filter.comparator) ? filter.comparator.join(', ') : String(filter.comparator ?? '');
  return operator === 'TEMPORAL_RANGE' ? `${filter.subject}: ${value}` : `${filter.subject} ${operator} ${value}`;
}

function describeObject(value: Readonly<Record<string, unknown>>): string {
  if ('clause' in value) return describeFilter(value as unknown as AdhocFilter);
  if ('aggregate' in value) return getMetricLabel(value as unknown as AdhocMetric);
  if ('sqlExpression' in value) return getColumnLabel(value as unknown as AdhocColumn);
  return JSON.stringify(value);
}

/** A control's value as a person reads it in the list of changes. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(describeValue).join(', ');
  return typeof value === 'object' ? describeObject(value as Record<string, unknown>) : String(value);
}
