import type { SqlStatementKind, SqlTable } from '../../contract.ts';
import type { ParsedStatement } from '../analysis/parsed-statement.ts';
import { distinctTables } from '../analysis/parsed-statement.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { lexSql, solidTokens } from '../lexer/lex-sql.ts';
import type { PolyNode } from './parse-polyglot.ts';
import { NO_CALL_WORDS } from './structural-words.ts';

const QUERIES: ReadonlySet<string> = new Set(['select', 'union', 'intersect', 'except', 'values', 'subquery']);
const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'merge', 'copy', 'load_data', 'put', 'export', 'unload']);
const DDL = /^(?:create|drop|alter|truncate|comment|rename|grant|revoke)(?:_|$)/;
const SHOWS: ReadonlySet<string> = new Set(['show', 'use', 'describe']);
const NAMELESS_CALLS = /^(?:current_user|session_user|system_user|current_role|current_catalog|current_schema|current_database)$/i;

const isNode = (value: unknown): value is PolyNode => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTable = (value: unknown): value is PolyNode => isNode(value) && 'alias_explicit_as' in value && 'schema' in value && isNode(value['name']);
const kindOf = (root: string): SqlStatementKind =>
  QUERIES.has(root) ? 'select' : WRITES.has(root) ? 'write' : DDL.test(root) ? 'ddl' : root === 'set_statement' ? 'set' : SHOWS.has(root) ? 'show' : 'other';

/** A name as the engine compares it. */
function folded(engine: SqlEngine, identifier: unknown): string | null {
  if (!isNode(identifier) || typeof identifier['name'] !== 'string' || identifier['name'] === '') return null;
  const name = identifier['name'];
  if (engine.fold === 'lower') return name.toLowerCase();
  return engine.fold === 'upper-unquoted' && identifier['quoted'] !== true ? name.toUpperCase() : name;
}

const nameOf = (identifier: unknown): string | null => (isNode(identifier) && typeof identifier['name'] === 'string' && identifier['name'] !== '' ? identifier['name'] : null);

/** What a statement of polyglot's tree reads, writes and calls. The tree must be complete. */
export function readPolyglot(engine: SqlEngine, sql: string, statement: PolyNode): ParsedStatement {
  const tables: SqlTable[] = [];
  const targets: SqlTable[] = [];
  const functions = new Set<string>();
  const tableFunctions = new Set<string>();
  let isWriting = false;
  let queries = 0;

  const tableOf = (node: PolyNode): SqlTable => ({ catalog: nameOf(node['catalog']), schema: nameOf(node['schema']), name: nameOf(node['name']) ?? '' });
  const addTable = (node: PolyNode, scope: ReadonlySet<string>): void => {
    const table = tableOf(node);
    if (table.schema !== null || !scope.has(folded(engine, node['name']) ?? '')) tables.push(table);
  };

  /** Objects a writing node names directly; answers the keys that hold them. */
  const takeTargets = (node: PolyNode): ReadonlySet<string> => {
    const taken = new Set<string>();
    for (const [key, child] of Object.entries(node)) {
      if (key === 'using' || key === 'joins' || key === 'from') continue;
      const named = (Array.isArray(child) ? child : [child]).map((item: unknown) => (isNode(item) && isTable(item['table']) && Object.keys(item).length === 1 ? item['table'] : item)).filter(isTable);
      if (named.length > 0) taken.add(key);
      targets.push(...named.map(tableOf));
    }
    return taken;
  };

  const visitIn = (node: PolyNode, scope: ReadonlySet<string>): void => {
    if (!engine.inReadsTable || node['is_field'] !== true || !Array.isArray(node['expressions'])) return;
    for (const field of node['expressions']) {
      const column: unknown = isNode(field) ? (field['column'] ?? field['identifier']) : undefined;
      if (isNode(column)) addTable({ catalog: null, schema: column['table'] ?? null, name: column['name'] }, scope);
    }
  };

  const visit = (value: unknown, key: string, scope: ReadonlySet<string>): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, key, scope);
      return;
    }
    if (!isNode(value)) return;
    if (isTable(value)) addTable(value, scope);
    if (QUERIES.has(key)) queries++;
    if (key === 'in') visitIn(value, scope);
    if (key === 'function' && typeof value['name'] === 'string') functions.add(value['name'].toLowerCase());
    if ((key === 'from' && Array.isArray(value['expressions'])) || key === 'joins') {
      for (const source of key === 'joins' ? [value['this']] : (value['expressions'] as readonly unknown[])) {
        const bare = isNode(source) && isNode(source['alias']) ? source['alias']['this'] : source;
        if (isNode(bare) && isNode(bare['function'])) tableFunctions.add(String(bare['function']['name']).toLowerCase());
      }
    }
    const writes = WRITES.has(key) || DDL.test(key);
    if (writes || (key === 'into' && value !== null)) isWriting = true;
    const taken: ReadonlySet<string> = writes || key === 'into' ? takeTargets(value) : new Set();
    const ctes = isNode(value['with']) && Array.isArray(value['with']['ctes']) ? value['with']['ctes'].filter(isNode) : [];
    const names = ctes.map((cte) => (cte['alias_first'] === true ? (folded(engine, cte['alias']) ?? '') : ''));
    const inner = names.length > 0 ? new Set([...scope, ...names]) : scope;
    const isRecursive = isNode(value['with']) && value['with']['recursive'] === true;
    ctes.forEach((cte, at) => visit(cte['this'], 'cte', isRecursive ? inner : new Set([...scope, ...names.slice(0, at)])));
    for (const [name, child] of Object.entries(value)) if (name !== 'with' && name !== 'span' && !taken.has(name)) visit(child, name, inner);
  };

  const root = Object.keys(statement)[0] ?? '';
  visit(statement, '', new Set());
  const tokens = solidTokens(lexSql(sql, engine.rules));
  tokens.forEach((token, at) => {
    if (token.kind === 'word' && NAMELESS_CALLS.test(token.value) && tokens[at - 1]?.value !== '.') functions.add(token.value.toLowerCase());
    const isCalled = tokens[at + 1]?.kind === 'symbol' && tokens[at + 1]?.value === '(';
    if (isCalled && (token.kind === 'name' || (token.kind === 'word' && !NO_CALL_WORDS.has(token.value.toLowerCase())))) functions.add(token.value.toLowerCase());
  });
  const kind = kindOf(root);
  return {
    kind: kind === 'select' && isWriting ? 'write' : kind,
    isMutating: kind === 'select' || kind === 'set' || kind === 'show' ? isWriting : true,
    tables: distinctTables(tables),
    targets: distinctTables(targets),
    functions: [...functions],
    tableFunctions: [...tableFunctions],
    hasSubquery: queries > 1,
    isBareExpression: root === 'select' && isNode(statement['select']) && isBare(statement['select']),
  };
}

/** Whether a SELECT holds one unnamed expression and nothing else. */
function isBare(select: PolyNode): boolean {
  const { expressions, ...rest } = select;
  const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  const clauses = Object.entries(rest).filter(([key, value]) => !/_comments$/.test(key) && !isEmpty(value));
  if (clauses.length > 0 || !Array.isArray(expressions) || expressions.length !== 1) return false;
  const [only] = expressions as readonly unknown[];
  return isNode(only) && !('alias' in only) && !('star' in only) && !('aliases' in only);
}
