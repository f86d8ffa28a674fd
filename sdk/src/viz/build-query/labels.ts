import type { Dimension, Metric } from '@orrery/sdk';

/** The name a metric has in an answer. @public */
export function getMetricLabel(metric: Metric): string {
  if (typeof metric === 'string') return metric;
  if (metric.label) return metric.label;
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? '';
  return `${metric.aggregate ?? ''}(${metric.column?.column_name ?? ''})`;
}

/** The name a dimension has in an answer. @public */
export function getColumnLabel(column: Dimension): string {
  if (typeof column === 'string') return column;
  return column.label || column.sqlExpression;
}
