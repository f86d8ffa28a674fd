import type { SqlStatement } from '../../contract.ts';
import { isDisallowedFunction } from '../../common/is-disallowed-function.ts';
import { SqlError } from '../../common/sql-error.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { splitSql } from '../lexer/split-sql.ts';
import { ownLimit } from '../limit/own-limit.ts';
import { readStatement, safeTokens } from './read-statement.ts';

/** Positions count from the start of the script, also in its later statements. */
function moved(error: unknown, script: string, start: number): unknown {
  if (!(error instanceof SqlError) || !error.place || start === 0) return error;
  const before = script.slice(0, start);
  const lines = before.split('\n').length - 1;
  const { line, column, near } = error.place;
  const place = { line: line + lines, column: line === 1 ? column + before.length - (before.lastIndexOf('\n') + 1) : column, near };
  return new SqlError(error.code, error.message.replace(`${line}:${column}`, `${place.line}:${place.column}`), place);
}

/** Reads all statements of a script. Throws SqlError for the first that is not understood. */
export async function readScript(engine: SqlEngine, sql: string): Promise<readonly SqlStatement[]> {
  safeTokens(engine, sql);
  const statements: SqlStatement[] = [];
  for (const { text, start } of splitSql(sql, engine.rules)) {
    try {
      const parsed = await readStatement(engine, text);
      const isListed = (name: string): boolean => !engine.tableFunctions || engine.tableFunctions.includes(name);
      const disallowed = [...parsed.functions.filter((name) => isDisallowedFunction(engine.disallowed, name)), ...parsed.tableFunctions.filter((name) => !isListed(name))];
      statements.push({
        text,
        kind: parsed.kind,
        isSelect: parsed.kind === 'select' && !parsed.isMutating,
        isMutating: parsed.isMutating,
        tables: parsed.tables,
        targets: parsed.targets,
        functions: parsed.functions,
        disallowedFunctions: [...new Set(disallowed)],
        limit: parsed.kind === 'select' ? ownLimit(engine, text) : null,
      });
    } catch (error) {
      throw moved(error, sql, start);
    }
  }
  return statements;
}
