import type { DatasetColumn, FilterValue, QueryFilter } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';
import type { TimeBounds } from '../time/parse-time-range.ts';
import { asTimestamp, atGrain, columnSql, operand, referencedColumn } from './column-sql.ts';
import { instantLiteral, valueSql } from './filter-value.ts';
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
  const literals = values.map((value) => valueSql(value, column, source));
  const known = [...new Set(literals.filter((literal): literal is string => literal !== null))];
  const hasNull = literals.length > literals.filter((literal) => literal !== null).length;
  const inside = known.length > 0 ? `${target} IN (${known.join(', ')})` : '';
  if (!hasNull) return isNegated ? `(${target} NOT IN (${known.join(', ')}))` : inside;
  const either = inside ? `(${target} IS NULL OR ${inside})` : `${target} IS NULL`;
  return isNegated ? `NOT ${inside ? either : `(${either})`}` : either;
}

function likeSql(target: string, filter: QueryFilter, scalar: FilterValue, column: DatasetColumn | undefined, source: SqlSource): string {
  const text = column && column.type_generic !== GenericType.String ? `CAST(${target} AS VARCHAR)` : target;
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
  const raw = column ? columnSql(column, source) : checkExpression((filter.col as { sqlExpression: string }).sqlExpression);
  const target = operand(raw);
  if (filter.op === 'TEMPORAL_RANGE') {
    const hasGrain = Boolean(filter.grain);
    const expression = hasGrain ? atGrain(asTimestamp(raw, column, source), filter.grain, source) : target;
    const sql = boundsSql(expression, boundsOf(filter), hasGrain ? undefined : column, source);
    return sql === undefined ? 'none' : { sql };
  }
  const value = filter.val ?? null;
  const scalar: FilterValue = Array.isArray(value) ? ((value as readonly FilterValue[])[0] ?? null) : (value as FilterValue);
  switch (filter.op) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return { sql: `${target} ${filter.op}` };
    case 'IS TRUE':
      return { sql: `${target} IS true` };
    case 'IS FALSE':
      return { sql: `${target} IS false` };
    case 'IN':
    case 'NOT IN':
      return { sql: listSql(target, Array.isArray(value) ? (value as readonly FilterValue[]) : [scalar], filter.op === 'NOT IN', column, source) };
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
      return { sql: likeSql(target, filter, scalar, column, source) };
    default: {
      const operator = COMPARISONS[filter.op];
      if (!operator) throw new QueryError(`Invalid filter operation type: ${filter.op}`);
      const literal = valueSql(scalar, column, source);
      if (literal !== null) return { sql: `${target} ${operator} ${literal}` };
      const isNullAsked = scalar === null || scalar === '<NULL>';
      if (filter.op === '==' && isNullAsked) return { sql: `${target} IS NULL` };
      if (filter.op === '!=' && isNullAsked) return { sql: `${target} IS NOT NULL` };
      throw new QueryError('Must specify a value for filters with comparison operators');
    }
  }
}
