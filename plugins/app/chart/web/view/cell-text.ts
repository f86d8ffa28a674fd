import { GenericType } from '@orrery/sdk';
import type { ChartDataResult, DataRow } from '@orrery/sdk';

/** A value as a plain table shows it; undefined for NULL. Times are UTC, as the server means them. */
export function cellText(value: DataRow[string] | undefined, type: GenericType | undefined, language: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (type === GenericType.Temporal && typeof value === 'number') {
    const text = new Date(value).toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 6 });
  return String(value);
}

/** Whether a column is right-aligned. */
export function isNumeric(result: ChartDataResult, at: number): boolean {
  return result.coltypes[at] === GenericType.Numeric;
}
