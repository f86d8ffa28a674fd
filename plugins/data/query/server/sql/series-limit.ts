import { GenericType } from '@orrery/sdk';
import type { ValidQuery } from '../context/query-plan.ts';
import { aliasOf } from './alias.ts';
import { asText, dimensionSql } from './column-sql.ts';
import { metricSql } from './metric-sql.ts';
import type { SqlSource } from './source.ts';

/** How the top-N series enter a statement. */
export interface SeriesLimit {
  /** The JOIN clause. */
  readonly join: string;
  /** The expression that takes the place of a select item, for "Others". */
  rewrite(item: { readonly label: string; readonly sql: string; readonly isMetric: boolean }): string | undefined;
}

/** Joins the N leading series (contract §4.7); undefined when the query has no series limit. */
export function seriesLimitSql(query: ValidQuery, source: SqlSource, innerWhere: () => readonly string[]): SeriesLimit | undefined {
  const columns = query.seriesColumns.length > 0 ? query.seriesColumns : query.isTimeseries ? query.columns.filter((column) => column !== '__timestamp') : [];
  const metric = query.seriesLimitMetric ?? query.metrics?.[0];
  if (query.seriesLimit <= 0 || columns.length === 0 || metric === undefined) return undefined;
  const series = columns.map((column) => dimensionSql(column, source));
  const alias = (label: string): string => aliasOf(`${label}__`, source);
  const where = innerWhere();
  const inner = [
    `SELECT ${[...series.map(({ label, sql }) => `${sql} AS ${alias(label)}`), `${metricSql(metric, source).sql} AS mme_inner__`].join(', ')}`,
    `FROM ${source.from}`,
    ...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
    `GROUP BY ${series.map(({ label, sql }) => (source.dialect.groupByAlias ? alias(label) : sql)).join(', ')}`,
    `ORDER BY ${source.dialect.orderByExpression === true ? metricSql(metric, source).sql : 'mme_inner__'} ${query.orderDesc ? 'DESC' : 'ASC'}`,
  ].join('\n');
  const on = series.map(({ label, sql }) => `${sql} = ${alias(label)}`).join(' AND ');
  const limited = source.dialect.limit(inner, query.seriesLimit, 0);
  return {
    join: `${query.groupOthers ? 'LEFT JOIN' : 'JOIN'} (${limited}) AS series_limit ON ${on}`,
    rewrite({ label, sql }) {
      const one = series.find((candidate) => candidate.label === label);
      if (!query.groupOthers || !one) return undefined;
      const text = one.column?.type_generic === GenericType.String ? sql : asText(sql, source);
      return `CASE WHEN series_limit.${alias(label)} IS NOT NULL THEN ${text} ELSE 'Others' END`;
    },
  };
}
