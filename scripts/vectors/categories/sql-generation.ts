import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../sdk/src/common/index.ts';
import type { SqlDialect } from '../../../sdk/src/server/index.ts';
import { findDialect } from '../engines.ts';
import { compareStatements } from '../sql/compare-statements.ts';
import { openSales } from '../sql/sales-database.ts';
import type { QueryInput } from '../sql/sales.ts';
import { buildSales, flat } from '../sql/sales.ts';
import { isSameTree } from '../sql/sql-tree.ts';
import type { Check, Runners, Vector } from '../vector.ts';
import { nowOf, outcome } from '../vector.ts';

const isRefusal = (value: unknown): value is { readonly error: string } => typeof value === 'object' && value !== null && 'error' in value;

/** Runs with the engine's dialect; skips while there is none. */
async function withDialect(vector: Vector, run: (dialect: SqlDialect, engine: string) => Check | Promise<Check>): Promise<Check> {
  const engine = String(vector.options['engine'] ?? 'sqlite');
  const dialect = await findDialect(engine);
  return dialect ? run(dialect, engine) : { skip: `there is no connector for ${engine} yet` };
}

/** `SELECT … FROM sales [WHERE …] GROUP BY region` → the conditions. */
function whereOf(sql: string): string | null {
  const [start, end] = [sql.indexOf(' WHERE '), sql.lastIndexOf(' GROUP BY ')];
  return start < 0 ? null : sql.slice(start + 7, end);
}

async function selectsSame(ours: string | null, theirs: string | null, engine: string, input: QueryInput): Promise<boolean> {
  const statement = (where: string | null): string => `SELECT rowid FROM sales${where === null ? '' : ` WHERE ${where}`}`;
  if (isSameTree(statement(ours), statement(theirs), engine)) return true;
  if (engine !== 'sqlite') return false;
  const database = await openSales(input);
  try {
    return isDeepStrictEqual(database.run(`${statement(ours)} ORDER BY rowid`), database.run(`${statement(theirs)} ORDER BY rowid`));
  } finally {
    database.close();
  }
}

/** Statements and their conditions (contract §4). */
export const sqlGenerationRunners: Runners = {
  filter_sql: (vector) =>
    withDialect(vector, async (dialect, engine) => {
      const expected = vector.expected as { readonly where?: string | null; readonly rejected_filters?: readonly string[]; readonly error?: string };
      const input = { columns: ['region'], metrics: ['cnt'], ...(vector.input as QueryInput) };
      const built = await outcome(() => buildSales(input, dialect, nowOf(vector), vector.options['dataset'] as JsonObject | undefined));
      if (isRefusal(built) || expected.error !== undefined) return { actual: isRefusal(built) ? built : flat((built as { sql: string }).sql), expected };
      const { sql, rejectedColumns } = built as { readonly sql: string; readonly rejectedColumns: readonly string[] };
      const where = whereOf(flat(sql));
      const isSame = await selectsSame(where, expected.where ?? null, engine, input);
      return { actual: { where: isSame ? (expected.where ?? null) : where, rejected_filters: rejectedColumns }, expected };
    }),
  sql_generation: (vector) =>
    withDialect(vector, async (dialect, engine) => {
      const expected = vector.expected as { readonly sql?: string; readonly error?: string };
      const input = vector.input as QueryInput;
      const built = await outcome(() => buildSales(input, dialect, nowOf(vector), vector.options['dataset'] as JsonObject | undefined));
      if (isRefusal(built) || expected.sql === undefined) return { actual: isRefusal(built) ? built : flat((built as { sql: string }).sql), expected };
      const statement = built as ReturnType<typeof buildSales>;
      const reason = await compareStatements(statement, expected.sql, engine, input);
      return { actual: reason === undefined ? expected : { sql: flat(statement.sql), reason }, expected };
    }),
};
