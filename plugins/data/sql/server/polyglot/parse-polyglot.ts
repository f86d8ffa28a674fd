import { SqlError } from '../../common/sql-error.ts';
import { syntaxError, utf16Offset } from '../analysis/error-place.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { lexSql } from '../lexer/lex-sql.ts';

/** A node of polyglot's tree: statements and expressions are objects with one key, their kind. */
export type PolyNode = Readonly<Record<string, unknown>>;

interface Parser {
  parse(sql: string, dialect: string): { readonly success: boolean; readonly ast: unknown; readonly error: string | null; readonly errorStart?: number };
}

let loading: Promise<Parser> | undefined;
const load = (): Promise<Parser> => (loading ??= import('@polyglot-sql/sdk').then((parser) => parser as unknown as Parser));

/** Comments the parser does not know become blanks of the same length. */
function withoutHashComments(engine: SqlEngine, sql: string): string {
  if (engine.rules.hashComments === 'never' || !sql.includes('#')) return sql;
  return lexSql(sql, engine.rules)
    .map(({ kind, start, end }) => (kind === 'comment' && sql[start] === '#' ? ' '.repeat(end - start) : sql.slice(start, end)))
    .join('');
}

/** The tree of one statement. Throws SqlError. */
export async function parsePolyglot(engine: SqlEngine, sql: string): Promise<PolyNode> {
  const parser = await load();
  const text = withoutHashComments(engine, sql);
  const result = parser.parse(text, engine.dialect);
  if (!result.success) {
    if (/E_GUARD|stack|unreachable/i.test(result.error ?? '')) throw new SqlError('too-complex', 'The SQL is nested too deeply to be read.');
    throw syntaxError(sql, /^Tokenization/.test(result.error ?? '') ? undefined : utf16Offset(sql, result.errorStart ?? 0), engine.rules);
  }
  const statements = Array.isArray(result.ast) ? (result.ast as readonly PolyNode[]) : [];
  if (statements.length !== 1) throw new SqlError('incomplete', 'The SQL could not be divided into statements with certainty.');
  return statements[0]!;
}

/** Where this parser sees an error; undefined when it sees none. */
export async function polyglotErrorOffset(engine: SqlEngine, sql: string): Promise<number | undefined> {
  const result = (await load()).parse(sql, engine.dialect);
  return result.success || result.errorStart === undefined || /E_GUARD|^Tokenization/.test(result.error ?? '') ? undefined : utf16Offset(sql, result.errorStart);
}
