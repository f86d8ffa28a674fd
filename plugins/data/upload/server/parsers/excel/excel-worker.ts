import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import * as XLSX from '@e965/xlsx';

// Entry of the thread that reads one workbook. Workbooks are read whole: the thread has a memory limit, the server has not.

/** What the thread is told. */
export interface ExcelTask {
  readonly path: string;
  /** Where the rows go, as CSV; absent when only the names are wanted. */
  readonly target?: string;
  readonly sheet: string | null;
  /** Row of the names, from 0, after `skipRows`; null when there is none. */
  readonly headerRow: number | null;
  readonly skipRows: number;
  readonly skipBlankRows: boolean;
  readonly rows: number | null;
}

/** What it answers. */
export type ExcelOutcome =
  | { readonly sheets: readonly { readonly name: string; readonly columns: readonly string[] }[]; readonly texts: readonly boolean[]; readonly lines: readonly number[] }
  | { readonly problem: string };

type Cell = XLSX.CellObject | undefined;

const two = (value: number): string => String(value).padStart(2, '0');

function dateText(serial: number, is1904: boolean): string | undefined {
  const parts = XLSX.SSF.parse_date_code(serial, { date1904: is1904 }) as { y: number; m: number; d: number; H: number; M: number; S: number; u: number } | null;
  if (!parts) return undefined;
  const time = `${two(parts.H)}:${two(parts.M)}:${two(Math.floor(parts.S))}`;
  // A time without a day has none in front.
  if (serial < 1) return time;
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

function textOf(cell: Cell, is1904: boolean): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e' || cell.t === 'z') return '';
  if (cell.t === 'b') return cell.v ? 'true' : 'false';
  if (cell.t === 'n' && typeof cell.v === 'number') return (typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z) ? dateText(cell.v, is1904) : undefined) ?? String(cell.v);
  return String(cell.v);
}

const escaped = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);

/** The cells of a sheet, dense; rows and columns of its range. */
function gridOf(sheet: XLSX.WorkSheet): { readonly row: (at: number) => readonly Cell[]; readonly first: number; readonly rows: number; readonly columns: number } {
  const range = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1:A1');
  const data = (sheet as unknown as { '!data'?: Cell[][] })['!data'] ?? [];
  const columns = sheet['!ref'] ? range.e.c + 1 : 0;
  return { row: (at) => data[at] ?? [], first: 0, rows: sheet['!ref'] ? range.e.r + 1 : 0, columns };
}

function read(task: ExcelTask): ExcelOutcome {
  const book = XLSX.read(readFileSync(task.path), { type: 'buffer', dense: true, cellNF: true, cellHTML: false, cellFormula: false, cellText: false, ...(task.target && task.sheet !== null ? { sheets: task.sheet } : {}), ...(task.target ? {} : { sheetRows: task.skipRows + (task.headerRow ?? 0) + 2 }) });
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const isBlank = (cells: readonly Cell[]): boolean => cells.every((cell) => textOf(cell, is1904).trim() === '');
  const headOf = (name: string): { names: readonly string[]; body: number } => {
    const sheet = book.Sheets[name];
    if (!sheet) return { names: [], body: 0 };
    const grid = gridOf(sheet);
    const at = task.skipRows + (task.headerRow ?? 0);
    if (task.headerRow === null) return { names: Array.from({ length: grid.columns }, (_, column) => `column_${column + 1}`), body: task.skipRows };
    if (at >= grid.rows) return { names: [], body: at };
    const cells = grid.row(at);
    return { names: Array.from({ length: grid.columns }, (_, column) => textOf(cells[column], is1904)), body: at + 1 };
  };
  if (!task.target) return { sheets: book.SheetNames.map((name) => ({ name, columns: headOf(name).names })), texts: [], lines: [] };

  const name = task.sheet ?? book.SheetNames[0];
  const sheet = name === undefined ? undefined : book.Sheets[name];
  if (name === undefined || !sheet) return { problem: `The workbook has no sheet "${task.sheet ?? ''}". It has ${book.SheetNames.map((one) => `"${one}"`).join(', ')}.` };
  const { names, body } = headOf(name);
  if (names.length === 0) return { problem: `The sheet "${name}" ends before its header row. Check header_row and skip_rows.` };
  const grid = gridOf(sheet);
  const texts = names.map(() => false);
  const lines: number[] = [];
  const file = openSync(task.target, 'w', 0o600);
  try {
    let pending = '';
    for (let at = body; at < grid.rows && (task.rows === null || lines.length < task.rows); at += 1) {
      const cells = grid.row(at);
      if (isBlank(cells) && task.skipBlankRows) continue;
      lines.push(at + 1);
      names.forEach((_, column) => {
        const cell = cells[column];
        if (cell?.t === 's' && String(cell.v ?? '').trim() !== '') texts[column] = true;
        pending += (column > 0 ? ',' : '') + escaped(textOf(cell, is1904));
      });
      // A line without anything in it would be passed over.
      pending += names.length === 1 && textOf(cells[0], is1904) === '' ? '""\n' : '\n';
      if (pending.length > 1 << 20) {
        writeSync(file, pending);
        pending = '';
      }
    }
    writeSync(file, pending);
  } finally {
    closeSync(file);
  }
  return { sheets: [{ name, columns: names }], texts, lines };
}

function outcome(): ExcelOutcome {
  try {
    return read(workerData as ExcelTask);
  } catch (error) {
    return { problem: `The file cannot be read as a workbook: ${error instanceof Error ? error.message : 'unknown reason'}` };
  }
}

parentPort?.postMessage(outcome());
