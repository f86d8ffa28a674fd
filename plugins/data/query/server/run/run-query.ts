import type { GenericType } from '@orrery/sdk';
import type { Connection, SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import type { Frame } from '../frame/frame.ts';
import { runSteps } from '../post-processing/run-steps.ts';
import { reportFilters } from '../result/filter-report.ts';
import type { RawItem } from '../result/raw-item.ts';
import { shapeFrame } from '../result/shape-result.ts';
import type { BuiltSql, RowLimits } from '../sql/build-sql.ts';
import { buildSql } from '../sql/build-sql.ts';
import { checkExpression } from '../sql/scan-sql.ts';
import { createSource } from '../sql/source.ts';
import type { SqlSource } from '../sql/source.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';
import { applyTemporalRules } from '../time/temporal-rules.ts';
import type { LimitConfig } from './limits.ts';
import { readFrame } from './read-frame.ts';
import { joinOffset, offsetQueries, timeLabelOf } from './time-offsets.ts';

/** Everything one query runs with. */
export interface QueryRun {
  readonly query: ValidQuery;
  readonly formData: Readonly<Record<string, unknown>>;
  readonly dataset: DatasetRecord;
  readonly dialect: SqlDialect;
  readonly connect: () => Promise<Connection>;
  readonly limits: RowLimits;
  readonly config: LimitConfig;
  readonly signal: AbortSignal;
  /** Epoch ms. */
  readonly now: number;
}

/** Engine types of ad hoc x-axis expressions; only these need asking before SQL can be written. */
async function probeAxis(run: QueryRun, plain: SqlSource): Promise<ReadonlyMap<string, GenericType>> {
  const types = new Map<string, GenericType>();
  for (const column of run.query.columns) {
    if (typeof column === 'string' || column.columnType !== 'BASE_AXIS' || !column.timeGrain || plain.columns.has(column.sqlExpression)) continue;
    const connection = await run.connect();
    const sql = `SELECT ${checkExpression(column.sqlExpression)} AS probe FROM ${plain.from}`;
    const [found] = await connection.describe(sql, { signal: run.signal, timeoutMs: 10_000, maxRows: 1, mode: 'read' });
    if (found) types.set(column.sqlExpression, found.generic);
  }
  return types;
}

/** A query up to its SQL. */
export interface PreparedQuery {
  readonly temporal: TemporalQuery;
  readonly source: SqlSource;
  readonly built: BuiltSql;
}

/** Rules, ranges and SQL of a query. Throws QueryError and TimeRangeError. */
export async function prepareQuery(run: QueryRun): Promise<PreparedQuery> {
  const plain = createSource(run.dataset, run.dialect);
  const types = await probeAxis(run, plain);
  const source = types.size > 0 ? createSource(run.dataset, run.dialect, types) : plain;
  const temporal = applyTemporalRules(run.query, run.formData, source.columns, run.now);
  return { temporal, source, built: buildSql(temporal, source, run.limits) };
}

/** Statements as the answer shows them. */
export function statementText(statements: readonly string[]): string {
  return `${statements.join(';\n\n')};\n\n`;
}

/** Runs one query to its finished, cacheable answer item. */
export async function runQuery(run: QueryRun): Promise<RawItem> {
  const { temporal, source, built } = await prepareQuery(run);
  const connection = await run.connect();
  const read = (statement: BuiltSql, limit: number): Promise<Frame> =>
    readFrame(statement, {
      connection,
      columns: source.columns,
      offsetHours: run.dataset.offset,
      signal: run.signal,
      timeoutMs: run.config.queryTimeoutMs,
      maxRows: limit,
    });

  const statements = [built.sql];
  const offsets = offsetQueries(temporal, run.now).map((offset) => ({
    offset,
    built: buildSql(offset.temporal, source, { limit: run.config.rowLimit, offset: 0 }, temporal.bounds),
  }));
  statements.push(...offsets.map((one) => one.built.sql));
  const [main, ...shifted] = await Promise.all([read(built, run.limits.limit), ...offsets.map((one) => read(one.built, run.config.rowLimit))]);
  let frame = main!;
  const sqlRowcount = frame.rowCount;
  const grain = typeof temporal.axis === 'object' ? (temporal.axis.timeGrain ?? null) : temporal.query.timeGrain;
  offsets.forEach((one, at) => {
    frame = joinOffset(frame, shifted[at]!, { metrics: built.metricLabels, timeLabel: timeLabelOf(temporal), grain, offset: one.offset });
  });
  const shaped = await shapeFrame(runSteps(frame, temporal.query.postProcessing));
  return {
    data: shaped.data,
    head: {
      ...shaped.head,
      sql_rowcount: sqlRowcount,
      query: statementText(statements),
      status: 'success',
      error: null,
      stacktrace: null,
      from_dttm: temporal.bounds.since,
      to_dttm: temporal.bounds.until,
      ...reportFilters(temporal.query, built, source),
      applied_template_filters: [],
      annotation_data: {},
      result_format: 'json',
    },
  };
}
