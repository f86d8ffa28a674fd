import { GenericType } from '@orrery/sdk';
import type { ChartDataResult, DataRow } from '@orrery/sdk';

/** A result as CSV (RFC 4180), times as ISO 8601 in UTC. */
export function toCsv(result: ChartDataResult): string {
  const line = (cells: readonly string[]) => cells.map(quote).join(',');
  const rows = result.data.map((row) => line(result.colnames.map((name, at) => cell(row[name], result.coltypes[at]))));
  return `${[line(result.colnames.map(guard)), ...rows].join('\r\n')}\r\n`;
}

function cell(value: DataRow[string] | undefined, type: GenericType | undefined): string {
  if (value === null || value === undefined) return '';
  if (type === GenericType.Temporal && typeof value === 'number') return new Date(value).toISOString();
  return typeof value === 'string' ? guard(value) : String(value);
}

/** Text a spreadsheet would run as a formula is kept a text. */
function guard(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.,]+%?$/.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands a text to the browser as a download. */
export function saveText(text: string, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
