import type { DatasetColumn, FilterValue, QueryFilter } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';
import type { TimeBounds } from '../time/parse-time-range.ts';
import { advancedFilterSql } from './advanced-filter.ts';
import { asText, asTimestamp, atGrain, columnSql, isTextType, operand, referencedColumn } from './column-sql.ts';
import { instantLiteral, isUnreadable, valueSql } from './filter-value.ts';
import { checkExpression } from './scan-sql.ts';
import type { SqlSource } from './source.ts';

const COMPARISONS: Readonly<Record<string, string>> = { '==': '=', '!=': '!=', '>': '>', '<': '<', '>=': '>=', '<=': '<=' };

/** `since <= c < until` on an expression; undefined when both sides are open. */
export function boundsSql(sql: string, bounds: TimeBounds, column: DatasetColumn | undefined, source: SqlSource): string | undefined {
  const parts: string[] = [];
  if (bounds.since !== null) parts.push(`${sql} >= ${instantLiteral(bounds.since, column, source)}`);
  if (bounds.until !== null) parts.push(`${sql} < ${instantLiteral(bounds.until, column, source)}`);
  return parts.length > 0 ? parts.join(' AND ') : undefined;
}

function listSql(target: string, values: readonly FilterValue[], isNegated: boolean, column: DatasetColumn | undefined, source: SqlSource): string {
  if (values.length === 0) throw new QueryError('Filter value list cannot be empty');
  // What cannot be a value of the column matches nothing; it is not NULL.
  const readable = values.filter((value) => !isUnreadable(value, column, source));
  if (readable.length === 0) return isNegated ? '(1 = 1)' : '(1 = 0)';
  const literals = readable.map((value) => valueSql(value, column, source));
  const known = [...new Set(literals.filter((literal): literal is string => literal !== null))];
  const hasNull = literals.length > literals.filter((literal) => literal !== null).length;
  const inside = known.length > 0 ? `${target} IN (${known.join(', ')})` : '';
  if (!hasNull) return isNegated ? `(${target} NOT IN (${known.join(', ')}))` : inside;
  const either = inside ? `(${target} IS NULL OR ${inside})` : `${target} IS NULL`;
  return isNegated ? `NOT ${inside ? either : `(${either})`}` : either;
}

function likeSql(target: string, filter: QueryFilter, scalar: FilterValue, column: DatasetColumn | undefined, source: SqlSource): string {
  const text = column && column.type_generic !== GenericType.String ? asText(target, source) : target;
  if (scalar === null) throw new QueryError('Must specify a value for filters with comparison operators');
  const pattern = source.dialect.literal(String(scalar));
  if (filter.op === 'ILIKE') return source.dialect.ilike(text, pattern);
  return `${text} ${filter.op} ${pattern}`;
}

/** Where the range of each TEMPORAL_RANGE filter has been read before. */
export type BoundsOf = (filter: QueryFilter) => TimeBounds;

/**
 * One filter as a condition. `missing`: its column is not in the dataset. `none`: it restricts nothing (an open range).
 */
export function filterSql(filter: QueryFilter, source: SqlSource, boundsOf: BoundsOf): { readonly sql: string } | 'missing' | 'none' {
  const column = referencedColumn(filter.col, source);
  if (!column && typeof filter.col === 'string') return 'missing';
  const raw = column ? columnSql(column, source) : checkExpression((filter.col as { sqlExpression: string }).sqlExpression, source.adhoc);
  // Values picked on a chart are truncated like its axis.
  const hasGrain = Boolean(filter.grain) && (column?.is_dttm === true || filter.op === 'TEMPORAL_RANGE');
  const target = hasGrain ? atGrain(asTimestamp(raw, column, source), filter.grain, source) : operand(raw);
  const valueColumn: DatasetColumn | undefined = hasGrain && column ? { ...column, type: isTextType(column.type) || column.python_date_format ? 'TIMESTAMP' : column.type, python_date_format: null } : column;
  if (filter.op === 'TEMPORAL_RANGE') {
    const sql = boundsSql(target, boundsOf(filter), hasGrain ? undefined : column, source);
    return sql === undefined ? 'none' : { sql };
  }
  if (source.convert && column?.advanced_data_type) {
    const sql = advancedFilterSql(filter, target, column.advanced_data_type, source.convert);
    if (sql !== undefined) return { sql };
  }
  const value = filter.val ?? null;
  const scalar: FilterValue = Array.isArray(value) ? ((value as readonly FilterValue[])[0] ?? null) : (value as FilterValue);
  switch (filter.op) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return { sql: `${target} ${filter.op}` };
    case 'IS TRUE':
    case 'IS FALSE':
      return { sql: source.dialect.isBoolean?.(target, filter.op === 'IS TRUE') ?? `${target} IS ${filter.op === 'IS TRUE'}` };
    case 'IN':
    case 'NOT IN':
      return { sql: listSql(target, Array.isArray(value) ? (value as readonly FilterValue[]) : [scalar], filter.op === 'NOT IN', valueColumn, source) };
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
      return { sql: likeSql(target, filter, scalar, column, source) };
    default: {
      const operator = COMPARISONS[filter.op];
      if (!operator) throw new QueryError(`Invalid filter operation type: ${filter.op}`);
      const literal = valueSql(scalar, valueColumn, source);
      if (literal !== null) return { sql: `${target} ${operator} ${literal}` };
      const isNullAsked = scalar === null || scalar === '<NULL>';
      if (filter.op === '==' && isNullAsked) return { sql: `${target} IS NULL` };
      if (filter.op === '!=' && isNullAsked) return { sql: `${target} IS NOT NULL` };
      throw new QueryError('Must specify a value for filters with comparison operators');
    }
  }
}
