import type { SqlEngine } from '../engines/sql-engine.ts';
import type { SqlToken } from '../lexer/lex-sql.ts';
import { lexSql, solidTokens } from '../lexer/lex-sql.ts';

/** Where a SELECT's outermost limit is, or would go. */
export type LimitPlace =
  | { readonly kind: 'number'; readonly token: SqlToken; readonly rows: number | null }
  | { readonly kind: 'none'; /** Offset behind which a limit can be written. */ readonly at: number }
  | { readonly kind: 'unclear' };

const isWord = (token: SqlToken | undefined, pattern: RegExp): boolean => token?.kind === 'word' && pattern.test(token.value);

/** Clauses that follow a limit. */
function isTrailing(engine: SqlEngine, tokens: readonly SqlToken[], at: number): boolean {
  if (isWord(tokens[at], /^for$/i)) return isWord(tokens[at + 1], /^(?:update|share|no|key)$/i);
  return engine.name === 'clickhouse' && isWord(tokens[at], /^(?:settings|format)$/i);
}

function topLevel(tokens: readonly SqlToken[]): readonly SqlToken[] {
  let depth = 0;
  return tokens.filter(({ kind, value }) => {
    const opens = kind === 'symbol' && (value === '(' || value === '[' || value === '{');
    if (kind === 'symbol' && (value === ')' || value === ']' || value === '}')) depth--;
    const isTop = depth === 0 || (opens && depth === 0);
    if (opens) depth++;
    return isTop;
  });
}

const integer = (token: SqlToken | undefined): number | undefined => (token?.kind === 'number' && /^\d+$/.test(token.value) ? Number(token.value) : undefined);

function findTop(tokens: readonly SqlToken[]): LimitPlace {
  if (tokens.some((token) => isWord(token, /^(?:union|intersect|except|with|offset|fetch|for|option)$/i))) return { kind: 'unclear' };
  const select = tokens.findIndex((token) => isWord(token, /^select$/i));
  const at = isWord(tokens[select + 1], /^(?:distinct|all)$/i) ? select + 2 : select + 1;
  if (select < 0) return { kind: 'unclear' };
  if (!isWord(tokens[at], /^top$/i)) return { kind: 'none', at: tokens[at - 1]!.end };
  const rows = integer(tokens[at + 1]);
  return rows === undefined || isWord(tokens[at + 2], /^(?:percent|with)$/i) ? { kind: 'unclear' } : { kind: 'number', token: tokens[at + 1]!, rows };
}

/** Finds the outermost limit of one SELECT that is known to parse. */
export function findLimit(engine: SqlEngine, sql: string): LimitPlace {
  const tokens = topLevel(solidTokens(lexSql(sql, engine.rules)));
  if (tokens.length === 0) return { kind: 'unclear' };
  if (engine.limitStyle === 'top') return findTop(tokens);
  const isMember = (at: number): boolean => tokens[at - 1]?.value === '.' || tokens[at + 1]?.value === '.';
  const trailing = tokens.findIndex((_, at) => isTrailing(engine, tokens, at));
  const end = trailing < 0 ? tokens.length : trailing;
  let offset = -1;
  for (let at = end - 1; at > 0; at--) {
    if (isMember(at)) continue;
    if (isWord(tokens[at], /^fetch$/i)) {
      const rows = integer(tokens[at + 2]);
      const isPlain = isWord(tokens[at + 1], /^(?:first|next)$/i) && rows !== undefined && isWord(tokens[at + 3], /^rows?$/i) && isWord(tokens[at + 4], /^only$/i) && at + 5 === end;
      return isPlain ? { kind: 'number', token: tokens[at + 2]!, rows } : { kind: 'unclear' };
    }
    if (isWord(tokens[at], /^offset$/i)) offset = at;
    if (isWord(tokens[at], /^limit$/i)) {
      const first = tokens[at + 1];
      const rows = isWord(first, /^all$/i) ? null : integer(first);
      if (rows === undefined) return { kind: 'unclear' };
      const rest = tokens.slice(at + 2, end);
      // ClickHouse: LIMIT n BY x limits groups, not rows.
      if (rest.some((token) => isWord(token, /^by$/i))) return { kind: 'none', at: tokens[end - 1]!.end };
      if (rest.length === 0) return { kind: 'number', token: first!, rows };
      if (rest[0]?.value === ',' && rest.length === 2 && integer(rest[1]) !== undefined) return { kind: 'number', token: rest[1]!, rows: integer(rest[1])! };
      if (isWord(rest[0], /^offset$/i) && integer(rest[1]) !== undefined && (rest.length === 2 || (rest.length === 3 && isWord(rest[2], /^rows?$/i)))) return { kind: 'number', token: first!, rows };
      return { kind: 'unclear' };
    }
  }
  const at = offset > 0 && !engine.offsetFirst && engine.limitStyle === 'limit' ? tokens[offset - 1]!.end : tokens[end - 1]!.end;
  return { kind: 'none', at };
}
