import { GenericType } from '@orrery/sdk';

/** A cell as a person reads it: full precision, times in UTC without needless zeros. */
export function formatCell(value: string | number | boolean | null, type: GenericType, language: string): string {
  if (value === null) return '<NULL>';
  if (type === GenericType.Temporal && typeof value === 'number') {
    const text = new Date(value).toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('T', ' ').replace(/(\.000)?Z$/, '');
  }
  if (typeof value === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: false }).format(value);
  return String(value);
}
