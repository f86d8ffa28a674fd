import type { DatasetColumn, Dimension } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { dimensionLabel } from '../context/query-plan.ts';
import { QueryError } from '../query-error.ts';
import { checkExpression } from './scan-sql.ts';
import type { SqlSource } from './source.ts';

/** A dimension as SQL. */
export interface DimensionSql {
  readonly label: string;
  readonly sql: string;
  /** The dataset column behind it, if it is one. */
  readonly column: DatasetColumn | undefined;
  readonly isTemporal: boolean;
}

const SIMPLE = /^(?:[\w.]+|"(?:[^"]|"")+")$/;

/** Expression of a dataset column; calculated ones stand as written, without comments. Throws QueryError for one that is not complete. */
export function columnSql(column: DatasetColumn, source: SqlSource): string {
  const expression = column.expression?.trim();
  return expression ? checkExpression(expression, { dialect: source.dialect.name, isTrusted: true }) : source.dialect.identifier(column.column_name);
}

/** In brackets where operators next to it could bind differently. */
export function operand(sql: string): string {
  return SIMPLE.test(sql) || isOneCall(sql) ? sql : `(${sql})`;
}

function isOneCall(sql: string): boolean {
  if (!/^\w+\([^()]*\)$/.test(sql)) return false;
  return !/['"]/.test(sql);
}

/** True for engine types that hold text. */
export function isTextType(type: string | null): boolean {
  return /char|text|string|clob/i.test(type ?? '');
}

/** `c` → the instant it stands for: epoch numbers and texts become timestamps. */
export function asTimestamp(sql: string, column: DatasetColumn | undefined, source: SqlSource): string {
  const format = column?.python_date_format;
  if (format === 'epoch_s' || format === 'epoch_ms') return source.dialect.fromEpoch(sql, format === 'epoch_s' ? 's' : 'ms');
  if (!column?.is_dttm || !isTextType(column.type)) return sql;
  return source.dialect.castTimestamp?.(sql) ?? `CAST(${sql} AS TIMESTAMP)`;
}

/** Truncates to a time grain. Throws QueryError when the engine has no such grain. */
export function atGrain(sql: string, grain: string | null | undefined, source: SqlSource): string {
  if (!grain) return sql;
  const truncate = Object.hasOwn(source.dialect.timeGrains, grain) ? source.dialect.timeGrains[grain] : undefined;
  if (!truncate) throw new QueryError(`No grain spec for ${grain} for database ${source.dialect.name}`);
  return truncate(sql);
}

/** An expression as text. */
export function asText(sql: string, source: SqlSource): string {
  return source.dialect.castText?.(sql) ?? `CAST(${sql} AS VARCHAR)`;
}

/** Throws QueryError with every name the dataset does not have, so that all of them can be mended at once. */
export function requireColumns(names: readonly string[], source: SqlSource): void {
  const missing = [...new Set(names.filter((name) => !source.columns.has(name)))];
  if (missing.length > 0) throw new QueryError(`Columns missing in dataset: [${missing.map((name) => `'${name}'`).join(', ')}]`);
}

export function findColumn(name: string, source: SqlSource): DatasetColumn {
  requireColumns([name], source);
  return source.columns.get(name) as DatasetColumn;
}

/** The dataset column a dimension means: its name, or an ad hoc expression that is just a name. */
export function referencedColumn(dimension: Dimension, source: SqlSource): DatasetColumn | undefined {
  return source.columns.get(typeof dimension === 'string' ? dimension : dimension.sqlExpression);
}

export function dimensionSql(dimension: Dimension, source: SqlSource): DimensionSql {
  const label = dimensionLabel(dimension);
  if (typeof dimension === 'string') {
    const column = findColumn(dimension, source);
    return { label, sql: columnSql(column, source), column, isTemporal: column.is_dttm };
  }
  const column = referencedColumn(dimension, source);
  const sql = column ? columnSql(column, source) : checkExpression(dimension.sqlExpression, source.adhoc);
  const isTemporal = column ? column.is_dttm : source.expressionTypes.get(dimension.sqlExpression) === GenericType.Temporal;
  if (dimension.columnType !== 'BASE_AXIS' || !dimension.timeGrain || !isTemporal) return { label, sql, column, isTemporal };
  return { label, sql: atGrain(asTimestamp(sql, column, source), dimension.timeGrain, source), column, isTemporal };
}
