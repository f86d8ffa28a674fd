import type { ExecuteOptions, QueryExecution, ResultBatch, ResultColumn } from '@orrery/sdk/server';
import type { TrinoServer } from '../client/trino-server.ts';
import type { TrinoColumn } from '../result/column-types.ts';
import { genericOf } from '../result/column-types.ts';
import type { Cell } from '../result/convert.ts';
import { converterOf } from '../result/convert.ts';
import { Statement } from './statement.ts';
import { stopError } from './statement-error.ts';

const BATCH_ROWS = 8192;
/** Cells a result may have; at some ten bytes each this is what others call 1 GB. */
const MAX_CELLS = 100_000_000;

type Row = readonly unknown[];

/** Columns of a result as everybody sees them. */
export function toColumns(columns: readonly TrinoColumn[]): readonly ResultColumn[] {
  return columns.map(({ name, type }) => ({ name, type, generic: genericOf(type) }));
}

function toBatch(rows: readonly Row[], converters: readonly ((value: unknown) => Cell)[]): ResultBatch {
  const columns = converters.map((convert, at) => {
    const cells = new Array<Cell>(rows.length);
    for (let row = 0; row < rows.length; row++) cells[row] = convert(rows[row]![at]);
    return cells;
  });
  return { columns, rowCount: rows.length };
}

/** Runs an admitted statement and streams its rows by column. Rejects with ConnectorError. */
export async function runQuery(server: TrinoServer, sql: string, options: ExecuteOptions): Promise<QueryExecution> {
  const statement = new Statement(server, sql, options);
  const maxRows = Math.max(0, options.maxRows);
  let described: readonly TrinoColumn[] | undefined;
  let taken = 0;

  /** The next rows that are wanted; none is not the end. */
  const read = async (): Promise<readonly Row[]> => {
    const page = await statement.next();
    described ??= page.columns;
    const rows = (page.data ?? []).slice(0, maxRows - taken);
    taken += rows.length;
    if (taken * (described?.length ?? 1) > MAX_CELLS) {
      statement.stop('memory');
      throw stopError('memory');
    }
    return rows;
  };
  const isDone = (): boolean => statement.isComplete || (described !== undefined && taken >= maxRows && options.mode === 'read');

  try {
    const first: Row[] = [];
    // A change must be complete before anybody hears of it.
    while (!isDone() && (options.mode === 'write' || described === undefined)) first.push(...(await read()));
    const columns = toColumns(described ?? []);
    const converters = (described ?? []).map(converterOf);

    const batches = async function* (): AsyncGenerator<ResultBatch, void, void> {
      let rows: readonly Row[] = first;
      try {
        for (;;) {
          for (let at = 0; at < rows.length; at += BATCH_ROWS) yield toBatch(rows.slice(at, at + BATCH_ROWS), converters);
          if (isDone()) break;
          rows = await read();
        }
      } finally {
        // Not complete: the limit was reached, the reader left, or it failed.
        if (!statement.isComplete) statement.abandon();
      }
    };
    return { columns, batches: batches() };
  } catch (error) {
    statement.abandon();
    throw error;
  }
}
