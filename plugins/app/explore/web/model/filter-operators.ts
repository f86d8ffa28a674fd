import { GenericType } from '@orrery/sdk';
import type { AdhocFilter, Dataset, FilterOperator, FilterValue } from '@orrery/sdk';
import { isSetOperator, isUnaryOperator } from '@orrery/sdk/viz';

type Column = Dataset['columns'][number];

const EQUALITY: readonly FilterOperator[] = ['==', '!='];
const ORDER: readonly FilterOperator[] = ['>', '<', '>=', '<='];
const SETS: readonly FilterOperator[] = ['IN', 'NOT IN'];
const PATTERNS: readonly FilterOperator[] = ['LIKE', 'ILIKE'];
const NULLS: readonly FilterOperator[] = ['IS NULL', 'IS NOT NULL'];
const TRUTH: readonly FilterOperator[] = ['IS TRUE', 'IS FALSE'];

/** Operators that make sense for a column (census EXPL-14). */
export function operatorsFor(column: Column | undefined): readonly FilterOperator[] {
  if (column?.is_dttm) return ['TEMPORAL_RANGE', ...EQUALITY, ...ORDER, ...NULLS];
  switch (column?.type_generic) {
    case GenericType.Numeric:
      return [...EQUALITY, ...ORDER, ...SETS, ...NULLS];
    case GenericType.Boolean:
      return [...TRUTH, ...EQUALITY, ...NULLS];
    default:
      return [...SETS, ...EQUALITY, ...ORDER, ...PATTERNS, ...NULLS];
  }
}

/** A typed value as the column stores it: numbers for numeric columns, the text as it is elsewhere. */
export function toFilterValue(text: string, column: Column | undefined): FilterValue {
  if (column?.type_generic === GenericType.Boolean && (text === 'true' || text === 'false')) return text === 'true';
  const isNumeric = column?.type_generic === GenericType.Numeric && !column.is_dttm;
  return isNumeric && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** The filter with another operator; its value is turned from a list into one and back (census EXPL-14). */
export function withOperator(filter: AdhocFilter, operator: FilterOperator): AdhocFilter {
  const { comparator, ...rest } = filter;
  if (isUnaryOperator(operator)) return { ...rest, operator };
  if (operator === 'TEMPORAL_RANGE') return { ...rest, operator, comparator: filter.operator === operator ? comparator : 'No filter' };
  const before = filter.operator === 'TEMPORAL_RANGE' ? undefined : comparator;
  if (isSetOperator(operator)) return { ...rest, operator, comparator: Array.isArray(before) ? before : before === undefined || before === '' || before === null ? [] : [before as FilterValue] };
  return { ...rest, operator, comparator: Array.isArray(before) ? ((before[0] as FilterValue) ?? '') : ((before as FilterValue) ?? '') };
}

/** True when the filter says all it needs to. */
export function isCompleteFilter(filter: AdhocFilter): boolean {
  if (filter.expressionType === 'SQL') return Boolean(filter.sqlExpression?.trim());
  if (!filter.subject || !filter.operator) return false;
  if (isUnaryOperator(filter.operator)) return true;
  if (Array.isArray(filter.comparator)) return filter.comparator.length > 0;
  return filter.comparator !== undefined && filter.comparator !== null && filter.comparator !== '';
}
