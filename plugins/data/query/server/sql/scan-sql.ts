import { QueryError } from '../query-error.ts';

/** A piece of SQL text outside comments. */
export interface SqlToken {
  readonly kind: 'word' | 'text' | 'name' | 'open' | 'close' | 'end' | 'other';
  readonly value: string;
}

const PIECE = /\s+|--[^\n\r]*|\/\*|'|"|`|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[()]|;|[\s\S]/gy;
/** Engines to which `#` is an operator; to others it starts a comment. */
const HASH_OPERATOR = /^(?:duckdb|postgres|redshift|cockroach|trino|presto|sqlite)/i;
/** Engines that quote names in square brackets. */
const BRACKET_NAMES = /^(?:sqlite|mssql)/i;
const MYSQL = /^(?:mysql|mariadb)/i;
/** Only these make two dashes a comment there; other blanks, such as one that does not break, are code. */
// eslint-disable-next-line no-control-regex -- control characters count
const AFTER_DASHES = /^--(?:[\u0000-\u0020\u007f]|$)/;

/**
 * Cuts SQL of a dialect into pieces. Where engines disagree on where a text ends (backslashes, dollar quotes, nested
 * comments) it refuses rather than guess, so that what it calls balanced is balanced for every engine.
 */
export function scanSql(sql: string, dialect = ''): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  const refuse = (why: string): never => {
    throw new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (${why})`);
  };
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(sql); match; match = PIECE.exec(sql)) {
    const piece = match[0];
    if (piece.startsWith('--')) {
      if (MYSQL.test(dialect) && !AFTER_DASHES.test(piece)) refuse('a blank is needed after the dashes of a comment');
      continue;
    }
    if (/^\s/.test(piece)) continue;
    if (piece === '#' && !HASH_OPERATOR.test(dialect)) refuse('comments starting with # are not allowed');
    if (piece === '[' && BRACKET_NAMES.test(dialect)) refuse('names in square brackets are not allowed; use double quotes');
    if (piece === '/*') {
      if (MYSQL.test(dialect) && sql[PIECE.lastIndex] === '!') refuse('conditional comments are not allowed');
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
    if (piece === '$') refuse('dollar quotes and parameters are not allowed');
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
/** Functions that run SQL given as text, or read files: through them a text would see rows it must not. */
const RUNS_TEXT = /^(?:query_to_xml\w*|table_to_xml\w*|schema_to_xml\w*|database_to_xml\w*|cursor_to_xml\w*|ts_stat|ts_rewrite|dblink\w*|pg_read_\w+|pg_ls_\w+|pg_stat_file|lo_\w+|load_file|load_extension|query|query_table)$/i;

const bare = (value: string): string => value.replace(/^["`]|["`]$/g, '');

/** How an expression is checked. */
export interface ExpressionCheck {
  /** Name of the dialect it is written for. */
  readonly dialect?: string;
  /** Texts of dataset owners and administrators may hold sub-queries; those of people asking may not. */
  readonly isTrusted?: boolean;
}

/**
 * Checks an expression or condition: complete, one expression, and no sub-query unless trusted.
 * Answers it without comments, safe to stand inside brackets or a select list.
 */
export function checkExpression(sql: string, { dialect = '', isTrusted = false }: ExpressionCheck = {}): string {
  const tokens = scanSql(sql, dialect);
  if (tokens.length === 0) throw new QueryError('Invalid SQL clause: the expression is empty');
  checkBalance(sql, tokens);
  const refuse = (why: string): never => {
    throw new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (${why})`);
  };
  tokens.forEach((token, at) => {
    if (token.kind === 'end') refuse('a semicolon is not allowed');
    if (isTrusted) return;
    const next = tokens[at + 1];
    const startsGroup = at === 0 || tokens[at - 1]?.kind === 'open';
    if (token.kind === 'word' && (/^select$/i.test(token.value) || (startsGroup && QUERY_WORDS.test(token.value)))) {
      const isCall = next?.kind === 'open' && !/^(?:select|with|from|values|table)$/i.test(token.value);
      if (!isCall) throw new QueryError('Custom SQL fields cannot contain sub-queries.');
    }
    if ((token.kind === 'word' || token.kind === 'name') && next?.kind === 'open' && RUNS_TEXT.test(bare(token.value))) refuse(`the function ${bare(token.value)} is not allowed`);
    if (token.kind === 'word' && /^u$/i.test(token.value) && next?.value === '&' && /^(?:text|name)$/.test(tokens[at + 2]?.kind ?? '')) refuse('escaped names are not allowed');
  });
  if (hasTopLevelBreak(tokens)) refuse('one expression is expected');
  return withoutComments(sql);
}

const CLAUSE_WORDS = /^(?:union|intersect|except|into|limit|offset|fetch|having|qualify|window|group|where|join|order|settings|prewhere)$/i;
/** Words that start a clause only after an operand. */
const TRAILING_WORDS = /^(?:format|sample|final|for|lock|procedure|using)$/i;
const OPERATOR_WORDS = /^(?:and|or|not|in|like|ilike|is|case|when|then|else|between|distinct|as)$/i;

/** A comma or a clause word outside brackets would end the expression and start something else. */
function hasTopLevelBreak(tokens: readonly SqlToken[]): boolean {
  let depth = 0;
  return tokens.some(({ kind, value }, at) => {
    if (kind === 'open' || value === '[' || value === '{') depth++;
    else if (kind === 'close' || value === ']' || value === '}') depth--;
    if (depth > 0) return false;
    const before = tokens[at - 1];
    if (kind === 'other') return value === ',';
    if (kind !== 'word') return false;
    if (/^from$/i.test(value)) return !/^distinct$/i.test(before?.value ?? '');
    if (/^group$/i.test(value) && /^within$/i.test(before?.value ?? '')) return false;
    if (CLAUSE_WORDS.test(value)) return true;
    return TRAILING_WORDS.test(value) && before !== undefined && before.kind !== 'other' && !OPERATOR_WORDS.test(before.value);
  });
}

/** The text with each comment replaced by a blank. Only for texts that were scanned. */
function withoutComments(sql: string): string {
  if (!sql.includes('--') && !sql.includes('/*')) return sql.trim();
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n\r]*|\/\*[\s\S]*?\*\//g, (piece) => (piece.startsWith('--') || piece.startsWith('/*') ? ' ' : piece)).trim();
}

/** Checks the text of a virtual dataset: one complete SELECT. Answers it without a trailing semicolon. */
export function checkVirtualSql(sql: string, dialect = ''): string {
  const text = sql.replace(/\r\n?/g, '\n').trim().replace(/(?:;\s*)+$/, '').trimEnd();
  const tokens = scanSql(text, dialect);
  if (tokens.length === 0) throw new QueryError('Virtual dataset query cannot be empty');
  if (tokens.some(({ kind }) => kind === 'end')) throw new QueryError('Virtual dataset query cannot consist of multiple statements');
  checkBalance(text, tokens);
  const first = tokens.find(({ kind }) => kind !== 'open');
  if (!first || !/^(?:select|with|from|values|table)$/i.test(first.value)) throw new QueryError('Virtual dataset query must be read-only');
  return text;
}
