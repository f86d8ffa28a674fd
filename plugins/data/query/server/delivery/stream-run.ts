import { GenericType } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { ResultBatch } from '@orrery/sdk/server';
import type { Cell } from '../frame/frame.ts';
import { toInstant } from '../run/read-frame.ts';
import type { QueryRun } from '../run/run-query.ts';
import { prepareQuery } from '../run/run-query.ts';
import type { TableBatch, TableStream } from './table-stream.ts';

const HOUR_MS = 3_600_000;
/** A download lasts as long as its reader takes, within reason. */
const LONGEST_MS = 6 * HOUR_MS;
/** A reader that takes nothing for so long has gone without saying so. */
const IDLE_MS = 60_000;
/** Results up to this many rows are answered whole: they are cached, and shared by all who ask the same. */
export const WHOLE_ROWS = 50_000;

/** True when a query can be read past the cache row by row: many rows, and nothing to do with them but write them. */
export function canStream({ query, limits }: QueryRun): boolean {
  return limits.limit > WHOLE_ROWS && query.postProcessing.length === 0 && query.timeOffsets.length === 0 && !query.timeShift && !query.isRowcount;
}

/**
 * Runs a query and hands out its rows as they come; the engine waits while the reader is behind. Only the first batch has
 * to be there within the query's own time limit. Answers a table without rows when there are none.
 */
export async function streamRun(run: QueryRun): Promise<TableStream> {
  const { source, built } = await prepareQuery(run);
  const connection = await run.connect();
  const controller = new AbortController();
  const signal = AbortSignal.any([run.signal, controller.signal]);
  const timeoutMs = run.config.queryTimeoutMs;
  const first = setTimeout(() => controller.abort(), timeoutMs);
  let reader: AsyncIterator<ResultBatch> | undefined;
  try {
    const execution = await connection.execute(built.sql, { signal, timeoutMs: LONGEST_MS, maxRows: run.limits.limit, mode: 'read', catalog: run.dataset.catalog, schema: run.dataset.schema });
    reader = execution.batches[Symbol.asyncIterator]();
    const start = await reader.next();
    const names = execution.columns.map((column, at) => built.labels[at] ?? column.name);
    const flagged = names.map((name) => built.temporalLabels.has(name));
    const convert = execution.columns.map((column, at): ((value: Cell) => Cell) | undefined => {
      if (!flagged[at]) return undefined;
      const format = source.columns.get(names[at]!)?.python_date_format;
      const shift = run.dataset.offset * HOUR_MS;
      if (column.generic === GenericType.Temporal) return shift === 0 ? undefined : (value) => (typeof value === 'number' ? value + shift : value);
      return (value) => {
        const instant = toInstant(value, format);
        return typeof instant === 'number' ? instant + shift : instant;
      };
    });
    const toBatch = (batch: ResultBatch): TableBatch => ({
      columns: batch.columns.map((column, at) => {
        const change = convert[at];
        return change ? column.map(change) : column;
      }),
      rowCount: batch.rowCount,
    });
    const head = start.done ? undefined : toBatch(start.value);
    const types = execution.columns.map((column, at) =>
      flagged[at] && (head?.columns[at] ?? []).every((value) => value === null || typeof value === 'number') ? GenericType.Temporal : column.generic,
    );
    return { names, types, batches: readOn(head, reader, toBatch, controller) };
  } catch (error) {
    await reader?.return?.();
    if (controller.signal.aborted && !run.signal.aborted) throw new ConnectorError('timeout', `The query took longer than ${timeoutMs / 1000} seconds and was stopped.`);
    throw error;
  } finally {
    clearTimeout(first);
  }
}

async function* readOn(head: TableBatch | undefined, reader: AsyncIterator<ResultBatch>, toBatch: (batch: ResultBatch) => TableBatch, controller: AbortController): AsyncGenerator<TableBatch, void, void> {
  let idle: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => controller.abort(), IDLE_MS).unref();
  };
  try {
    if (head) {
      watch();
      yield head;
    }
    for (;;) {
      clearTimeout(idle);
      const next = await reader.next();
      if (next.done) return;
      watch();
      yield toBatch(next.value);
    }
  } finally {
    clearTimeout(idle);
    await reader.return?.();
  }
}
