import type { ChartDataResult } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';

const NUMBER = /^-\d+(?:\.\d+)?$/;

/** Keeps spreadsheet programs from running a text as a formula. */
export function escapeFormula(text: string): string {
  const bare = text.replace(/^(?:\s|"")+/, '');
  if (!/^[-@+|=%]/.test(bare) || NUMBER.test(text)) return text;
  return `'${text.replaceAll('|', '\\|')}`;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cell(value: unknown, type: GenericType | undefined): string {
  if (value === null || value === undefined) return '';
  if (type === GenericType.Temporal && typeof value === 'number') return new Date(value).toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'string') return field(escapeFormula(value));
  return field(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** A result as a CSV file with a byte-order mark; headers are the verbose names. */
export function toCsv(result: ChartDataResult, verboseNames: Readonly<Record<string, string>>): string {
  const lines = [result.colnames.map((name) => field(escapeFormula(verboseNames[name] ?? name))).join(',')];
  for (const row of result.data) lines.push(result.colnames.map((name, at) => cell(row[name], result.coltypes[at])).join(','));
  return `\ufeff${lines.join('\n')}\n`;
}
