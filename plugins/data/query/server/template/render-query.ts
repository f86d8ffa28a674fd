import type { Dimension, Metric, QueryFilter } from '@orrery/sdk';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { RowRule } from '../../contract.ts';
import { isObject } from '../context/problems.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import { dimensionLabel, metricLabel } from '../context/query-plan.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';
import { axisOf } from '../time/temporal-rules.ts';
import { isTemplate } from './rewrite-template.ts';

/** Renders one text; `place` says in messages where it stands. */
export type RenderText = (text: string, place: string) => Promise<string>;

/** A query, its dataset and its rules, every template in them rendered. */
export interface RenderedQuery {
  readonly temporal: TemporalQuery;
  readonly dataset: DatasetRecord;
  readonly rules: readonly RowRule[];
}

/** Names of columns and metrics a query mentions; only their expressions are rendered. */
function mentioned(query: ValidQuery, dataset: DatasetRecord): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (by: Dimension | Metric | string | null): void => {
    if (by === null) return;
    if (typeof by === 'string') names.add(by);
    else if ('sqlExpression' in by && by.sqlExpression) names.add(by.sqlExpression);
    else if ('column' in by && isObject(by.column) && typeof by.column['column_name'] === 'string') names.add(by.column['column_name']);
  };
  for (const by of [...query.columns, ...(query.metrics ?? []), ...query.seriesColumns, ...query.orderby.map(([one]) => one), ...query.filters.map(({ col }) => col)]) add(by);
  add(query.seriesLimitMetric);
  add(query.granularity);
  if (dataset.always_filter_main_dttm) add(dataset.main_dttm_col);
  return names;
}

async function mapAsync<T>(items: readonly T[], change: (item: T) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(items.map(change));
}

/** Renders what of a query is a template (contract §9). Labels stay as they were asked for. */
export async function renderQuery({ temporal, dataset, rules }: RenderedQuery, render: RenderText): Promise<RenderedQuery> {
  const { query } = temporal;
  const names = mentioned(query, dataset);
  const text = async <T extends string | null>(value: T, place: string): Promise<T> => (isTemplate(value) ? ((await render(value, place)) as T) : value);

  const dimension = async (column: Dimension): Promise<Dimension> =>
    typeof column === 'string' || !isTemplate(column.sqlExpression) ? column : { ...column, label: dimensionLabel(column), sqlExpression: await render(column.sqlExpression, 'column expression') };
  const metric = async (value: Metric): Promise<Metric> =>
    typeof value === 'string' || value.expressionType !== 'SQL' || !isTemplate(value.sqlExpression) ? value : { ...value, label: metricLabel(value), sqlExpression: await render(value.sqlExpression, 'metric expression') };
  const either = async (value: Dimension | Metric): Promise<Dimension | Metric> =>
    typeof value === 'object' && 'sqlExpression' in value && isTemplate(value.sqlExpression) ? { ...value, label: value.label ?? value.sqlExpression, sqlExpression: await render(value.sqlExpression, 'ORDER BY') } : value;

  const before = new Map<QueryFilter, QueryFilter>();
  const filters = await mapAsync(query.filters, async (filter) => {
    const col = await dimension(filter.col);
    if (col === filter.col) return filter;
    const changed = { ...filter, col };
    before.set(changed, filter);
    return changed;
  });
  const rendered: ValidQuery = {
    ...query,
    columns: await mapAsync(query.columns, dimension),
    metrics: query.metrics && (await mapAsync(query.metrics, metric)),
    seriesColumns: await mapAsync(query.seriesColumns, dimension),
    seriesLimitMetric: query.seriesLimitMetric && (await metric(query.seriesLimitMetric)),
    orderby: await Promise.all(query.orderby.map(async ([by, isAscending]) => [await either(by), isAscending] as const)),
    filters,
    where: (await text(query.where, 'WHERE clause')).trim(),
    having: (await text(query.having, 'HAVING clause')).trim(),
  };
  return {
    temporal: { ...temporal, query: rendered, axis: axisOf(rendered), boundsOf: (filter) => temporal.boundsOf(before.get(filter) ?? filter) },
    dataset: {
      ...dataset,
      sql: await text(dataset.sql, 'virtual dataset query'),
      fetch_values_predicate: query.applyFetchValuesPredicate ? await text(dataset.fetch_values_predicate, 'fetch values predicate') : dataset.fetch_values_predicate,
      columns: await mapAsync(dataset.columns, async (column) =>
        names.has(column.column_name) && isTemplate(column.expression) ? { ...column, expression: await render(column.expression, `calculated column ${column.column_name}`) } : column,
      ),
      metrics: await mapAsync(dataset.metrics, async (saved) =>
        names.has(saved.metric_name) && isTemplate(saved.expression) ? { ...saved, expression: await render(saved.expression, `metric ${saved.metric_name}`) } : saved,
      ),
    },
    rules: await mapAsync(rules, async (rule) => (isTemplate(rule.clause) ? { ...rule, clause: await render(rule.clause, 'RLS filters') } : rule)),
  };
}
