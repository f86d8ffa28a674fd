import type { DatasetColumn } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { Connection, ResultColumn } from '@orrery/sdk/server';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import { takeTurns } from '../take-turns.ts';
import { applyDelta, parseDelta } from '../time/parse-delta.ts';
import { strptime } from '../time/strftime.ts';
import type { BuiltSql } from '../sql/build-sql.ts';

const HOUR_MS = 3_600_000;

/** What reading needs to know about the dataset. */
export interface ReadContext {
  readonly connection: Connection;
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  /** Hours added to instants after the query. */
  readonly offsetHours: number;
  /** How far back the query's range was moved; its instants are moved forward as far. */
  readonly timeShift?: string | null;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxRows: number;
  /** Where the statement's bare names are looked up. */
  readonly catalog: string | null;
  readonly schema: string | null;
}

/** A stored time as an instant: epoch numbers by their unit, texts read as UTC; anything else as it is. */
export function toInstant(value: Cell, format: string | null | undefined): Cell {
  if (typeof value === 'number') return format?.includes('%') ? (strptime(String(value), format) ?? value) : format === 'epoch_s' ? value * 1000 : value;
  if (typeof value !== 'string') return value;
  if (format?.includes('%')) return strptime(value, format) ?? value;
  const text = value.trim().replace(' ', 'T');
  const ms = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) || /^\d{4}(?:-\d\d){0,2}$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? value : ms;
}

/** Runs a statement and answers its rows by the labels that were asked for; instants are epoch milliseconds. */
export async function readFrame(built: BuiltSql, context: ReadContext): Promise<Frame> {
  const execution = await context.connection.execute(built.sql, {
    signal: context.signal,
    timeoutMs: context.timeoutMs,
    maxRows: context.maxRows,
    catalog: context.catalog,
    schema: context.schema,
    mode: 'read',
  });
  const readers = execution.columns.map((column, at) => instantReader(column, built.labels[at] ?? column.name, built, context));
  const values: Cell[][] = execution.columns.map(() => []);
  const isInstant = readers.map((read) => read !== undefined);
  const turn = takeTurns();
  let rowCount = 0;
  // Converted batch by batch, so that no result of any size keeps others waiting.
  for await (const batch of execution.batches) {
    rowCount += batch.rowCount;
    for (const [at, column] of batch.columns.entries()) {
      const into = values[at]!;
      const read = readers[at];
      if (!read) for (const value of column) into.push(value);
      else {
        for (const value of column) {
          const instant = read(value);
          if (instant !== null && typeof instant !== 'number') isInstant[at] = false;
          into.push(instant);
        }
      }
    }
    await turn();
  }
  return createFrame(
    execution.columns.map((column, at): Column => ({ key: [built.labels[at] ?? column.name], values: values[at]!, generic: isInstant[at] ? GenericType.Temporal : column.generic })),
    rowCount,
  );
}

/** What makes the values of a column instants; undefined for columns that hold none. */
function instantReader({ generic }: ResultColumn, label: string, built: BuiltSql, { columns, offsetHours, timeShift }: ReadContext): ((value: Cell) => Cell) | undefined {
  if (!built.temporalLabels.has(label)) return undefined;
  const shift = timeShift ? parseDelta(timeShift) : undefined;
  // Truncated instants come as the engine's timestamps; only raw epoch numbers still need their unit.
  const isReady = generic === GenericType.Temporal;
  const format = columns.get(label)?.python_date_format;
  return (value) => {
    const instant = isReady ? value : toInstant(value, format);
    if (typeof instant !== 'number') return instant;
    const moved = instant + offsetHours * HOUR_MS;
    return shift ? applyDelta(moved, shift, 'forward') : moved;
  };
}
