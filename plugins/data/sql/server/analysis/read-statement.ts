import { SqlError } from '../../common/sql-error.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import type { SqlToken } from '../lexer/lex-sql.ts';
import { lexSql, solidTokens } from '../lexer/lex-sql.ts';
import { checkComplete } from '../polyglot/check-complete.ts';
import { parsePolyglot } from '../polyglot/parse-polyglot.ts';
import { readPolyglot } from '../polyglot/read-polyglot.ts';
import { parsePostgres } from '../postgres/parse-postgres.ts';
import { readPostgres } from '../postgres/read-postgres.ts';
import { explainPrefix } from './explain-prefix.ts';
import type { ParsedStatement } from './parsed-statement.ts';
import { syntaxError } from './error-place.ts';
import { readByWords } from './read-by-words.ts';

/** Longest text that is read, in characters. */
export const MAX_SQL_LENGTH = 262_144;
const MAX_DEPTH = 256;

/** Tokens of a text that is worth parsing. Throws SqlError for hostile ones. */
export function safeTokens(engine: SqlEngine, sql: string): readonly SqlToken[] {
  if (sql.length > MAX_SQL_LENGTH) throw new SqlError('too-long', `The SQL is longer than ${MAX_SQL_LENGTH / 1024} kB. Shorten it, for example its lists of values.`);
  const tokens = lexSql(sql, engine.rules);
  let depth = 0;
  for (const { kind, isOpen, value, start } of tokens) {
    if (isOpen) throw syntaxError(sql, undefined, engine.rules);
    if (kind === 'comment' && /^\/\*M?!/.test(value)) throw new SqlError('refused', 'Comments that databases execute (/*! … */) are not allowed.');
    // Engines disagree on whether a carriage return alone ends it, and so on what is code.
    if (kind === 'comment' && /^(?:--|#)/.test(value) && /\r(?!\n)./s.test(value)) throw new SqlError('refused', 'End the lines of comments by a line feed, not by a carriage return alone.');
    if (kind !== 'symbol') continue;
    if (value === '(' || value === '[' || value === '{') depth++;
    else if (value === ')' || value === ']' || value === '}') depth--;
    if (depth < 0) throw syntaxError(sql, start, engine.rules);
    if (depth > MAX_DEPTH) throw new SqlError('too-complex', 'The SQL is nested too deeply to be read.');
  }
  if (depth !== 0) throw syntaxError(sql, sql.length, engine.rules);
  return tokens;
}

/** `TABLE x` reads a table in ways the general parser takes for names. */
function refuseTableWord(engine: SqlEngine, sql: string, tokens: readonly SqlToken[]): void {
  const word = tokens.find(({ kind, value }, at) => kind === 'word' && /^table$/i.test(value) && tokens[at - 1]?.value !== '.');
  if (!word) return;
  const error = syntaxError(sql, word.start, engine.rules);
  throw new SqlError('incomplete', 'TABLE is not read inside queries; write SELECT * FROM instead.', error.place);
}

/** Reads one statement by the engine's parser. Throws SqlError unless it is understood to its last word. */
export async function readStatement(engine: SqlEngine, sql: string): Promise<ParsedStatement> {
  const tokens = solidTokens(safeTokens(engine, sql));
  try {
    const explain = explainPrefix(tokens);
    if (explain?.start !== undefined && engine.parser === 'polyglot') {
      const inner = await readStatement(engine, sql.slice(explain.start));
      return { ...inner, kind: 'explain', isMutating: explain.isAnalysing && inner.isMutating, isBareExpression: false };
    }
    const known = readByWords(engine, tokens);
    if (known && (engine.parser === 'polyglot' || /^(?:desc|use$)/i.test(tokens[0]?.value ?? ''))) return known;
    if (engine.parser === 'postgres') return readPostgres(await parsePostgres(engine, sql));
    const tree = await parsePolyglot(engine, sql);
    checkComplete(engine, sql, tree);
    const parsed = readPolyglot(engine, sql, tree);
    if (parsed.kind === 'select') refuseTableWord(engine, sql, tokens);
    // An expression alone is what a misspelt first word looks like.
    if (parsed.kind === 'other' && /^(?:column|alias|literal|identifier|paren|add|sub|mul|div|eq|dot|function)$/.test(Object.keys(tree)[0] ?? '')) throw syntaxError(sql, tokens[0]?.start ?? 0, engine.rules);
    return parsed;
  } catch (error) {
    if (error instanceof SqlError) throw error;
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) throw new SqlError('too-complex', 'The SQL is nested too deeply to be read.');
    throw error;
  }
}
