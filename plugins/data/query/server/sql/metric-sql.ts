import type { Aggregate, Metric } from '@orrery/sdk';
import { metricLabel } from '../context/query-plan.ts';
import { QueryError } from '../query-error.ts';
import { columnSql, findColumn } from './column-sql.ts';
import { checkExpression } from './scan-sql.ts';
import type { SqlSource } from './source.ts';

/** A metric as SQL. */
export interface MetricSql {
  readonly label: string;
  readonly sql: string;
}

const AGGREGATES: Readonly<Record<Aggregate, (sql: string) => string>> = {
  AVG: (sql) => `avg(${sql})`,
  COUNT: (sql) => `count(${sql})`,
  COUNT_DISTINCT: (sql) => `count(DISTINCT ${sql})`,
  MAX: (sql) => `max(${sql})`,
  MIN: (sql) => `min(${sql})`,
  SUM: (sql) => `sum(${sql})`,
};

export function metricSql(metric: Metric, source: SqlSource): MetricSql {
  const label = metricLabel(metric);
  if (typeof metric === 'string') {
    const saved = source.metrics.get(metric);
    if (!saved) throw new QueryError(`Metric '${metric}' does not exist`);
    return { label, sql: checkExpression(saved.expression, { dialect: source.dialect.name, isTrusted: true }) };
  }
  if (metric.expressionType === 'SQL') return { label, sql: checkExpression(metric.sqlExpression ?? '', source.adhoc) };
  const name = metric.column?.column_name;
  const aggregate = metric.aggregate;
  if (!name || !aggregate || !Object.hasOwn(AGGREGATES, aggregate)) throw new QueryError(`Metric '${label}' is incomplete: choose a column and an aggregate.`);
  return { label, sql: AGGREGATES[aggregate](columnSql(findColumn(name, source), source)) };
}
