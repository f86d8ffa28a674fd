import { GenericType } from '@orrery/sdk';
import type { ChartDataResult } from '@orrery/sdk';

type Cell = ChartDataResult['data'][number][string];

function cellText(value: Cell | undefined, isTemporal: boolean): string {
  if (value === null || value === undefined) return '';
  if (isTemporal && typeof value === 'number') return new Date(value).toISOString().replace('.000Z', 'Z');
  // Spreadsheets run texts that begin like a formula; an apostrophe keeps them texts.
  if (typeof value === 'string' && /^[=+\-@\t\r]/.test(value)) return `'${value}`;
  return String(value);
}

function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A result as CSV with a header line, RFC 4180. */
export function toCsv(result: ChartDataResult): string {
  const header = result.colnames.map(quote).join(',');
  const rows = result.data.map((row) => result.colnames.map((name, at) => quote(cellText(row[name], result.coltypes[at] === GenericType.Temporal))).join(','));
  return [header, ...rows, ''].join('\r\n');
}
