import type { JsonObject, User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { DatasourceRef } from '../context/query-plan.ts';
import type { QueryEngine } from '../query-engine.ts';
import { toHttpError } from '../query-engine.ts';
import { prepareQuery } from '../run/run-query.ts';

/** Something wrong with an expression. */
export interface ExpressionProblem {
  readonly line_number: number;
  readonly start_column: number;
  readonly end_column: number;
  readonly message: string;
}

const LABEL = 'expression';
const TYPES: Readonly<Record<string, (expression: string) => JsonObject>> = {
  column: (sqlExpression) => ({ columns: [{ label: LABEL, sqlExpression, expressionType: 'SQL' }] }),
  metric: (sqlExpression) => ({ columns: [], metrics: [{ label: LABEL, sqlExpression, expressionType: 'SQL' }] }),
  where: (where) => ({ columns: [], metrics: [{ label: LABEL, sqlExpression: 'COUNT(*)', expressionType: 'SQL' }], extras: { where } }),
  having: (having) => ({ columns: [], metrics: [{ label: LABEL, sqlExpression: 'COUNT(*)', expressionType: 'SQL' }], extras: { having } }),
};

const DESCRIBE_MS = 10_000;

/** Problems of an expression in the place it is meant for; none when the engine accepts it. No row is read. */
export async function validateExpression(engine: QueryEngine, ref: DatasourceRef, dataset: DatasetRecord, body: JsonObject, user: User, signal: AbortSignal): Promise<readonly ExpressionProblem[]> {
  const { expression, expression_type: type = 'column' } = body;
  if (typeof expression !== 'string' || expression.trim() === '') throw new HttpError(400, { message: { expression: ['Missing data for required field.'] } });
  const queryOf = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!queryOf) throw new HttpError(400, { message: { expression_type: [`Must be one of: ${Object.keys(TYPES).join(', ')}.`] } });
  const context = { datasource: ref, queries: [{ ...queryOf(expression), row_limit: 1 }] };
  try {
    const [run] = await engine.plan(context, user, signal);
    if (!run) return [];
    const { built } = await prepareQuery(run);
    const connection = await run.connect();
    await connection.describe(built.sql, { signal, timeoutMs: DESCRIBE_MS, maxRows: 1, mode: 'read', catalog: dataset.catalog, schema: dataset.schema });
    return [];
  } catch (error) {
    if (error instanceof ConnectorError && (error.code === 'unavailable' || error.code === 'cancelled' || error.code === 'timeout')) throw toHttpError(error);
    const failure = toHttpError(error);
    if (failure.status !== 400) throw failure;
    const message = (failure.body as { message?: unknown }).message;
    const lines = expression.split('\n');
    return [{ line_number: 1, start_column: 0, end_column: lines.length === 1 ? expression.length : (lines[0]?.length ?? 0), message: String(message).replace(/^Error: /, '') }];
  }
}
