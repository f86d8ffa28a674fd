import type { SqlExpression } from '../../contract.ts';
import { isDisallowedFunction } from '../../common/is-disallowed-function.ts';
import { SqlError } from '../../common/sql-error.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { readStatement, safeTokens } from './read-statement.ts';
import { syntaxError } from './error-place.ts';

const PREFIX = 'SELECT\n';

/** Checks one scalar expression or condition of an engine. Throws SqlError. */
export async function checkExpression(engine: SqlEngine, sql: string, allowSubqueries: boolean): Promise<SqlExpression> {
  const tokens = safeTokens(engine, sql);
  // A hint is dropped like any comment; what databases execute was refused before.
  const text = tokens.map(({ kind, start, end }) => (kind === 'comment' ? ' ' : sql.slice(start, end))).join('').trim();
  if (text === '') throw new SqlError('empty', 'The expression is empty.');
  let depth = 0;
  for (const { kind, value, start } of tokens) {
    if (kind !== 'symbol') continue;
    if (value === ';') throw syntaxError(sql, start, engine.rules);
    if (value === '(') depth++;
    else if (value === ')' && --depth < 0) throw syntaxError(sql, start, engine.rules);
  }
  const parsed = await readStatement(engine, `${PREFIX}${text}\n`).catch((error: unknown) => {
    if (!(error instanceof SqlError) || !error.place) throw error;
    const { line, column, near } = error.place;
    throw new SqlError(error.code, error.message.replace(`line ${line}:`, `line ${line - 1}:`), { line: line - 1, column, near });
  });
  if (parsed.isMutating || parsed.kind !== 'select') throw new SqlError('refused', 'Custom SQL fields must be expressions that only read.');
  if (!allowSubqueries && (parsed.hasSubquery || parsed.tables.length > 0) && parsed.isBareExpression) throw new SqlError('sub-query', 'Custom SQL fields cannot contain sub-queries.');
  if (!parsed.isBareExpression) throw new SqlError('syntax', `One expression is expected, but '${text.slice(0, 100)}' is more than that.`);
  const denied = [...parsed.functions, ...parsed.tableFunctions].find((name) => isDisallowedFunction(engine.disallowed, name));
  if (denied) throw new SqlError('function', `The function ${denied} is not allowed here.`);
  return { text, tables: parsed.tables, functions: parsed.functions };
}
