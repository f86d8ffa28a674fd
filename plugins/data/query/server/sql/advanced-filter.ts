import type { FilterValue, QueryFilter } from '@orrery/sdk';
import type { AdvancedTypes, AdvancedValue } from '../../../advanced-types/contract.ts';
import { QueryError } from '../query-error.ts';

/** What reads values of advanced data types. */
export type ConvertAdvanced = AdvancedTypes['convert'];

interface Range {
  readonly start: bigint;
  readonly end: bigint;
}

const rangeOf = (value: AdvancedValue): Range => (typeof value === 'bigint' ? { start: value, end: value } : value);
const isNull = (value: FilterValue): boolean => value === null || value === '<NULL>';

function equals(target: string, { start, end }: Range): string {
  return start === end ? `${target} = ${start}` : `(${target} >= ${start} AND ${target} <= ${end})`;
}

/**
 * A filter on a column that holds values of an advanced data type as numbers, such as addresses; undefined for operators
 * that need no value of it. Throws QueryError for values that are none of the type.
 */
export function advancedFilterSql(filter: QueryFilter, target: string, type: string, convert: ConvertAdvanced): string | undefined {
  const given = (Array.isArray(filter.val) ? filter.val : [filter.val ?? null]) as readonly FilterValue[];
  const isList = filter.op === 'IN' || filter.op === 'NOT IN';
  const asked = isList ? given : given.slice(0, 1);
  if (filter.op.startsWith('IS ') || filter.op === 'TEMPORAL_RANGE' || (!isList && asked.some(isNull))) return undefined;
  if (asked.length === 0) throw new QueryError('Filter value list cannot be empty');
  const texts = asked.filter((value) => !isNull(value)).map((value) => (typeof value === 'number' ? value : String(value)));
  const conversion = texts.length > 0 ? convert(type, texts) : undefined;
  if (texts.length > 0 && !conversion) return undefined;
  if (conversion?.error_message) throw new QueryError(conversion.error_message);
  const ranges = (conversion?.values ?? []).flat().map((value) => rangeOf(value as AdvancedValue));
  if (ranges.length === 0 && texts.length > 0) throw new QueryError('Must specify a value for filters with comparison operators');
  const least = ranges.reduce((found, { start }) => (start < found ? start : found), ranges[0]?.start ?? 0n);
  const most = ranges.reduce((found, { end }) => (end > found ? end : found), ranges[0]?.end ?? 0n);
  const any = [...(asked.some(isNull) ? [`${target} IS NULL`] : []), ...ranges.map((range) => equals(target, range))].join(' OR ');
  switch (filter.op) {
    case '==':
    case 'IN':
      return `(${any})`;
    case '!=':
    case 'NOT IN':
      return `NOT (${any})`;
    case '>':
      return `${target} > ${most}`;
    case '>=':
      return `${target} >= ${least}`;
    case '<':
      return `${target} < ${least}`;
    case '<=':
      return `${target} <= ${most}`;
    default:
      throw new QueryError(`Invalid filter operation type: ${filter.op}`);
  }
}
