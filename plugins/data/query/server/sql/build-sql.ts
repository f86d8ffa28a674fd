import type { Dimension, GenericType, Metric } from '@orrery/sdk';
import type { ValidQuery } from '../context/query-plan.ts';
import { dimensionLabel, isAdhocMetric, metricLabel } from '../context/query-plan.ts';
import { QueryError } from '../query-error.ts';
import type { TimeBounds } from '../time/parse-time-range.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';
import { asTimestamp, atGrain, columnSql, dimensionSql, findColumn } from './column-sql.ts';
import { boundsSql, filterSql } from './filter-sql.ts';
import { metricSql } from './metric-sql.ts';
import { checkExpression } from './scan-sql.ts';
import { seriesLimitSql } from './series-limit.ts';
import type { SqlSource } from './source.ts';

/** One item of the select list. */
export interface SelectItem {
  readonly label: string;
  readonly sql: string;
  readonly isMetric: boolean;
  /** Set when the answer's type is known better than the engine knows it. */
  readonly generic?: GenericType;
}

/** A finished statement and what it answers. */
export interface BuiltSql {
  readonly sql: string;
  readonly labels: readonly string[];
  readonly metricLabels: readonly string[];
  /** Labels whose values are instants. */
  readonly temporalLabels: ReadonlySet<string>;
  readonly appliedColumns: readonly string[];
  readonly rejectedColumns: readonly string[];
}

/** Limits of one query (contract §3.3). */
export interface RowLimits {
  readonly limit: number;
  readonly offset: number;
}

export const TIMESTAMP_LABEL = '__timestamp';

function selectItems(query: ValidQuery, source: SqlSource): { readonly items: SelectItem[]; readonly temporal: Set<string> } {
  const temporal = new Set<string>();
  const items: SelectItem[] = [];
  const push = (item: SelectItem): void => {
    if (!items.some(({ label }) => label === item.label)) items.push(item);
  };
  for (const column of query.columns) {
    if (column === TIMESTAMP_LABEL) continue;
    const { label, sql, isTemporal } = dimensionSql(column, source);
    if (isTemporal) temporal.add(label);
    push({ label, sql, isMetric: false });
  }
  if (query.isTimeseries) {
    if (!query.granularity) throw new QueryError('Datetime column not provided as part table configuration and is required by this type of chart');
    const column = findColumn(query.granularity, source);
    temporal.add(TIMESTAMP_LABEL);
    push({ label: TIMESTAMP_LABEL, sql: atGrain(asTimestamp(columnSql(column, source), column, source), query.timeGrain, source), isMetric: false });
  }
  for (const metric of query.metrics ?? []) push({ ...metricSql(metric, source), isMetric: true });
  return { items, temporal };
}

/** Every condition on rows but the granularity's own bounds. */
function conditions(temporal: TemporalQuery, source: SqlSource, bounds: TimeBounds): { where: string[]; applied: string[]; rejected: string[] } {
  const { query } = temporal;
  const [where, applied, rejected]: [string[], string[], string[]] = [[], [], []];
  const { dataset } = source;
  if (query.granularity) {
    const column = findColumn(query.granularity, source);
    const main = dataset.main_dttm_col;
    if (dataset.always_filter_main_dttm && main && main !== query.granularity) {
      const mainColumn = source.columns.get(main);
      const sql = mainColumn && boundsSql(columnSql(mainColumn, source), bounds, mainColumn, source);
      if (sql) where.push(sql);
    }
    const sql = boundsSql(columnSql(column, source), bounds, column, source);
    if (sql) where.push(sql);
  }
  for (const filter of query.filters) {
    const label = dimensionLabel(filter.col);
    const result = filterSql(filter, source, temporal.boundsOf);
    if (result === 'missing') rejected.push(label);
    else {
      applied.push(label);
      if (result !== 'none') where.push(result.sql);
    }
  }
  if (query.applyFetchValuesPredicate && dataset.fetch_values_predicate) where.push(`(${checkExpression(dataset.fetch_values_predicate)})`);
  if (query.where) where.push(`(${checkExpression(query.where)})`);
  return { where, applied, rejected };
}

function orderItem(by: Dimension | Metric, items: readonly SelectItem[], source: SqlSource, isGrouped: boolean): string {
  const isMetric = isAdhocMetric(by) || (typeof by === 'object' && !('sqlExpression' in by));
  const label = isMetric ? metricLabel(by as Metric) : dimensionLabel(by as Dimension);
  const selected = items.find((item) => item.label === label);
  if (selected) return source.dialect.identifier(label);
  if (typeof by === 'string') {
    if (source.metrics.has(by)) return metricSql(by, source).sql;
    const column = source.columns.get(by);
    if (!column) throw new QueryError(`Unknown column used in orderby: ${by}`);
    return columnSql(column, source);
  }
  if (isMetric || (isGrouped && by.expressionType === 'SQL' && !('columnType' in by))) return metricSql(by as Metric, source).sql;
  return dimensionSql(by as Dimension, source).sql;
}

/** Builds the statement of a query (contract §4). Throws QueryError. */
export function buildSql(temporal: TemporalQuery, source: SqlSource, limits: RowLimits, innerBounds: TimeBounds = temporal.bounds): BuiltSql {
  const { query } = temporal;
  const { dialect } = source;
  const { items, temporal: temporalLabels } = selectItems(query, source);
  if (items.length === 0) throw new QueryError('Empty query?');
  const isGrouped = query.metrics !== null;
  const { where, applied, rejected } = conditions(temporal, source, temporal.bounds);
  const series = seriesLimitSql(query, source, () =>
    innerBounds === temporal.bounds ? where : conditions({ ...temporal, bounds: innerBounds }, source, innerBounds).where,
  );
  const selected = items.map((item) => ({ ...item, sql: series?.rewrite(item) ?? item.sql }));

  const dimensions = selected.filter(({ isMetric }) => !isMetric);
  const parts = [`SELECT ${selected.map(({ label, sql }) => `${sql} AS ${dialect.identifier(label)}`).join(', ')}`, `FROM ${source.from}${series ? `\n${series.join}` : ''}`];
  if (where.length > 0) parts.push(`WHERE ${where.join(' AND ')}`);
  if (isGrouped && dimensions.length > 0) parts.push(`GROUP BY ${dimensions.map(({ sql }) => sql).join(', ')}`);
  if (query.having) parts.push(`HAVING (${checkExpression(query.having)})`);
  if (query.orderby.length > 0) parts.push(`ORDER BY ${query.orderby.map(([by, isAscending]) => `${orderItem(by, selected, source, isGrouped)} ${isAscending ? 'ASC' : 'DESC'}`).join(', ')}`);
  const sql = dialect.limit(parts.join('\n'), limits.limit, limits.offset);
  const shared = { appliedColumns: applied, rejectedColumns: rejected };
  if (query.isRowcount) {
    return { ...shared, sql: `SELECT COUNT(*) AS rowcount\nFROM (${sql}) AS rowcount_qry`, labels: ['rowcount'], metricLabels: ['rowcount'], temporalLabels: new Set() };
  }
  return { ...shared, sql, labels: items.map(({ label }) => label), metricLabels: items.filter(({ isMetric }) => isMetric).map(({ label }) => label), temporalLabels };
}
