import type { SqlAnalysis } from '../contract.ts';
import { SqlError } from '../common/sql-error.ts';
import type { SqlOutcome, SqlTask, SqlTaskResults } from './analysis/run-task.ts';
import { runTask } from './analysis/run-task.ts';
import { MAX_SQL_LENGTH } from './analysis/read-statement.ts';
import { sqlEngine } from './engines/engine-profiles.ts';
import { splitSql } from './lexer/split-sql.ts';
import { createMemo } from './memo.ts';
import type { SqlWorker } from './worker/worker-client.ts';

/** Above this many characters reading would hold up the event loop. */
const INLINE_LENGTH = 4096;

/** The service; results are remembered, so that texts seen before cost a look-up. */
export function createSqlAnalysis(worker: SqlWorker): SqlAnalysis {
  const memo = createMemo<SqlOutcome>({ entries: 2000, characters: 8_000_000 });

  const run = async <K extends SqlTask['kind']>(task: SqlTask & { readonly kind: K }): Promise<SqlTaskResults[K]> => {
    if (task.sql.length > MAX_SQL_LENGTH && task.kind !== 'format') throw new SqlError('too-long', `The SQL is longer than ${MAX_SQL_LENGTH / 1024} kB. Shorten it, for example its lists of values.`);
    const { kind, engine, sql, ...options } = task as SqlTask;
    const outcome = await memo(`${kind} ${engine} ${Object.values(options).join()} ${sql}`, () => (sql.length > INLINE_LENGTH ? worker.run(task) : runTask<SqlTask['kind']>(task as SqlTask)));
    if ('value' in outcome) return outcome.value as SqlTaskResults[K];
    throw new SqlError(outcome.code, outcome.message, outcome.place);
  };

  return {
    statements: (engine, sql) => run({ kind: 'statements', engine, sql }),
    checkExpression: (engine, sql, options) => run({ kind: 'expression', engine, sql, allowSubqueries: options?.allowSubqueries ?? false }),
    limit(engine, sql, rows) {
      if (!Number.isSafeInteger(rows) || rows < 0) return Promise.reject(new RangeError('A limit is a whole number of rows.'));
      return run({ kind: 'limit', engine, sql, rows });
    },
    split: (sql, engine) => splitSql(sql, sqlEngine(engine).rules).map(({ text }) => text),
    format: (sql, engine) => run({ kind: 'format', engine, sql }),
    async createAs(engine, sql, target, method) {
      const [statement, ...more] = await run({ kind: 'statements', engine, sql });
      if (!statement || more.length > 0 || !statement.isSelect) throw new SqlError('refused', 'A table or view is made from exactly one SELECT.');
      const { identifier } = sqlEngine(engine);
      const name = [target.catalog, target.schema, target.name].filter((part): part is string => Boolean(part)).map(identifier).join('.');
      return `CREATE ${method} ${name} AS\n${statement.text}`;
    },
  };
}
