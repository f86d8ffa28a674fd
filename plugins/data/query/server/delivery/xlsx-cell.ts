import { GenericType } from '@orrery/sdk';
import type { Cell } from '../frame/frame.ts';
import { escapeFormula, fileText, fileTime } from './file-cell.ts';
import { TIME_STYLE } from './xlsx-parts.ts';

const DAY_MS = 86_400_000;
/** Days from the zero of the program's calendar to 1970. */
const EPOCH_DAYS = 25_569;
/** Before it the calendar has a day too many (29 February 1900); earlier instants are written as text. */
const FIRST_DAY = 61;
const MAX_CHARS = 32_767;

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// eslint-disable-next-line no-control-regex -- these are the characters XML cannot hold
const UNSAFE = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\r]|_x[0-9A-Fa-f]{4}_|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeXml(found: string): string {
  const markup = MARKUP[found];
  if (markup) return markup;
  // A literal escape is escaped itself; half of a pair of surrogates is no character at all.
  if (found.length > 1) return `_x005F${found}`;
  return found >= '\ud800' && found <= '\udfff' ? '\ufffd' : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** A text cell; longer texts than a cell may hold are cut. */
export function textCell(text: string): string {
  if (text === '') return '<c/>';
  const short = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
  return `<c t="inlineStr"><is><t xml:space="preserve">${short.replace(UNSAFE, escapeXml)}</t></is></c>`;
}

/** A value as a cell of a sheet. */
export function xlsxCell(value: Cell | undefined, type: GenericType | undefined): string {
  if (value === null || value === undefined) return '<c/>';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return '<c/>';
    if (type !== GenericType.Temporal) return `<c><v>${value}</v></c>`;
    const days = value / DAY_MS + EPOCH_DAYS;
    return days >= FIRST_DAY ? `<c s="${TIME_STYLE}"><v>${days}</v></c>` : textCell(fileTime(value));
  }
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  return textCell(typeof value === 'string' ? escapeFormula(value) : fileText(value, type));
}
