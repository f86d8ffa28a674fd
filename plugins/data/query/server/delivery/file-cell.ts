import { GenericType } from '@orrery/sdk';
import type { Cell } from '../frame/frame.ts';

const NUMBER = /^-\d+(?:\.\d+)?$/;
/** What a text must hold before it is worth a closer look: nearly none does. */
const SUSPECT = /^(?:\s|"")*[-@+|=%]/;

/** Keeps spreadsheet programs from running a text as a formula. */
export function escapeFormula(text: string): string {
  if (!SUSPECT.test(text) || NUMBER.test(text)) return text;
  return `'${text.replaceAll('|', '\\|')}`;
}

/** An instant as files show it; fractions only where there are any. */
export function fileTime(ms: number): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return '';
  const text = new Date(ms).toISOString().replace('T', ' ');
  return text.endsWith('.000Z') ? text.slice(0, -5) : text.slice(0, -1);
}

/** A value as text in a file: nothing for null, instants readable, formulas disarmed. */
export function fileText(value: Cell | undefined, type: GenericType | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormula(value);
  if (typeof value === 'number') {
    if (type === GenericType.Temporal) return fileTime(value);
    return Number.isFinite(value) ? String(value) : '';
  }
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
