import type { SqlToken } from '../lexer/lex-sql.ts';

/** What stands before the explained statement. */
export interface ExplainPrefix {
  /** Offset of the statement; undefined when the text explains none, as in `EXPLAIN t`. */
  readonly start: number | undefined;
  /** The statement is executed for it. */
  readonly isAnalysing: boolean;
}

const STATEMENT = /^(?:select|with|insert|update|delete|merge|replace|values|create|alter|drop|truncate|from|pivot|call|execute|declare|refresh|set|show|table)$/i;

/** Reads `EXPLAIN …` of any engine; undefined for other statements. */
export function explainPrefix(tokens: readonly SqlToken[]): ExplainPrefix | undefined {
  if (tokens[0]?.kind !== 'word' || !/^explain$/i.test(tokens[0].value)) return undefined;
  let isAnalysing = false;
  let depth = 0;
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.kind === 'symbol' && token.value === '(') {
      // A bracket holds options, or the statement itself.
      if (depth === 0 && tokens.slice(at).find(({ value }) => value !== '(')?.value.match(/^(?:select|with|values|from)$/i)) return { start: token.start, isAnalysing };
      depth++;
    } else if (token.kind === 'symbol' && token.value === ')') depth--;
    else if (token.kind === 'word' && /^analy[sz]e$/i.test(token.value)) isAnalysing = true;
    else if (depth === 0 && token.kind === 'word' && STATEMENT.test(token.value)) return { start: token.start, isAnalysing };
  }
  return { start: undefined, isAnalysing };
}
