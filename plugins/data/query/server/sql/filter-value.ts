import type { DatasetColumn, FilterValue } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { strftime } from '../time/strftime.ts';
import { isTextType } from './column-sql.ts';
import type { SqlSource } from './source.ts';

/** Farther from 1970 there are no dates. */
const MOST_MS = 8.64e15;

/** Instants as the column stores them: epoch numbers, or a literal of the engine. */
export function instantLiteral(ms: number, column: DatasetColumn | undefined, source: SqlSource): string {
  const format = column?.python_date_format;
  if (format === 'epoch_s') return String(Math.floor(ms / 1000));
  if (format === 'epoch_ms') return String(ms);
  // Texts and numbers hold instants in the format the dataset names; engines' own types know theirs.
  if (format?.includes('%') && column) {
    const text = strftime(ms, format);
    if (isTextType(column.type)) return source.dialect.literal(text);
    if (/int|num|dec|real|double|float/i.test(column.type ?? '') && /^\d+$/.test(text)) return text;
  }
  return source.dialect.timestamp(ms, column?.type ?? null);
}

/** True for a value that is there but cannot be one of the column, such as a word beside numbers. */
export function isUnreadable(value: FilterValue, column: DatasetColumn | undefined, source: SqlSource): boolean {
  return value !== null && value !== undefined && value !== '<NULL>' && valueSql(value, column, source) === null;
}

/** A filter's value as the column takes it, as SQL; null stands for SQL NULL (contract §4.5). */
export function valueSql(value: FilterValue, column: DatasetColumn | undefined, source: SqlSource): string | null {
  const { dialect } = source;
  let clean: FilterValue = value;
  if (typeof clean === 'string') {
    clean = clean.replace(/^[\t\n]+|[\t\n]+$/g, '');
    if (clean === '<NULL>') return null;
    if (clean === '<empty string>') clean = '';
  }
  if (clean === null || clean === undefined) return null;
  const isEpoch = column?.python_date_format?.startsWith('epoch_') ?? false;
  if (column?.is_dttm && typeof clean === 'number') return Math.abs(clean) <= MOST_MS ? instantLiteral(clean, column, source) : null;
  switch (column?.type_generic) {
    case GenericType.Numeric: {
      // Digits a number would lose stand as they are.
      if (typeof clean === 'string' && clean.length > 15 && /^-?[1-9]\d*(?:\.\d+)?$/.test(clean.trim()) && String(Number(clean)) !== clean.trim()) return clean.trim();
      const number = typeof clean === 'boolean' ? Number(clean) : typeof clean === 'string' && clean.trim() === '' ? Number.NaN : Number(clean);
      return Number.isNaN(number) ? null : dialect.literal(number);
    }
    case GenericType.Boolean: {
      const text = String(clean).toLowerCase();
      if (text === 'true' || text === '1') return dialect.literal(true);
      if (text === 'false' || text === '0') return dialect.literal(false);
      return null;
    }
    default:
      if (isEpoch && !Number.isNaN(Number(clean))) return String(Number(clean));
      // Beside text, engines do not compare numbers; an ad hoc expression has no known type and keeps the value's own.
      return dialect.literal(column?.type_generic === GenericType.String && typeof clean !== 'string' ? String(clean) : clean);
  }
}
