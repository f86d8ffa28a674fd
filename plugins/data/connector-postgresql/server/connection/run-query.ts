import type Cursor from 'pg-cursor';
import type { QueryResult } from 'pg';
import type { ExecuteOptions, QueryExecution, ResultBatch, ResultColumn } from '@orrery/sdk/server';
import { genericOf, typeName } from '../result/column-types.ts';
import type { Cell } from '../result/convert.ts';
import { converterOf } from '../result/convert.ts';
import type { ServerPool } from './pool-registry.ts';
import { Session } from './session.ts';

const FIRST_ROWS = 1024;
const BATCH_ROWS = 8192;
/** Text converted in one go; larger pieces would keep the process from answering others. */
const BATCH_BYTES = 1_000_000;

type Row = readonly (string | null)[];

interface Chunk {
  readonly rows: readonly Row[];
  readonly fields: QueryResult['fields'];
}

/** Values stay as the server sent them; each column converts its own. */
const RAW = { getTypeParser: () => (text: string) => text };

function readChunk(cursor: Cursor, count: number): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    cursor.read(count, (error, rows: Row[], result) => (error ? reject(error) : resolve({ rows, fields: result?.fields ?? [] })));
  });
}

function toBatch(rows: readonly Row[], converters: readonly (((text: string) => Cell) | null)[]): ResultBatch {
  const columns = converters.map((convert, at) => {
    const cells = new Array<Cell>(rows.length);
    for (let row = 0; row < rows.length; row++) {
      const text = rows[row]![at] ?? null;
      cells[row] = text === null || convert === null ? text : convert(text);
    }
    return cells;
  });
  return { columns, rowCount: rows.length };
}

/** Runs an admitted statement and streams its rows by column. Rejects with ConnectorError. */
export async function runQuery(pool: ServerPool, sql: string, options: ExecuteOptions): Promise<QueryExecution> {
  const { default: PgCursor } = await import('pg-cursor');
  const session = await Session.begin(pool, options);
  const cursor = session.client.query(new PgCursor(sql, undefined, { rowMode: 'array', types: RAW }) as Cursor);
  let columns: readonly ResultColumn[] = [];
  let converters: readonly (((text: string) => Cell) | null)[] = [];
  let total = 0;
  let isDone = false;

  const next = async (): Promise<ResultBatch> => {
    const perRow = total > 0 ? session.bytes / total : 1;
    const wanted = Math.min(total === 0 ? FIRST_ROWS : BATCH_ROWS, Math.max(16, Math.floor(BATCH_BYTES / perRow)), Math.max(1, options.maxRows - total));
    const { rows, fields } = await session.wait(() => readChunk(cursor, wanted));
    if (total === 0 && columns.length === 0) {
      columns = fields.map(({ name, dataTypeID }) => ({ name, type: typeName(dataTypeID), generic: genericOf(dataTypeID) }));
      converters = fields.map(({ dataTypeID }) => converterOf(dataTypeID));
    }
    total += rows.length;
    isDone = rows.length < wanted || total >= options.maxRows;
    if (total >= options.maxRows) await session.wait(() => cursor.close());
    return toBatch(rows.slice(0, options.maxRows), converters);
  };

  try {
    const ready = [await next()];
    // A change must be complete before anybody hears of it; a small result needs no connection any more.
    while (options.mode === 'write' && !isDone) ready.push(await next());
    if (isDone) {
      const committed = session.commit();
      if (options.mode === 'write') await committed;
      else committed.catch(() => undefined);
    }
    return { columns, batches: stream(ready) };
  } catch (error) {
    throw session.fail(error, sql);
  }

  async function* stream(ready: readonly ResultBatch[]): AsyncGenerator<ResultBatch, void, void> {
    try {
      for (const batch of ready) if (batch.rowCount > 0) yield batch;
      while (!isDone) {
        const batch = await next();
        if (batch.rowCount > 0) yield batch;
      }
      await session.commit();
    } catch (error) {
      throw session.fail(error, sql);
    } finally {
      // The reader left before the end.
      if (!session.hasEnded) {
        await session.wait(() => cursor.close()).catch(() => undefined);
        await session.commit().catch(() => undefined);
      }
    }
  }
}
