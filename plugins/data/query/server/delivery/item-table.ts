import type { Cell } from '../frame/frame.ts';
import type { RawItem } from '../result/raw-item.ts';
import { scanRows } from './scan-rows.ts';
import type { TableBatch, TableStream } from './table-stream.ts';
import { takeTurns } from '../take-turns.ts';

const BATCH_ROWS = 1024;
/** Up to so many digits a number gives back what it was given. */
const EXACT_DIGITS = 15;

/** One value out of its JSON bytes. */
function parseCell(data: Buffer, start: number, end: number): Cell {
  switch (data[start]) {
    case 0x22: {
      const text = data.toString('utf8', start + 1, end - 1);
      return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
    }
    case 0x6e:
      return null;
    case 0x74:
      return true;
    case 0x66:
      return false;
    case 0x5b:
      return JSON.parse(data.toString('utf8', start, end)) as number[];
    default: {
      const text = data.toString('latin1', start, end);
      const number = Number(text);
      // Digits a number would lose stay a text.
      return end - start > EXACT_DIGITS && String(number) !== text && !/[eE]/.test(text) ? text : number;
    }
  }
}

/** The rows of a finished item, in batches. */
export function itemTable(item: RawItem): TableStream {
  async function* batches(): AsyncGenerator<TableBatch, void, void> {
    const turn = takeTurns();
    let columns: Cell[][] = item.head.colnames.map(() => []);
    const next = scanRows(item, (column, start, end) => columns[column]!.push(parseCell(item.data, start, end)));
    for (let rowCount = 0; ; ) {
      const isRow = next();
      if (isRow) rowCount++;
      if (rowCount === BATCH_ROWS || (!isRow && rowCount > 0)) {
        yield { columns, rowCount };
        columns = item.head.colnames.map(() => []);
        rowCount = 0;
        await turn();
      }
      if (!isRow) return;
    }
  }
  return { names: item.head.colnames, types: item.head.coltypes, batches: batches() };
}
