import type { Dimension, Metric } from '@orrery/sdk';
import { dimensionLabel, isAdhocMetric, metricLabel } from '../context/query-plan.ts';
import type { RenderedQuery } from '../template/render-query.ts';

/** A text somebody wrote that becomes part of a statement, its templates rendered. */
export interface CustomText {
  readonly sql: string;
  readonly kind: 'adhoc' | 'saved' | 'rule' | 'virtual';
}

/**
 * Every text of a query, its dataset and its rules that may reach the statement: those of whoever asks (`adhoc`), of the
 * dataset's owners (`saved`, as far as the query mentions them; `virtual`), and of row-level security (`rule`).
 */
export function customTexts({ temporal, dataset, rules }: RenderedQuery): readonly CustomText[] {
  const { query } = temporal;
  const texts: CustomText[] = [];
  const add = (sql: string | null | undefined, kind: CustomText['kind']): void => {
    if (sql && sql.trim() !== '') texts.push({ sql, kind });
  };
  const columns = new Map(dataset.columns.map((column) => [column.column_name, column.expression]));
  const metrics = new Map(dataset.metrics.map((metric) => [metric.metric_name, metric.expression]));
  const named = (name: string | null | undefined): void => {
    if (!name) return;
    add(columns.get(name), 'saved');
    add(metrics.get(name), 'saved');
  };
  const dimension = (by: Dimension): void => {
    if (typeof by === 'string') named(by);
    // An expression that is just a column's name stands for the column.
    else if (columns.has(by.sqlExpression)) add(columns.get(by.sqlExpression), 'saved');
    else add(by.sqlExpression, 'adhoc');
  };
  const metric = (by: Metric): void => {
    if (typeof by === 'string') named(by);
    else if (by.expressionType === 'SQL') add(by.sqlExpression, 'adhoc');
    else named(by.column?.column_name);
  };
  query.columns.forEach(dimension);
  query.seriesColumns.forEach(dimension);
  query.filters.forEach(({ col }) => dimension(col));
  query.metrics?.forEach(metric);
  if (query.seriesLimitMetric) metric(query.seriesLimitMetric);
  const selected = new Set([...query.columns.map(dimensionLabel), ...(query.metrics ?? []).map(metricLabel)]);
  for (const [by] of query.orderby) {
    if (typeof by === 'string') named(by);
    else if (isAdhocMetric(by) || !('sqlExpression' in by)) metric(by as Metric);
    // A selected item is ordered by its label; its own text is above.
    else if (selected.has(dimensionLabel(by as Dimension))) continue;
    else if (query.metrics !== null && by.expressionType === 'SQL' && !('columnType' in by)) metric(by as Metric);
    else dimension(by as Dimension);
  }
  named(query.granularity);
  if (dataset.always_filter_main_dttm) named(dataset.main_dttm_col);
  add(query.where, 'adhoc');
  add(query.having, 'adhoc');
  if (query.applyFetchValuesPredicate) add(dataset.fetch_values_predicate, 'saved');
  add(dataset.sql, 'virtual');
  for (const { clause } of rules) add(clause, 'rule');
  return texts;
}
