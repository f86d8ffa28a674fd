import type { RawItem } from '../result/raw-item.ts';

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, CLOSE_ROW] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7d];

/** First byte after the JSON value that starts at `start`: a text, a list of numbers, or a bare word or number. */
function endOfValue(data: Buffer, start: number): number {
  const first = data[start];
  let at = start + 1;
  if (first === QUOTE) {
    for (;;) {
      const byte = data[at];
      if (byte === undefined || byte === QUOTE) return at + 1;
      at += byte === BACKSLASH ? 2 : 1;
    }
  }
  if (first === OPEN_LIST) {
    while (at < data.length && data[at] !== CLOSE_LIST) at++;
    return at + 1;
  }
  while (at < data.length && data[at] !== COMMA && data[at] !== CLOSE_ROW) at++;
  return at;
}

/** Told where each value of a row lies in the bytes. */
export type OnValue = (column: number, start: number, end: number) => void;

/**
 * Walks the rows of an item without making objects of them. The rows are our own (`encodeRows`): every row has the same keys
 * in the same order, so that keys are skipped by their length. Answers a function that reads the next row, false at the end.
 */
export function scanRows({ head, data }: RawItem, onValue: OnValue): () => boolean {
  const keyBytes = head.colnames.map((name, at) => Buffer.byteLength(JSON.stringify(name)) + (at > 0 ? 2 : 1));
  let at = 1;
  return () => {
    if (at >= data.length - 1) return false;
    at += 1;
    for (let column = 0; column < keyBytes.length; column++) {
      const start = at + keyBytes[column]!;
      at = endOfValue(data, start);
      onValue(column, start, at);
    }
    at += 2;
    return true;
  };
}
