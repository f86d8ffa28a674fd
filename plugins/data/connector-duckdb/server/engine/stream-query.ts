import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '@orrery/sdk/server';
import { decodeColumn, genericOf } from './decode-column.ts';
import type { Cell, WireBatch, WireColumn } from './protocol.ts';

/** A batch leaves when it holds this many rows or bytes. */
const BATCH_ROWS = 8192;
const BATCH_BYTES = 4_000_000;
const RESULT_BYTES = 1_000_000_000;

/** Where a query's result goes; `send` waits while the reader is behind. */
export interface ResultSink {
  send(columns: readonly WireColumn[] | undefined, batch: WireBatch | undefined, done: boolean): Promise<void>;
  readonly isCancelled: () => boolean;
}

/** Runs a statement and sends its rows by column, at most `maxRows` of them. Answers whether the result was read to its end. */
export async function streamQuery(connection: DuckDBConnection, sql: string, maxRows: number, sink: ResultSink): Promise<boolean> {
  const result = await connection.stream(sql);
  const types = result.columnTypes();
  let columns: readonly WireColumn[] | undefined = result
    .columnNames()
    .map((name, at) => ({ name, type: String(types[at]), generic: genericOf(types[at]!) }));
  let batch: Cell[][] = types.map(() => []);
  let rows = 0;
  let bytes = 0;
  let total = 0;
  let totalBytes = 0;
  let isAtEnd = false;
  const flush = async (done: boolean): Promise<void> => {
    await sink.send(columns, rows > 0 ? { columns: batch, rowCount: rows } : undefined, done);
    columns = undefined;
    batch = types.map(() => []);
    rows = 0;
    bytes = 0;
  };
  while (total < maxRows) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) {
      isAtEnd = true;
      break;
    }
    if (sink.isCancelled()) throw new ConnectorError('cancelled', 'The query was cancelled.');
    const count = Math.min(chunk.rowCount, maxRows - total);
    let added = 0;
    for (let at = 0; at < types.length; at++) added += decodeColumn(chunk.getColumnVector(at), types[at]!, count, batch[at]!);
    rows += count;
    total += count;
    bytes += added;
    totalBytes += added;
    if (totalBytes > RESULT_BYTES) throw new ConnectorError('memory', 'The result is larger than 1 GB. Ask for fewer rows or columns.');
    if (rows >= BATCH_ROWS || bytes >= BATCH_BYTES) await flush(false);
  }
  await flush(true);
  return isAtEnd;
}
