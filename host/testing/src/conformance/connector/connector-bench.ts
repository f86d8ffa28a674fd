import type { ChartDataResult, QueryObject } from '@orrery/sdk';
import type { Connection, ConnectorErrorCode, ExecuteOptions, SqlDialect } from '@orrery/sdk/server';
import type { WeekStart } from './expected-grain.ts';
import type { SampleTypes } from './sample-table.ts';

/** What queries of the suite are asked about: its table, or a virtual dataset. */
export type ConformanceDataset = 'table' | { readonly sql: string };

/** An engine under test, with the query engine over it. */
export interface ConnectorSubject {
  readonly connection: Connection;
  readonly dialect: SqlDialect;
  /** Called once, when the sample table stands: makes a dataset of it, whose column `ep` has the format `epoch_s`, with the calculated column and metrics of {@link SAMPLE_DATASET}. */
  addTable(schema: string | null, name: string): Promise<void>;
  /** Answers one query through the query engine. */
  ask(query: QueryObject, dataset: ConformanceDataset): Promise<ChartDataResult>;
  /** Opens a connection with some parameters changed, asks it for one row, closes it. */
  probe(parameters: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

/** What the table's dataset has besides its columns. */
export const SAMPLE_DATASET = {
  columns: { rev: { expression: 'qty * price', type: 'DOUBLE' } },
  metrics: [{ metric_name: 'cnt', expression: 'COUNT(*)' }, { metric_name: 'revenue', expression: 'SUM(qty * price)' }],
} as const;

/** What the suite needs to know of an engine. */
export interface ConnectorConformance {
  readonly engine: string;
  open(): Promise<ConnectorSubject>;
  /** Schema the sample table is made in; the engine's own default when null. */
  readonly schema: string | null;
  readonly types?: Partial<SampleTypes>;
  /** Written after CREATE TABLE (…). */
  readonly tableSuffix?: string;
  /** How a type is declared that may be NULL, where that must be said. */
  readonly nullable?: (type: string) => string;
  /** How a literal is written for a column of a type, where the engine does not convert it (Trino). */
  readonly written?: (literal: string, type: string) => string;
  readonly weekStart: WeekStart;
  /** A SELECT that takes minutes and may be read. */
  readonly slowSql: string;
  /** SQL that answers how many statements containing `marker` run now; without it the suite only checks that the caller is told. */
  readonly runningSql?: (marker: string) => string;
  /** Wrong connection parameters, and what they must be answered with. */
  readonly wrong: readonly { readonly parameters: Readonly<Record<string, unknown>>; readonly code: ConnectorErrorCode; readonly fields: readonly string[] }[];
  /** False for engines without exact decimals. */
  readonly hasDecimals?: boolean;
}

/** Options of the suite's statements. */
export function execution(over: Partial<ExecuteOptions> = {}): ExecuteOptions {
  return { signal: new AbortController().signal, timeoutMs: 30_000, maxRows: 100_000, mode: 'read', ...over };
}

/** Rows of a statement. */
export async function rowsOf(connection: Connection, sql: string, over: Partial<ExecuteOptions> = {}): Promise<readonly (readonly unknown[])[]> {
  const rows: unknown[][] = [];
  for await (const batch of (await connection.execute(sql, execution(over))).batches) {
    for (let row = 0; row < batch.rowCount; row++) rows.push(batch.columns.map((column) => column[row]));
  }
  return rows;
}

/** What work was rejected with; its code is `none` when it was not. */
export const failureOf = (work: Promise<unknown>): Promise<{ readonly code?: string; readonly fields?: readonly string[]; readonly message?: string }> =>
  work.then(() => ({ code: 'none' }), (error: unknown) => error as { readonly code?: string });

/** What a test sees of the engine under test. */
export interface ConnectorBench {
  readonly options: ConnectorConformance;
  readonly table: string;
  readonly types: SampleTypes;
  readonly subject: () => ConnectorSubject;
}
