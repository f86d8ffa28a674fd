import type { GenericType } from '@orrery/sdk';
import type { Connection, SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import type { Frame } from '../frame/frame.ts';
import { reportFilters } from '../result/filter-report.ts';
import type { RawItem } from '../result/raw-item.ts';
import type { BuiltSql, RowLimits } from '../sql/build-sql.ts';
import { buildSql } from '../sql/build-sql.ts';
import { checkExpression } from '../sql/scan-sql.ts';
import { createSource } from '../sql/source.ts';
import type { SqlSource } from '../sql/source.ts';
import type { FrameThread } from '../thread/frame-thread.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';
import type { LimitConfig } from './limits.ts';
import { readFrame } from './read-frame.ts';
import type { QueryPlan } from './query-planner.ts';
import { joinOffset, offsetQueries, timeLabelOf } from './time-offsets.ts';
import type { OffsetQuery } from './time-offsets.ts';

/** Everything one query runs with. */
export interface QueryRun {
  /** As it was asked for; `plan` holds it with templates and temporal rules applied. */
  readonly query: ValidQuery;
  readonly dataset: DatasetRecord;
  /** The query with security and templates in place. */
  readonly plan: QueryPlan;
  /** Plans a query with another range of time: templates may hold the range. */
  readonly planShifted: (temporal: TemporalQuery) => Promise<QueryPlan>;
  readonly dialect: SqlDialect;
  /** Where results are post-processed. */
  readonly thread: FrameThread;
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
  for (const column of run.plan.temporal.query.columns) {
    if (typeof column === 'string' || column.columnType !== 'BASE_AXIS' || !column.timeGrain || plain.columns.has(column.sqlExpression)) continue;
    const connection = await run.connect();
    const where = plain.conditions.length > 0 ? ` WHERE ${plain.conditions.join(' AND ')}` : '';
    const sql = `SELECT ${checkExpression(column.sqlExpression, plain.adhoc)} AS probe FROM ${plain.from}${where}`;
    const [found] = await connection.describe(sql, { signal: run.signal, timeoutMs: 10_000, maxRows: 1, mode: 'read', catalog: run.dataset.catalog, schema: run.dataset.schema });
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
  const { temporal, dataset, conditions, writing } = run.plan;
  const plain = createSource(dataset, run.dialect, conditions, writing);
  const types = await probeAxis(run, plain);
  const source = types.size > 0 ? createSource(dataset, run.dialect, conditions, { ...writing, expressionTypes: types }) : plain;
  return { temporal, source, built: buildSql(temporal, source, run.limits) };
}

/** The statement of a shifted query; its series are those of the main range. */
async function prepareShifted(run: QueryRun, offset: OffsetQuery, source: SqlSource, temporal: TemporalQuery): Promise<BuiltSql> {
  const plan = await run.planShifted(offset.temporal);
  const shifted = offset.temporal.bounds;
  const inner: TemporalQuery = { ...plan.temporal, bounds: temporal.bounds, boundsOf: (filter) => (plan.temporal.boundsOf(filter) === shifted ? temporal.bounds : plan.temporal.boundsOf(filter)) };
  return buildSql(plan.temporal, createSource(plan.dataset, run.dialect, plan.conditions, { ...plan.writing, expressionTypes: source.expressionTypes }), { limit: run.config.rowLimit, offset: 0 }, inner);
}

/** A filter a template read has taken effect, whether or not its column is in the dataset (contract §9.2). */
function withTemplateFilters(built: BuiltSql, { templateColumns, removedColumns }: QueryPlan): BuiltSql {
  if (templateColumns.length === 0) return built;
  const isRead = (column: string): boolean => templateColumns.includes(column);
  return {
    ...built,
    appliedColumns: [...new Set([...built.appliedColumns, ...built.rejectedColumns.filter(isRead), ...removedColumns])],
    rejectedColumns: built.rejectedColumns.filter((column) => !isRead(column)),
  };
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
      timeShift: temporal.query.timeShift,
      signal: run.signal,
      timeoutMs: run.config.queryTimeoutMs,
      maxRows: limit,
      catalog: run.dataset.catalog,
      schema: run.dataset.schema,
    });

  const statements = [built.sql];
  const offsets = await Promise.all(
    offsetQueries(run.plan.original, run.now, run.config.hasRangeShifts).map(async (offset) => ({ offset, built: await prepareShifted(run, offset, source, temporal) })),
  );
  statements.push(...offsets.map((one) => one.built.sql));
  const [main, ...shifted] = await Promise.all([read(built, run.limits.limit), ...offsets.map((one) => read(one.built, run.config.rowLimit))]);
  let frame = main!;
  const sqlRowcount = frame.rowCount;
  const grain = typeof temporal.axis === 'object' ? (temporal.axis.timeGrain ?? null) : temporal.query.timeGrain;
  for (const [at, one] of offsets.entries()) {
    frame = await joinOffset(frame, shifted[at]!, { metrics: built.metricLabels, timeLabel: timeLabelOf(temporal), grain, offset: one.offset });
  }
  // Of no rows nothing is to be made: steps would miss the columns that only rows bring.
  const shaped = await run.thread.run(frame, { kind: 'steps', steps: frame.rowCount === 0 ? [] : temporal.query.postProcessing }, run.signal);
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
      ...reportFilters(temporal.query, withTemplateFilters(built, run.plan), source),
      applied_template_filters: [...run.plan.templateColumns],
      annotation_data: {},
      result_format: 'json',
    },
  };
}
