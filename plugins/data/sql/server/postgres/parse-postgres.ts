import { createRequire } from 'node:module';
import { SqlError } from '../../common/sql-error.ts';
import { syntaxError, utf16Offset } from '../analysis/error-place.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { polyglotErrorOffset } from '../polyglot/parse-polyglot.ts';

/** A node of PostgreSQL's parse tree. */
export type PgNode = Readonly<Record<string, unknown>>;

type Parser = Pick<typeof import('libpg-query'), 'loadModule' | 'parseSync'>;

const require = createRequire(import.meta.url);
let loading: Promise<Parser> | undefined;

/**
 * The parser loses stack for good whenever a text overflows it, so that a few such texts would make it refuse everybody's:
 * after an overflow a fresh one is loaded, which only a fresh evaluation of its module gives.
 */
function load(): Promise<Parser> {
  loading ??= (async () => {
    const entry = require.resolve('libpg-query');
    for (const file of Object.keys(require.cache)) if (file.includes('libpg-query')) delete require.cache[file];
    const parser = require(entry) as Parser;
    await parser.loadModule();
    return parser;
  })();
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
    if (!details) loading = undefined;
    if (!details || /memory exhausted/.test(String(error))) throw new SqlError('too-complex', 'The SQL is nested too deeply to be read.');
    // The general parser points at the word the contract's clients expect.
    const offset = (await polyglotErrorOffset(engine, sql)) ?? utf16Offset(sql, details.cursorPosition);
    throw syntaxError(sql, offset, engine.rules);
  }
  const [only] = statements ?? [];
  if (statements?.length !== 1 || !only?.stmt) throw new SqlError('incomplete', 'The SQL could not be divided into statements with certainty.');
  return only.stmt as PgNode;
}
