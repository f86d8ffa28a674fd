import { ConnectorError } from '@orrery/sdk/server';
import type { RawValue } from './column-types.ts';
import { cellOf, columnType } from './column-types.ts';
import type { EngineReply, WireColumn } from './protocol.ts';

const BATCH_ROWS = 4096;
const BATCH_BYTES = 2_000_000;
const RESULT_BYTES = 500_000_000;

/** What is used of a prepared statement of the driver. */
export interface DriverStatement {
  /** Whether it answers rows. */
  readonly reader: boolean;
  run(): unknown;
  raw(isRaw: boolean): unknown;
  safeIntegers(isSafe: boolean): unknown;
  columns(): readonly { readonly name: string; readonly type: string | null }[];
  iterate(): Promise<Iterable<readonly RawValue[]>>;
}

const bytesOf = (value: RawValue): number => (typeof value === 'string' ? value.length * 2 : value instanceof Uint8Array ? value.length * 2 : 8);

/** How a statement is run. */
export interface RunSettings {
  readonly maxRows: number;
  /** Writing statements are run to their end, whatever is wanted of their rows. */
  readonly isWritable: boolean;
  readonly isCancelled: () => boolean;
}

/** Runs a statement and sends its rows by column, at most `maxRows` of them; `send` waits while the reader is behind. */
export async function runQuery(statement: DriverStatement, { maxRows, isWritable, isCancelled }: RunSettings, send: (reply: EngineReply) => Promise<void>): Promise<void> {
  if (!statement.reader) {
    await statement.run();
    await send({ kind: 'rows', columns: [], isDone: true });
    return;
  }
  statement.raw(true);
  statement.safeIntegers(true);
  const heads = statement.columns();
  let columns: readonly WireColumn[] | undefined;
  let rows: (readonly RawValue[])[] = [];
  let bytes = 0;
  let total = 0;
  let totalBytes = 0;
  let isCut = false;
  const flush = async (isDone: boolean): Promise<void> => {
    const isFirst = columns === undefined;
    columns ??= heads.map(({ name, type }, at) => columnType(name, type, rows.map((row) => row[at] ?? null)));
    const known = columns;
    const batch = { columns: known.map(({ generic }, at) => rows.map((row) => cellOf(row[at] ?? null, generic))), rowCount: rows.length };
    await send({ kind: 'rows', ...(isFirst && { columns: known }), ...(rows.length > 0 && { batch }), isDone, ...(isCut && { isCut }) });
    rows = [];
    bytes = 0;
  };
  for (const row of await statement.iterate()) {
    if (isCancelled()) throw new ConnectorError('cancelled', 'The query was cancelled.');
    if (total >= maxRows) {
      if (isWritable) continue;
      isCut = true;
      break;
    }
    rows.push(row);
    total++;
    const size = row.reduce((sum: number, value) => sum + bytesOf(value), 0);
    bytes += size;
    totalBytes += size;
    if (totalBytes > RESULT_BYTES) throw new ConnectorError('memory', 'The result is larger than 500 MB. Ask for fewer rows or columns.');
    if (rows.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await flush(false);
  }
  await flush(true);
}
