import { SqlError } from '../../common/sql-error.ts';
import { syntaxError, utf16Offset } from '../analysis/error-place.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { polyglotErrorOffset } from '../polyglot/parse-polyglot.ts';

/** A node of PostgreSQL's parse tree. */
export type PgNode = Readonly<Record<string, unknown>>;

let loading: Promise<typeof import('libpg-query')> | undefined;

async function load(): Promise<typeof import('libpg-query')> {
  loading ??= import('libpg-query').then(async (parser) => {
    await parser.loadModule();
    return parser;
  });
  return loading;
}

const detailsOf = (error: unknown): { readonly cursorPosition: number } | undefined =>
  error instanceof Error && 'sqlDetails' in error ? (error.sqlDetails as { readonly cursorPosition: number } | undefined) : undefined;

/** The tree of one statement. Throws SqlError. */
export async function parsePostgres(engine: SqlEngine, sql: string): Promise<PgNode> {
  const parser = await load();
  let statements: readonly { readonly stmt?: unknown }[] | undefined;
  try {
    statements = parser.parseSync(sql).stmts;
  } catch (error) {
    const details = detailsOf(error);
    if (!details || /memory exhausted/.test(String(error))) throw new SqlError('too-complex', 'The SQL is nested too deeply to be read.');
    // The general parser points at the word the contract's clients expect.
    const offset = (await polyglotErrorOffset(engine, sql)) ?? utf16Offset(sql, details.cursorPosition);
    throw syntaxError(sql, offset, engine.rules);
  }
  const [only] = statements ?? [];
  if (statements?.length !== 1 || !only?.stmt) throw new SqlError('incomplete', 'The SQL could not be divided into statements with certainty.');
  return only.stmt as PgNode;
}
