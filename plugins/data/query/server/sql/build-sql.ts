import type { Dimension, GenericType, Metric } from '@orrery/sdk';
import type { ValidQuery } from '../context/query-plan.ts';
import { dimensionLabel, isAdhocMetric, metricLabel } from '../context/query-plan.ts';
import { QueryError } from '../query-error.ts';
import type { TimeBounds } from '../time/parse-time-range.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';
import { aliasOf } from './alias.ts';
import { asTimestamp, atGrain, columnSql, dimensionSql, findColumn, requireColumns } from './column-sql.ts';
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
  /** Its name inside the statement, quoted. */
  readonly alias: string;
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
  requireColumns(
    [
      ...query.columns.filter((column): column is string => typeof column === 'string' && column !== TIMESTAMP_LABEL),
      ...(query.metrics ?? []).flatMap((metric) => (typeof metric === 'object' && metric.expressionType === 'SIMPLE' && metric.column?.column_name ? [metric.column.column_name] : [])),
    ],
    source,
  );
  const temporal = new Set<string>();
  const items: SelectItem[] = [];
  const push = (item: Omit<SelectItem, 'alias'>): void => {
    if (!items.some(({ label }) => label === item.label)) items.push({ ...item, alias: aliasOf(item.label, source, item.sql) });
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
  if (query.applyFetchValuesPredicate && dataset.fetch_values_predicate) where.push(`(${checkExpression(dataset.fetch_values_predicate, { dialect: source.dialect.name, isTrusted: true })})`);
  if (query.where) where.push(`(${checkExpression(query.where, source.adhoc)})`);
  where.push(...source.conditions);
  return { where, applied, rejected };
}

/** True when the engine would not take the alias of an item for the item. */
function repeatsExpression({ label, sql }: SelectItem, { dialect, columns }: SqlSource): boolean {
  return dialect.orderByExpression === 'shadowed' ? columns.has(label) && sql !== dialect.identifier(label) : dialect.orderByExpression === true;
}

function orderItem(by: Dimension | Metric, items: readonly SelectItem[], source: SqlSource, isGrouped: boolean): string {
  const isMetric = isAdhocMetric(by) || (typeof by === 'object' && !('sqlExpression' in by));
  const label = isMetric ? metricLabel(by as Metric) : dimensionLabel(by as Dimension);
  const selected = items.find((item) => item.label === label);
  if (selected) return repeatsExpression(selected, source) ? selected.sql : selected.alias;
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
export function buildSql(temporal: TemporalQuery, source: SqlSource, limits: RowLimits, inner: TemporalQuery = temporal): BuiltSql {
  const { query } = temporal;
  const { dialect } = source;
  const { items, temporal: temporalLabels } = selectItems(query, source);
  if (items.length === 0) throw new QueryError('Empty query?');
  const isGrouped = query.metrics !== null;
  const { where, applied, rejected } = conditions(temporal, source, temporal.bounds);
  const series = seriesLimitSql(query, source, () => (inner === temporal ? where : conditions(inner, source, inner.bounds).where));
  const selected = items.map((item) => {
    const sql = series?.rewrite(item);
    return sql === undefined ? item : { ...item, sql, alias: aliasOf(item.label, source, sql) };
  });

  const dimensions = selected.filter(({ isMetric }) => !isMetric);
  const parts = [`SELECT ${selected.map(({ alias, sql }) => `${sql} AS ${alias}`).join(', ')}`, `FROM ${source.from}${series ? `\n${series.join}` : ''}`];
  if (where.length > 0) parts.push(`WHERE ${where.join(' AND ')}`);
  if (isGrouped && dimensions.length > 0) parts.push(`GROUP BY ${dimensions.map(({ alias, sql }) => (dialect.groupByAlias ? alias : sql)).join(', ')}`);
  if (query.having) parts.push(`HAVING (${checkExpression(query.having, source.adhoc)})`);
  if (query.orderby.length > 0) parts.push(`ORDER BY ${query.orderby.map(([by, isAscending]) => `${orderItem(by, selected, source, isGrouped)} ${isAscending ? 'ASC' : 'DESC'}`).join(', ')}`);
  const sql = Number.isFinite(limits.limit) ? dialect.limit(parts.join('\n'), limits.limit, limits.offset) : parts.join('\n');
  const shared = { appliedColumns: applied, rejectedColumns: rejected };
  if (query.isRowcount) {
    return { ...shared, sql: `SELECT COUNT(*) AS rowcount\nFROM (${sql}) AS rowcount_qry`, labels: ['rowcount'], metricLabels: ['rowcount'], temporalLabels: new Set() };
  }
  return { ...shared, sql, labels: items.map(({ label }) => label), metricLabels: items.filter(({ isMetric }) => isMetric).map(({ label }) => label), temporalLabels };
}
