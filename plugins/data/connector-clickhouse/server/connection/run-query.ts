import type { Readable } from 'node:stream';
import type { ExecuteOptions, QueryExecution, ResultBatch, ResultColumn } from '@orrery/sdk/server';
import { genericOf } from '../result/column-types.ts';
import type { Cell } from '../result/convert.ts';
import { converterOf } from '../result/convert.ts';
import { parseRows } from '../result/parse-rows.ts';
import type { ClickHouseServer } from './clickhouse-server.ts';
import { Statement } from './statement.ts';
import { errorInText } from './statement-error.ts';

const BATCH_ROWS = 8192;
/** Text parsed in one go; larger pieces would keep the process from answering others. */
const BATCH_BYTES = 500_000;

interface Line {
  readonly text: string;
}

function toBatch(texts: readonly string[], converters: readonly ((value: unknown) => Cell)[]): ResultBatch {
  const rows = parseLines(texts);
  const columns = converters.map((convert, at) => {
    const cells = new Array<Cell>(rows.length);
    for (let row = 0; row < rows.length; row++) cells[row] = convert(rows[row]![at]);
    return cells;
  });
  return { columns, rowCount: rows.length };
}

function parseLines(texts: readonly string[]): readonly (readonly unknown[])[] {
  try {
    return parseRows(texts);
  } catch (error) {
    const text = texts.findIndex((line) => line.includes('Code: '));
    throw (text >= 0 && errorInText(texts.slice(text).join('\n').replace(/^[^C]*(?=Code: )/, ''))) || error;
  }
}

/** Runs an admitted SELECT and streams its rows by column. Rejects with ConnectorError. */
export async function runQuery(server: ClickHouseServer, sql: string, options: ExecuteOptions): Promise<QueryExecution> {
  const statement = new Statement(server, options);
  const maxRows = Math.max(0, options.maxRows);
  let stream: Readable | undefined;
  try {
    const settings = await statement.wait(() => server.settings());
    stream = await statement.wait(() => server.query(sql, statement.with(settings.forRead(options.timeoutMs, maxRows))));
    const chunks = (stream as AsyncIterable<readonly Line[]>)[Symbol.asyncIterator]();
    let spare: string[] = [];
    let isDone = false;

    /** Lines that have arrived, at least as many as asked for unless the result ends before. */
    const lines = async (wanted: number): Promise<string[]> => {
      const taken = spare;
      spare = [];
      let bytes = 0;
      while (!isDone && (taken.length < wanted && bytes < BATCH_BYTES)) {
        const next = await statement.wait(() => chunks.next());
        if (next.done) isDone = true;
        else {
          for (const { text } of next.value) {
            taken.push(text);
            bytes += text.length;
          }
        }
      }
      statement.addBytes(bytes);
      return taken;
    };

    let head = await lines(2);
    while (head.length < 2 && !isDone) head = [...head, ...(await lines(2 - head.length))];
    const [names, types] = head.length < 2 ? [[], []] : (parseLines(head.slice(0, 2)) as readonly (readonly string[])[]);
    spare = head.slice(2);
    const columns = names!.map((name, at): ResultColumn => ({ name, type: types![at] ?? '', generic: genericOf(types![at] ?? '') }));
    const converters = columns.map(({ type }) => converterOf(type));
    let taken = 0;

    const next = async (): Promise<ResultBatch> => {
      const arrived = await lines(BATCH_ROWS);
      const size = Math.min(arrived.length, BATCH_ROWS, maxRows - taken);
      spare = arrived.slice(size);
      taken += size;
      if (taken >= maxRows) {
        spare = [];
        leave();
      }
      return toBatch(arrived.slice(0, size), converters);
    };
    /** The rest is not wanted; most often there is none. */
    const leave = (): void => {
      if (isDone) return;
      isDone = true;
      const timer = setTimeout(() => statement.abandon(), 1000);
      stream?.once('close', () => clearTimeout(timer)).once('error', () => undefined).once('end', () => statement.finish()).resume();
    };
    const first = await next();

    const batches = async function* (): AsyncGenerator<ResultBatch, void, void> {
      try {
        if (first.rowCount > 0) yield first;
        while (!isDone || spare.length > 0) {
          const batch = await next();
          if (batch.rowCount > 0) yield batch;
        }
        if (taken < maxRows) statement.finish();
      } catch (error) {
        throw statement.fail(error);
      } finally {
        // The reader left before the end.
        if (!isDone || spare.length > 0) {
          statement.abandon();
          stream?.on('error', () => undefined).destroy();
        }
      }
    };
    return { columns, batches: batches() };
  } catch (error) {
    stream?.on('error', () => undefined).destroy();
    throw statement.fail(error);
  }
}

/** Runs an admitted statement that answers no rows. Rejects with ConnectorError. */
export async function runCommand(server: ClickHouseServer, sql: string, options: ExecuteOptions): Promise<QueryExecution> {
  const statement = new Statement(server, options);
  try {
    const settings = await statement.wait(() => server.settings());
    await statement.wait(() => server.command(sql, statement.with(settings.forWrite(options.timeoutMs))));
    statement.finish();
    return { columns: [], batches: none() };
  } catch (error) {
    throw statement.fail(error);
  }
}

async function* none(): AsyncGenerator<ResultBatch, void, void> {
  // A change has no rows.
}
