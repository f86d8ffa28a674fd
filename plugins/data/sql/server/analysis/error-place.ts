import type { SqlErrorPlace } from '../../common/sql-error.ts';
import { SqlError } from '../../common/sql-error.ts';
import type { LexRules } from '../engines/sql-engine.ts';
import { lexSql, solidTokens } from '../lexer/lex-sql.ts';

/** UTF-16 offset of a code point; parsers count code points. */
export function utf16Offset(text: string, codePoints: number): number {
  let units = 0;
  for (let at = 0; at < codePoints && units < text.length; at++) units += text.codePointAt(units)! > 0xffff ? 2 : 1;
  return units;
}

/** Place of the token at `offset` (the last one when it lies behind all). */
export function errorPlace(text: string, offset: number, rules: LexRules): SqlErrorPlace | undefined {
  const tokens = solidTokens(lexSql(text, rules));
  const token = tokens.find(({ end }) => end > offset) ?? tokens.at(-1);
  if (!token) return undefined;
  const before = text.slice(0, token.end);
  return { line: before.split('\n').length, column: before.length - (before.lastIndexOf('\n') + 1), near: text.slice(token.start, token.end) };
}

/** The error for a text that is not SQL of the engine; `offset` undefined when its tokens already make no sense. */
export function syntaxError(text: string, offset: number | undefined, rules: LexRules): SqlError {
  const place = offset === undefined ? undefined : errorPlace(text, offset, rules);
  return new SqlError('syntax', place ? `Error parsing near '${place.near.slice(0, 100)}' at line ${place.line}:${place.column}` : 'Unable to parse script', place);
}
