import { escapeFormula, fileText } from './file-cell.ts';
import type { TableStream } from './table-stream.ts';
import { takeTurns } from '../take-turns.ts';

const CHECK_ROWS = 128;
/** A piece leaves when it holds this many characters. */
const PIECE_CHARS = 64 * 1024;
const SPECIAL = /[",\r\n]/;

function field(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A result as a CSV file with a byte-order mark, piece by piece. `names` are what people called the columns. */
export async function* writeCsv(table: TableStream, names: Readonly<Record<string, string>>): AsyncGenerator<Buffer, void, void> {
  const turn = takeTurns();
  let text = `\ufeff${table.names.map((name) => field(escapeFormula(names[name] ?? name))).join(',')}\n`;
  for await (const { columns, rowCount } of table.batches) {
    for (let row = 0; row < rowCount; row++) {
      for (let at = 0; at < columns.length; at++) text += (at > 0 ? ',' : '') + field(fileText(columns[at]![row], table.types[at]));
      text += '\n';
      if (row % CHECK_ROWS === CHECK_ROWS - 1) {
        if (text.length >= PIECE_CHARS) {
          yield Buffer.from(text);
          text = '';
        }
        await turn();
      }
    }
  }
  yield Buffer.from(text);
}
