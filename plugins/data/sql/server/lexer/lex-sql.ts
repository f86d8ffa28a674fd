import type { LexRules } from '../engines/sql-engine.ts';

/** A piece of SQL; pieces follow each other without gaps. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'space' | 'comment' | 'symbol';
  readonly start: number;
  readonly end: number;
  /** As written; for `name` without its quotes. */
  readonly value: string;
  /** A quote or comment that nothing closes. */
  readonly isOpen: boolean;
}

const SPACE = /[\s\p{Cc}\ufeff]+/uy;
/** Only these make two dashes a comment on MySQL; a blank that does not break is code there. */
// eslint-disable-next-line no-control-regex -- control characters count
const AFTER_DASHES = /^[\u0000-\u0020\u007f]/;
const WORD = /[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*/uy;
const NUMBER = /(?:0x[0-9a-f]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)/iy;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

const match = (pattern: RegExp, sql: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
};

/** End of a quoted piece that starts at `at`; -1 when nothing closes it. */
function quoteEnd(sql: string, at: number, close: string, hasBackslash: boolean): number {
  for (let index = at + 1; index < sql.length; index++) {
    const character = sql[index];
    if (hasBackslash && character === '\\') index++;
    else if (character === close) {
      if (sql[index + 1] !== close) return index + 1;
      index++;
    }
  }
  return -1;
}

function commentEnd(sql: string, at: number, isNested: boolean): number {
  let depth = 1;
  for (let index = at + 2; index < sql.length - 1; index++) {
    if (sql[index] === '*' && sql[index + 1] === '/') {
      index++;
      if (--depth === 0) return index + 1;
    } else if (isNested && sql[index] === '/' && sql[index + 1] === '*') {
      index++;
      depth++;
    }
  }
  return -1;
}

const lineEnd = (sql: string, at: number): number => {
  const end = sql.indexOf('\n', at);
  return end < 0 ? sql.length : end;
};

function startsLineComment(sql: string, at: number, rules: LexRules): boolean {
  const next = sql[at + 1];
  if (sql[at] === '-' && next === '-') return !rules.dashNeedsSpace || AFTER_DASHES.test(sql[at + 2] ?? '');
  if (sql[at] !== '#') return false;
  return rules.hashComments === 'always' || (rules.hashComments === 'spaced' && (next === ' ' || next === '!'));
}

/** Cuts any text into tokens by an engine's rules. Never throws and never loses a character. */
export function lexSql(sql: string, rules: LexRules): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  const push = (kind: SqlToken['kind'], start: number, end: number, value?: string): void => {
    const isOpen = end < 0;
    const to = isOpen ? sql.length : end;
    tokens.push({ kind, start, end: to, value: value ?? sql.slice(start, to), isOpen });
  };
  let at = 0;
  while (at < sql.length) {
    const character = sql[at]!;
    const previous = tokens.at(-1);
    const space = match(SPACE, sql, at);
    if (space) push('space', at, at + space.length);
    else if (startsLineComment(sql, at, rules)) push('comment', at, lineEnd(sql, at));
    else if (character === '/' && sql[at + 1] === '*') push('comment', at, commentEnd(sql, at, rules.nestedComments));
    else if (character === "'" || (character === '"' && rules.doubleQuote === 'text')) {
      const isEscape = previous?.kind === 'word' && previous.end === at && /^e$/i.test(previous.value);
      push('text', at, quoteEnd(sql, at, character, rules.backslash === 'always' || (rules.backslash === 'e-prefix' && isEscape)));
    } else if (character === '"' || (character === '`' && rules.backtick) || (character === '[' && rules.bracketNames)) {
      const close = character === '[' ? ']' : character;
      const end = quoteEnd(sql, at, close, character !== '[' && rules.backslash === 'always' && character !== '`');
      push('name', at, end, sql.slice(at + 1, end < 0 ? sql.length : end - 1).replaceAll(close + close, close));
    } else {
      const dollar = rules.dollarQuotes && character === '$' ? match(DOLLAR, sql, at) : undefined;
      const number = /[\d.]/.test(character) ? match(NUMBER, sql, at) : undefined;
      const word = match(WORD, sql, at);
      if (dollar) {
        const close = sql.indexOf(dollar, at + dollar.length);
        push('text', at, close < 0 ? -1 : close + dollar.length);
      } else if (number) push('number', at, at + number.length);
      else if (word) push('word', at, at + word.length);
      else push('symbol', at, at + 1);
    }
    at = tokens.at(-1)!.end;
  }
  return tokens;
}

/** Tokens that mean something. */
export function solidTokens(tokens: readonly SqlToken[]): readonly SqlToken[] {
  return tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
}
