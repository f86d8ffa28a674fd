import type { LimitedSql, SqlExpression, SqlStatement } from '../../contract.ts';
import { SqlError } from '../../common/sql-error.ts';
import type { SqlErrorCode, SqlErrorPlace } from '../../common/sql-error.ts';
import { sqlEngine } from '../engines/engine-profiles.ts';
import { formatSql } from '../format/format-sql.ts';
import { splitSql } from '../lexer/split-sql.ts';
import { setLimit } from '../limit/set-limit.ts';
import { checkExpression } from './check-expression.ts';
import { readScript } from './read-script.ts';
import { MAX_SQL_LENGTH } from './read-statement.ts';

/** Work on one text; plain data, for it may travel to a thread. */
export type SqlTask =
  | { readonly kind: 'statements'; readonly engine: string; readonly sql: string }
  | { readonly kind: 'expression'; readonly engine: string; readonly sql: string; readonly allowSubqueries: boolean }
  | { readonly kind: 'limit'; readonly engine: string; readonly sql: string; readonly rows: number }
  | { readonly kind: 'format'; readonly engine: string; readonly sql: string };

export interface SqlTaskResults {
  readonly statements: readonly SqlStatement[];
  readonly expression: SqlExpression;
  readonly limit: LimitedSql;
  readonly format: string;
}

/** What a task ends in, errors included. */
export type SqlOutcome<K extends SqlTask['kind'] = SqlTask['kind']> =
  | { readonly value: SqlTaskResults[K] }
  | { readonly code: SqlErrorCode; readonly message: string; readonly place: SqlErrorPlace | undefined };

async function limitScript(engine: string, sql: string, rows: number): Promise<LimitedSql> {
  const profile = sqlEngine(engine);
  const statements = await readScript(profile, sql);
  const last = statements.at(-1);
  if (last?.kind !== 'select' || !last.isSelect) return { sql, previous: null };
  const pieces = splitSql(sql, profile.rules);
  const start = pieces.at(-1)!.start;
  const limited = setLimit(profile, last.text, rows);
  return { sql: sql.slice(0, start) + limited.sql + sql.slice(start + last.text.length).replace(/[;\s]+$/, ''), previous: limited.previous };
}

async function resultOf(task: SqlTask): Promise<SqlTaskResults[SqlTask['kind']]> {
  const engine = sqlEngine(task.engine);
  if (task.kind === 'statements') return readScript(engine, task.sql);
  if (task.kind === 'expression') return checkExpression(engine, task.sql, task.allowSubqueries);
  if (task.kind === 'limit') return limitScript(task.engine, task.sql, task.rows);
  return task.sql.length > MAX_SQL_LENGTH ? task.sql : formatSql(engine, task.sql);
}

/** Does a task; rejects only for faults of our own. */
export async function runTask<K extends SqlTask['kind']>(task: SqlTask & { readonly kind: K }): Promise<SqlOutcome<K>> {
  try {
    return { value: (await resultOf(task)) as SqlTaskResults[K] };
  } catch (error) {
    if (error instanceof SqlError) return { code: error.code, message: error.message, place: error.place };
    throw error;
  }
}
