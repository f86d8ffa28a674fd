import type { DatasetColumn } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { Connection } from '@orrery/sdk/server';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
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
  const values: Cell[][] = execution.columns.map(() => []);
  let rowCount = 0;
  for await (const batch of execution.batches) {
    rowCount += batch.rowCount;
    batch.columns.forEach((column, at) => {
      const into = values[at]!;
      for (const value of column) into.push(value);
    });
  }
  const shift = context.timeShift ? parseDelta(context.timeShift) : undefined;
  const columns = execution.columns.map((column, at): Column => {
    const label = built.labels[at] ?? column.name;
    const isFlagged = built.temporalLabels.has(label);
    // Truncated instants come as the engine's timestamps; only raw epoch numbers still need their unit.
    const format = column.generic === GenericType.Temporal ? null : context.columns.get(label)?.python_date_format;
    let cells = values[at]!;
    if (isFlagged && column.generic !== GenericType.Temporal) cells = cells.map((value) => toInstant(value, format));
    if (isFlagged && context.offsetHours !== 0) cells = cells.map((value) => (typeof value === 'number' ? value + context.offsetHours * HOUR_MS : value));
    if (isFlagged && shift) cells = cells.map((value) => (typeof value === 'number' ? applyDelta(value, shift, 'forward') : value));
    const isInstant = isFlagged && cells.every((value) => value === null || typeof value === 'number');
    return { key: [label], values: cells, generic: isInstant ? GenericType.Temporal : column.generic };
  });
  return createFrame(columns, rowCount);
}
