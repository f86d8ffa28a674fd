import { GenericType } from '@orrery/sdk';
import type { Cell, Frame } from '../frame/frame.ts';
import { DIGITS, genericOfColumn } from '../frame/frame.ts';

/** Time one slice may take before others get their turn, in milliseconds. */
const SLICE_MS = 8;
const CHECK_ROWS = 256;

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

/** Rows of a frame as a JSON array of objects; large ones in slices, so that the process keeps answering meanwhile. */
export async function encodeRows(frame: Frame, names: readonly string[]): Promise<Buffer> {
  const keys = names.map((name, at) => `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`);
  const columns = frame.columns.map(({ values }) => values);
  const write = frame.columns.map((column) => (genericOfColumn(column) === GenericType.Numeric ? encodeNumber : encode));
  const pieces: Buffer[] = [];
  let text = '[';
  let started = performance.now();
  for (let row = 0; row < frame.rowCount; row++) {
    text += row > 0 ? ',{' : '{';
    for (let at = 0; at < keys.length; at++) text += keys[at]! + write[at]!(columns[at]![row] ?? null);
    text += '}';
    if (row % CHECK_ROWS === CHECK_ROWS - 1 && performance.now() - started > SLICE_MS) {
      pieces.push(Buffer.from(text));
      text = '';
      await new Promise<void>((resolve) => setImmediate(resolve));
      started = performance.now();
    }
  }
  pieces.push(Buffer.from(`${text}]`));
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}
