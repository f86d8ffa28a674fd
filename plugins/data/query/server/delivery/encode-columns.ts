import { itemPieces } from '../result/raw-item.ts';
import type { RawItem } from '../result/raw-item.ts';
import { scanRows } from './scan-rows.ts';
import { takeTurns } from '../take-turns.ts';

/** Media type of answers by column, for readers that ask for it by `accept`. */
export const COLUMNS_TYPE = 'application/vnd.orrery.columns+json';

const CHECK_ROWS = 512;
const COMMA = 0x2c;
/** Short values are copied faster by hand. */
const SHORT_BYTES = 24;

/** Bytes that grow. */
class ByteWriter {
  private bytes = Buffer.allocUnsafe(1024);
  private length = 0;

  write(source: Buffer, start: number, end: number): void {
    const needed = this.length + end - start + 1;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    if (this.length > 0) this.bytes[this.length++] = COMMA;
    if (end - start > SHORT_BYTES) {
      source.copy(this.bytes, this.length, start, end);
      this.length += end - start;
    } else for (let at = start; at < end; at++) this.bytes[this.length++] = source[at]!;
  }

  done(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** The item as JSON with `columns: [[…],…]`, in the order of `colnames`, instead of `data`: smaller, and quicker to read. */
export async function columnPieces(item: RawItem): Promise<readonly Buffer[]> {
  // A list of something has no columns.
  if (item.head.colnames.length === 0) return itemPieces(item);
  const turn = takeTurns();
  const writers = item.head.colnames.map(() => new ByteWriter());
  const next = scanRows(item, (column, start, end) => writers[column]!.write(item.data, start, end));
  for (let row = 1; next(); row++) if (row % CHECK_ROWS === 0) await turn();
  const open = JSON.stringify(item.head).slice(0, -1);
  const columns = writers.flatMap((writer, at) => [Buffer.from(at > 0 ? '],[' : '['), writer.done()]);
  return [Buffer.from(`${open},"columns":[`), ...columns, Buffer.from(']]}')];
}
