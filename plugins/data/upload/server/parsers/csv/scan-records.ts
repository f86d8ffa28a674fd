import { createReadStream } from 'node:fs';

const [QUOTE, LINE_FEED, RETURN, SPACE] = [0x22, 0x0a, 0x0d, 0x20];

/** A record of a CSV text. */
export interface ScannedRecord {
  /** Line (from 1) it begins at. */
  readonly line: number;
  readonly isBlank: boolean;
}

/**
 * Walks over the records of a CSV file, `visit` answering whether to stop. Answers the line of a record whose quote is
 * never closed: the engine would take the rest of the file for its last field, or lose it.
 */
export async function scanRecords(file: string, delimiter: string, visit: (record: ScannedRecord) => boolean | void): Promise<number | undefined> {
  const mark = Buffer.from(delimiter);
  // A carriage return that belongs to no line feed ends lines too, in files of old systems.
  let state: 'start' | 'plain' | 'quoted' | 'closing' = 'start';
  let matched = 0;
  let isBlank = true;
  let line = 1;
  let begin = 1;
  let wasReturn = false;
  const end = (): boolean => {
    const stops = visit({ line: begin, isBlank }) === true;
    begin = line;
    isBlank = true;
    state = 'start';
    return stops;
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 16 }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      const isPair = wasReturn && byte === LINE_FEED;
      wasReturn = byte === RETURN;
      if (state === 'closing') state = byte === QUOTE ? 'quoted' : 'plain';
      else if (state === 'quoted') {
        if (byte === QUOTE) state = 'closing';
        else if (byte === LINE_FEED ? !isPair : byte === RETURN) line += 1;
        continue;
      } else if (byte === QUOTE && state === 'start') {
        state = 'quoted';
        isBlank = false;
        continue;
      }
      // A doubled quote is text.
      if (state === 'quoted') continue;
      if (byte === LINE_FEED || byte === RETURN) {
        if (isPair) continue;
        line += 1;
        if (end()) return undefined;
        begin = line;
        continue;
      }
      isBlank = false;
      matched = byte === mark[matched] ? matched + 1 : byte === mark[0] ? 1 : 0;
      if (matched === mark.length) {
        matched = 0;
        state = 'start';
      } else if (!(state === 'start' && byte === SPACE)) state = 'plain';
    }
  }
  if ((state as string) === 'quoted') return begin;
  if (!isBlank) end();
  return undefined;
}

/** Line (from 1) at which a record (from 0) begins; blank lines are records only when told so. */
export async function lineOfRecord(file: string, delimiter: string, record: number, countsBlank: boolean): Promise<number> {
  let seen = 0;
  let found = 1;
  const unclosed = await scanRecords(file, delimiter, ({ line, isBlank }) => {
    if (isBlank && !countsBlank) return false;
    found = line;
    seen += 1;
    return seen > record;
  });
  return seen > record ? found : (unclosed ?? found);
}
