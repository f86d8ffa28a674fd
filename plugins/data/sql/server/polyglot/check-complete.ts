import { SqlError } from '../../common/sql-error.ts';
import { errorPlace, utf16Offset } from '../analysis/error-place.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import type { SqlToken } from '../lexer/lex-sql.ts';
import { lexSql, solidTokens } from '../lexer/lex-sql.ts';
import type { PolyNode } from './parse-polyglot.ts';
import { LIST_HEADS, STRUCTURAL_WORDS } from './structural-words.ts';

interface TreeFacts {
  /** Offsets at which names of the tree start. */
  readonly starts: ReadonlySet<number>;
  /** Words of the tree without a place, with their number. */
  readonly words: Map<string, number>;
  readonly selects: number;
  readonly froms: number;
  readonly joins: number;
}

const SKIPPED: ReadonlySet<string> = new Set(['span', 'trailing_comments', 'leading_comments', 'comments', 'inferred_type']);

function factsOf(tree: PolyNode, toUtf16: (at: number) => number): TreeFacts {
  const starts = new Set<number>();
  const words = new Map<string, number>();
  let selects = 0;
  let froms = 0;
  let joins = 0;
  const addWords = (text: string): void => {
    words.set(text.toLowerCase(), (words.get(text.toLowerCase()) ?? 0) + 1);
    for (const part of text.toLowerCase().split(/[^\p{L}\p{N}_$]+/u)) if (part && part !== text.toLowerCase()) words.set(part, (words.get(part) ?? 0) + 1);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as PolyNode;
    const span = node['span'] as { readonly start: number } | null | undefined;
    const isPlaced = typeof node['name'] === 'string' && Boolean(span);
    if (isPlaced) starts.add(toUtf16(span!.start));
    for (const [key, child] of Object.entries(node)) {
      if (SKIPPED.has(key) || child === null) continue;
      if (key === 'select') selects++;
      if (key === 'from') froms++;
      if ((key === 'joins' || key === 'table_joins' || key === 'from_joins') && Array.isArray(child)) joins += child.length;
      if (key === 'lateral_views' && Array.isArray(child)) joins += child.length;
      if (typeof child === 'string') {
        const isLiteral = 'literal_type' in node;
        if (!isLiteral && !(isPlaced && key === 'name')) addWords(child);
      } else visit(child);
    }
  };
  visit(tree);
  return { starts, words, selects, froms, joins };
}

/** FROM inside these calls starts no list of tables. */
const FROM_CALLS = /^(?:extract|trim|ltrim|rtrim|substring|substr|overlay|position)$/i;

function countFroms(tokens: readonly SqlToken[]): number {
  const open: (SqlToken | undefined)[] = [];
  let count = 0;
  tokens.forEach((token, at) => {
    if (token.kind === 'symbol' && token.value === '(') open.push(tokens[at - 1]);
    else if (token.kind === 'symbol' && token.value === ')') open.pop();
    else if (token.kind === 'word' && /^from$/i.test(token.value) && !/^(?:distinct|delete)$/i.test(tokens[at - 1]?.value ?? '') && !FROM_CALLS.test(open.at(-1)?.value ?? '')) count++;
  });
  return count;
}

/**
 * Refuses a statement of which the parser skipped a part: every name must occur in the tree, and every SELECT, FROM and
 * JOIN must have its node. Some dialects of the parser ignore what they do not understand, and with it the tables there.
 */
export function checkComplete(engine: SqlEngine, sql: string, tree: PolyNode): void {
  const hasAstral = /[\ud800-\udfff]/.test(sql);
  const facts = factsOf(tree, hasAstral ? (at) => utf16Offset(sql, at) : (at) => at);
  const tokens = solidTokens(lexSql(sql, engine.rules));
  const refuse = (token: SqlToken): never => {
    const place = errorPlace(sql, token.start, engine.rules);
    throw new SqlError('incomplete', `The SQL could not be read completely near '${sql.slice(token.start, token.end).slice(0, 100)}' at line ${place?.line}:${place?.column}. Write this part in another way.`, place);
  };
  const take = (word: string): boolean => {
    const left = facts.words.get(word) ?? 0;
    if (left > 0) facts.words.set(word, left - 1);
    return left > 0;
  };
  const isQuery = /^(?:select|with|from|values|\()$/i.test(tokens[0]?.value ?? '');
  /** Where a table or column may be named by a word that shapes statements elsewhere. */
  const isListHead = (at: number): boolean => {
    const previous = tokens[at - 1];
    return (previous?.kind === 'symbol' && previous.value === ',') || (previous?.kind === 'word' && /^(?:from|join)$/i.test(previous.value));
  };
  let selects = 0;
  let joins = 0;
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' && token.kind !== 'name') return;
    const next = tokens[at + 1];
    const isMember = tokens[at - 1]?.value === '.' && tokens[at - 1]?.kind === 'symbol';
    const lower = token.value.toLowerCase();
    if (facts.starts.has(token.start)) return;
    if (next?.kind === 'symbol' && next.value === '(' && !STRUCTURAL_WORDS.has(lower)) return;
    if (token.kind === 'word' && !isMember) {
      if (lower === 'select' && ++selects > facts.selects) refuse(token);
      if ((lower === 'join' || lower === 'straight_join') && ++joins > facts.joins) refuse(token);
      const isCallLike = next?.kind === 'text' || (next?.kind === 'symbol' && next.value === '(');
      if (STRUCTURAL_WORDS.has(lower) && (!isQuery || !isListHead(at) || LIST_HEADS.has(lower) || isCallLike)) return;
      // Prefixes of texts: x'00', _utf8'a'.
      if (next?.kind === 'text' && next.start === token.end) return;
    }
    if (!take(lower)) refuse(token);
  });
  if (countFroms(tokens) > facts.froms) refuse(tokens.findLast(({ kind, value }) => kind === 'word' && /^from$/i.test(value))!);
}
