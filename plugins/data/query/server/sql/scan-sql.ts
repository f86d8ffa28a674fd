import { QueryError } from '../query-error.ts';

/** A piece of SQL text outside comments. */
export interface SqlToken {
  readonly kind: 'word' | 'text' | 'name' | 'open' | 'close' | 'end' | 'other';
  readonly value: string;
}

const PIECE = /\s+|--[^\n]*|\/\*|'|"|`|\$[A-Za-z_0-9]*\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[()]|;|[\s\S]/gy;

/**
 * Cuts SQL of any dialect into pieces. Where engines disagree on where a text ends (backslashes, dollar quotes, nested
 * comments) it refuses rather than guess, so that what it calls balanced is balanced for every engine.
 */
export function scanSql(sql: string): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  const refuse = (why: string): never => {
    throw new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (${why})`);
  };
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(sql); match; match = PIECE.exec(sql)) {
    const piece = match[0];
    if (/^\s/.test(piece) || piece.startsWith('--')) continue;
    if (piece === '/*') {
      const end = sql.indexOf('*/', PIECE.lastIndex);
      if (end < 0) refuse('a comment is not closed');
      if (sql.slice(PIECE.lastIndex, end).includes('/*')) refuse('nested comments are not allowed');
      PIECE.lastIndex = end + 2;
      continue;
    }
    if (piece === "'" || piece === '"' || piece === '`') {
      const start = match.index;
      let at = start + 1;
      for (;;) {
        const end = sql.indexOf(piece, at);
        if (end < 0) refuse('a quote is not closed');
        if (sql[end + 1] !== piece) {
          PIECE.lastIndex = end + 1;
          break;
        }
        at = end + 2;
      }
      const value = sql.slice(start, PIECE.lastIndex);
      if (/\\['"`]|\\$/.test(value.slice(0, -1)) || value.endsWith(`\\${piece}`)) refuse('a backslash before a quote is not allowed');
      tokens.push({ kind: piece === "'" ? 'text' : 'name', value });
      continue;
    }
    if (piece.length > 1 && piece.startsWith('$')) refuse('dollar quotes are not allowed');
    tokens.push({ kind: piece === '(' ? 'open' : piece === ')' ? 'close' : piece === ';' ? 'end' : /^[A-Za-z_\u0080-\uffff]/.test(piece) ? 'word' : 'other', value: piece });
  }
  return tokens;
}

/** Refuses texts that would leave the brackets around them. */
function checkBalance(sql: string, tokens: readonly SqlToken[]): void {
  let depth = 0;
  for (const { kind } of tokens) {
    if (kind === 'open') depth++;
    if (kind === 'close') depth--;
    if (depth < 0) break;
  }
  if (depth !== 0) throw new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (brackets do not match)`);
}

const QUERY_WORDS = /^(?:select|with|from|values|table|pivot|unpivot|describe|desc|show|summarize|call|explain|execute)$/i;

/**
 * Checks an expression or condition people write (ad hoc columns, metrics, where and having): complete, one expression,
 * no sub-query. Answers it without comments, safe to stand inside brackets or a select list.
 */
export function checkExpression(sql: string): string {
  const tokens = scanSql(sql);
  if (tokens.length === 0) throw new QueryError('Invalid SQL clause: the expression is empty');
  checkBalance(sql, tokens);
  tokens.forEach((token, at) => {
    const startsGroup = at === 0 || tokens[at - 1]?.kind === 'open';
    if (token.kind === 'end') throw new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (a semicolon is not allowed)`);
    if (token.kind === 'word' && (/^select$/i.test(token.value) || (startsGroup && QUERY_WORDS.test(token.value)))) {
      const isCall = tokens[at + 1]?.kind === 'open' && !/^(?:select|with|from|values|table)$/i.test(token.value);
      if (!isCall) throw new QueryError('Custom SQL fields cannot contain sub-queries.');
    }
  });
  if (hasTopLevelBreak(tokens)) throw new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (one expression is expected)`);
  return withoutComments(sql);
}

const CLAUSE_WORDS = /^(?:union|intersect|except|into|limit|offset|fetch|having|qualify|window|group|where|join|order)$/i;

/** A comma or a clause word outside brackets would end the expression and start something else. */
function hasTopLevelBreak(tokens: readonly SqlToken[]): boolean {
  let depth = 0;
  return tokens.some(({ kind, value }, at) => {
    if (kind === 'open' || value === '[' || value === '{') depth++;
    else if (kind === 'close' || value === ']' || value === '}') depth--;
    if (depth > 0) return false;
    if (kind === 'word' && /^from$/i.test(value)) return !/^distinct$/i.test(tokens[at - 1]?.value ?? '');
    return (kind === 'other' && value === ',') || (kind === 'word' && CLAUSE_WORDS.test(value));
  });
}

/** The text with each comment replaced by a blank. Only for texts that were scanned. */
function withoutComments(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g, (piece) => (piece.startsWith('--') || piece.startsWith('/*') ? ' ' : piece)).trim();
}

/** Checks the text of a virtual dataset: one complete SELECT. Answers it without a trailing semicolon. */
export function checkVirtualSql(sql: string): string {
  const text = sql.trim().replace(/(?:;\s*)+$/, '').trimEnd();
  const tokens = scanSql(text);
  if (tokens.length === 0) throw new QueryError('Virtual dataset query cannot be empty');
  if (tokens.some(({ kind }) => kind === 'end')) throw new QueryError('Virtual dataset query cannot consist of multiple statements');
  checkBalance(text, tokens);
  const first = tokens.find(({ kind }) => kind !== 'open');
  if (!first || !/^(?:select|with|from|values|table)$/i.test(first.value)) throw new QueryError('Virtual dataset query must be read-only');
  return text;
}
