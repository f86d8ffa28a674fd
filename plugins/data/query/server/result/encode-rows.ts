import { GenericType } from '@orrery/sdk';
import type { Cell, Frame } from '../frame/frame.ts';
import { DIGITS, genericOfColumn } from '../frame/frame.ts';
import { QueryError } from '../query-error.ts';
import { takeTurns } from '../take-turns.ts';

const CHECK_ROWS = 256;
/** Characters of text that are turned into bytes at once. */
const PIECE_CHARS = 512 * 1024;
/** Answers above this help nobody and stop everybody: a pivot makes them of few rows. */
const MAX_BYTES = 256 * 2 ** 20;

function encode(value: Cell): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return JSON.stringify(value);
}

/** As `encode`, for a column of numbers: those too long for a number come as text, and are numbers in JSON all the same. */
function encodeNumber(value: Cell): string {
  if (typeof value !== 'string') return encode(value);
  if (DIGITS.test(value)) return value;
  return /^[-+]?(?:nan|inf(?:inity)?)$/i.test(value) ? 'null' : JSON.stringify(value);
}

/** Rows of a frame as a JSON array of objects; large ones in slices, so that the process keeps answering meanwhile. Rejects with QueryError above `maxBytes`. */
export async function encodeRows(frame: Frame, names: readonly string[], maxBytes = MAX_BYTES): Promise<Buffer> {
  const keys = names.map((name, at) => `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`);
  const columns = frame.columns.map(({ values }) => values);
  const write = frame.columns.map((column) => (genericOfColumn(column) === GenericType.Numeric ? encodeNumber : encode));
  const pieces: Buffer[] = [];
  let text = '[';
  let bytes = 0;
  const turn = takeTurns();
  const flush = (): void => {
    const piece = Buffer.from(text);
    pieces.push(piece);
    bytes += piece.length;
    text = '';
    if (bytes > maxBytes) throw new QueryError(`The result is larger than ${Math.floor(maxBytes / 2 ** 20)} MB. Ask for fewer rows, columns or series.`);
  };
  for (let row = 0; row < frame.rowCount; row++) {
    text += row > 0 ? ',{' : '{';
    for (let at = 0; at < keys.length; at++) text += keys[at]! + write[at]!(columns[at]![row] ?? null);
    text += '}';
    // Rows of a wide pivot are long by themselves.
    if (text.length > PIECE_CHARS) flush();
    if (row % CHECK_ROWS === CHECK_ROWS - 1 || keys.length > CHECK_ROWS) await turn();
  }
  text += ']';
  flush();
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}
