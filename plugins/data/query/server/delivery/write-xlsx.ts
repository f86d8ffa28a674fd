import type { Readable } from 'node:stream';
import { GenericType } from '@orrery/sdk';
import { escapeFormula } from './file-cell.ts';
import type { TableStream } from './table-stream.ts';
import { takeTurns } from '../take-turns.ts';
import { zipOf } from './zip-of.ts';
import { textCell, xlsxCell } from './xlsx-cell.ts';
import { SHEET_END, XLSX_PARTS, sheetStart } from './xlsx-parts.ts';

/** Rows a sheet can hold, the header among them. */
export const SHEET_ROWS = 1_048_576;
const CHECK_ROWS = 64;
const PIECE_CHARS = 64 * 1024;

/** Last row of a sheet that could not hold the whole result. */
export const CUT_NOTE = 'An Excel sheet holds at most 1,048,576 rows: the rest of this result was left out. Download the data as CSV to get all rows.';

/** The sheet of a workbook, piece by piece. Rows that do not fit are left out, and the last row says so. */
export async function* writeSheet(table: TableStream, names: Readonly<Record<string, string>>, maxRows = SHEET_ROWS): AsyncGenerator<Buffer, void, void> {
  const turn = takeTurns();
  const { types } = table;
  let text = `${sheetStart(types.map((type) => type === GenericType.Temporal))}<row>${table.names.map((name) => textCell(escapeFormula(names[name] ?? name))).join('')}</row>`;
  // One row behind: only the row after the last that fits tells whether the note is needed in its place.
  let waiting = '';
  let rows = 1;
  let isCut = false;
  reading: for await (const { columns, rowCount } of table.batches) {
    for (let row = 0; row < rowCount; row++) {
      if (rows === maxRows) {
        isCut = true;
        break reading;
      }
      text += waiting;
      waiting = '<row>';
      for (let at = 0; at < columns.length; at++) waiting += xlsxCell(columns[at]![row], types[at]);
      waiting += '</row>';
      rows++;
      if (row % CHECK_ROWS === CHECK_ROWS - 1) {
        if (text.length >= PIECE_CHARS) {
          yield Buffer.from(text);
          text = '';
        }
        await turn();
      }
    }
  }
  yield Buffer.from(`${text}${isCut ? `<row>${textCell(CUT_NOTE)}</row>` : waiting}${SHEET_END}`);
}

/** A result as an Excel workbook, streamed: neither rows nor file are ever whole in memory. */
export function writeXlsx(table: TableStream, names: Readonly<Record<string, string>>): Readable {
  const parts = Object.entries(XLSX_PARTS).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  return zipOf([...parts, { name: 'xl/worksheets/sheet1.xml', content: () => writeSheet(table, names) }]);
}
