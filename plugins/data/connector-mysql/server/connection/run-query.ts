import type { ExecuteOptions, QueryExecution, ResultBatch, ResultColumn } from '@orrery/sdk/server';
import type { FieldInfo } from '../result/column-types.ts';
import { fieldType, genericOf } from '../result/column-types.ts';
import type { Cell } from '../result/convert.ts';
import { converterOf } from '../result/convert.ts';
import type { ServerPool } from './pool-registry.ts';
import { RowReader } from './row-reader.ts';
import { Session } from './session.ts';

type Row = readonly unknown[];

/** Columns of a result as everybody sees them. */
export function toColumns(fields: readonly FieldInfo[]): readonly ResultColumn[] {
  return fields.map((field) => {
    const type = fieldType(field);
    return { name: field.name, type, generic: genericOf(type) };
  });
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
export async function runQuery(pool: ServerPool, sql: string, options: ExecuteOptions): Promise<QueryExecution> {
  const session = await Session.begin(pool, options);
  try {
    const reader = new RowReader(session, sql, Math.max(0, options.maxRows));
    let rows = await session.wait(() => reader.next());
    const columns = toColumns(reader.fields);
    const converters = columns.map(({ type }) => converterOf(type));
    const ready = [toBatch(rows, converters)];
    // A change must be complete before anybody hears of it.
    while (options.mode === 'write' && !reader.isDone) {
      rows = await session.wait(() => reader.next());
      ready.push(toBatch(rows, converters));
    }
    if (reader.isDone) session.finish();

    const stream = async function* (): AsyncGenerator<ResultBatch, void, void> {
      try {
        for (const batch of ready) if (batch.rowCount > 0) yield batch;
        while (!reader.isDone) {
          const more = await session.wait(() => reader.next());
          if (more.length > 0) yield toBatch(more, converters);
        }
        session.finish();
      } catch (error) {
        throw session.fail(error);
      } finally {
        // The reader left before the end.
        session.abandon();
      }
    };
    return { columns, batches: stream() };
  } catch (error) {
    throw session.fail(error);
  }
}
