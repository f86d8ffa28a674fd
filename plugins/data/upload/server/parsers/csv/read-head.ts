import { open } from 'node:fs/promises';
import type { UploadOptions } from '../../../contract.ts';
import { uploadError } from '../../upload-error.ts';

/** Within so many bytes the names must stand. */
const HEAD_BYTES = 4 * 1024 * 1024;

/** Where the rows of a CSV file begin, and what their columns are called. */
export interface CsvHead {
  readonly names: readonly string[];
  /** Byte the rows begin at. */
  readonly bodyStart: number;
  /** Lines before them. */
  readonly linesBefore: number;
}

interface Record_ {
  readonly fields: readonly string[];
  readonly end: number;
  readonly lines: number;
  readonly isBlank: boolean;
}

/** Reads one record of a text from `from`; undefined at its end. */
function readRecord(text: string, from: number, delimiter: string, skipInitialSpace: boolean): Record_ | undefined {
  if (from >= text.length) return undefined;
  const fields: string[] = [];
  let field = '';
  let at = from;
  let lines = 0;
  let isQuoted = false;
  let isStart = true;
  for (; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted) {
      if (char === '\n') lines += 1;
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && (isStart || field.trim() === '')) {
      isQuoted = true;
      field = '';
    } else if (text.startsWith(delimiter, at)) {
      fields.push(field);
      field = '';
      at += delimiter.length - 1;
      isStart = true;
      continue;
    } else if (char === '\n' || char === '\r') {
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1;
      lines += 1;
      break;
    } else if (!(skipInitialSpace && char === ' ' && field === '')) field += char;
    isStart = false;
  }
  fields.push(field);
  return { fields, end: at, lines, isBlank: fields.length === 1 && fields[0]?.trim() === '' };
}

/** Passes over a number of lines. */
function skipLines(text: string, count: number): number {
  let at = 0;
  for (let skipped = 0; skipped < count && at < text.length; skipped += 1) {
    const found = /\r\n|\n|\r/g;
    found.lastIndex = at;
    const match = found.exec(text);
    at = match ? match.index + match[0].length : text.length;
  }
  return at;
}

/** Finds the names and where the rows begin. Rejects with HttpError 422 for files without columns. */
export async function readHead(path: string, start: number, options: UploadOptions): Promise<CsvHead> {
  const handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, start).finally(() => handle.close());
  const text = buffer.subarray(0, bytesRead).toString('utf8');
  let at = skipLines(text, options.skipRows);
  let lines = options.skipRows;
  let record: Record_ | undefined;
  for (let row = 0; row <= (options.headerRow ?? 0); ) {
    record = readRecord(text, at, options.delimiter, options.skipInitialSpace);
    if (!record) throw uploadError(bytesRead === 0 ? 'The file is empty.' : `The file ends before its header row. Check header_row and skip_rows.`);
    const isSkipped = record.isBlank && options.skipBlankLines;
    if (options.headerRow === null && !isSkipped) break;
    at = record.end;
    lines += record.lines;
    if (!isSkipped) row += 1;
  }
  const fields = record?.fields ?? [];
  const names = options.headerRow === null ? fields.map((_, index) => `column_${index + 1}`) : fields;
  return { names, bodyStart: start + Buffer.byteLength(text.slice(0, at)), linesBefore: lines };
}
