import type { SqlStatementKind, SqlTable } from '../../contract.ts';
import type { ParsedStatement } from '../analysis/parsed-statement.ts';
import { distinctTables } from '../analysis/parsed-statement.ts';
import type { PgNode } from './parse-postgres.ts';

const WRITES: ReadonlySet<string> = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
const KINDS: Readonly<Record<string, SqlStatementKind>> = { SelectStmt: 'select', CopyStmt: 'write', VariableSetStmt: 'set', VariableShowStmt: 'show', ExplainStmt: 'explain' };
const DDL = /^(?:Create|Alter|Drop|Index|View|Rename|Truncate|Comment|Define|Refresh|Grant|Reindex|SecLabel|Rule)/;
/** Keys under which statements that write name their object. */
const TARGET_KEYS: ReadonlySet<string> = new Set(['relation', 'relations', 'rel', 'view']);
/** What they stand in; anywhere else the same keys name what is read. */
const OWNERS = /^(?:Insert|Update|Delete|Merge|Copy|Lock)Stmt$|^into(?:Clause)?$|^(?:Create|Alter|Index|View|Rename|Truncate|Comment|Refresh|Reindex|Rule)\w*Stmt$/;
/** What `SELECT x` holds and no more. */
const BARE_KEYS: ReadonlySet<string> = new Set(['targetList', 'limitOption', 'op']);

const isNode = (value: unknown): value is PgNode => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const kindOf = (root: string): SqlStatementKind => KINDS[root] ?? (WRITES.has(root) ? 'write' : DDL.test(root) ? 'ddl' : 'other');
const stringOf = (node: unknown): string | undefined => (isNode(node) && isNode(node['String']) ? (text(node['String']['sval']) ?? undefined) : undefined);

function cteNames(node: PgNode): { readonly names: readonly string[]; readonly nodes: readonly PgNode[]; readonly isRecursive: boolean } {
  const clause = node['withClause'];
  const ctes = isNode(clause) && Array.isArray(clause['ctes']) ? clause['ctes'].flatMap((cte) => (isNode(cte) && isNode(cte['CommonTableExpr']) ? [cte['CommonTableExpr']] : [])) : [];
  return { names: ctes.map((cte) => String(cte['ctename'])), nodes: ctes, isRecursive: isNode(clause) && clause['recursive'] === true };
}

/** What a statement of PostgreSQL's parse tree reads, writes and calls. */
export function readPostgres(statement: PgNode): ParsedStatement {
  const tables: SqlTable[] = [];
  const targets: SqlTable[] = [];
  const functions = new Set<string>();
  let isWriting = false;
  let selects = 0;

  const addTable = (node: PgNode, scope: ReadonlySet<string>, isTarget: boolean): void => {
    const table = { catalog: text(node['catalogname']), schema: text(node['schemaname']), name: String(node['relname']) };
    if (isTarget) targets.push(table);
    else if (table.schema !== null || !scope.has(table.name)) tables.push(table);
  };

  const visit = (value: unknown, key: string, owner: string, scope: ReadonlySet<string>): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, key, owner, scope);
      return;
    }
    // FOR UPDATE OF names aliases.
    if (!isNode(value) || key === 'lockingClause') return;
    if (typeof value['relname'] === 'string') addTable(value, scope, TARGET_KEYS.has(key) && OWNERS.test(owner));
    if (WRITES.has(key) || key === 'intoClause') isWriting = true;
    if (key === 'SelectStmt') selects++;
    if (key === 'FuncCall' && Array.isArray(value['funcname'])) functions.add(stringOf(value['funcname'].at(-1)) ?? '');
    if (key === 'SQLValueFunction') functions.add(String(value['op']).replace(/^SVFOP_/, '').replace(/_N$/, '').toLowerCase());
    const { names, nodes, isRecursive } = cteNames(value);
    const inner = names.length > 0 ? new Set([...scope, ...names]) : scope;
    nodes.forEach((cte, at) => visit(cte['ctequery'], 'ctequery', '', isRecursive ? inner : new Set([...scope, ...names.slice(0, at)])));
    for (const [name, child] of Object.entries(value)) {
      if (name === 'withClause') continue;
      if (name === 'RangeVar') visit(child, key, owner, inner);
      else visit(child, name, key, inner);
    }
  };

  const root = Object.keys(statement)[0] ?? '';
  visit(statement, '', '', new Set());
  const kind = kindOf(root);
  const body = isNode(statement[root]) ? statement[root] : {};
  if (root === 'DropStmt') targets.push(...droppedObjects(body));
  const isAnalysing = kind === 'explain' && /"defname":"analy[sz]e"/.test(JSON.stringify(body['options'] ?? []));
  const isMutating = kind === 'select' ? isWriting : kind === 'explain' ? isAnalysing && (isWriting || !hasSelect(body['query'])) : kind !== 'set' && kind !== 'show';
  return {
    kind: kind === 'select' && isWriting ? 'write' : kind,
    isMutating,
    tables: distinctTables(tables),
    targets: distinctTables(targets),
    functions: [...functions].filter(Boolean),
    tableFunctions: [],
    hasSubquery: selects > 1,
    isBareExpression: root === 'SelectStmt' && isBare(body),
  };
}

const hasSelect = (query: unknown): boolean => isNode(query) && 'SelectStmt' in query;

function isBare(select: PgNode): boolean {
  const list = select['targetList'];
  if (!Array.isArray(list) || list.length !== 1 || Object.keys(select).some((key) => !BARE_KEYS.has(key))) return false;
  const target: unknown = isNode(list[0]) ? list[0]['ResTarget'] : undefined;
  return isNode(target) && target['name'] === undefined && !JSON.stringify(target['val'] ?? '').startsWith('{"ColumnRef":{"fields":[{"A_Star"');
}

function droppedObjects(drop: PgNode): readonly SqlTable[] {
  if (!Array.isArray(drop['objects'])) return [];
  return drop['objects'].flatMap((object) => {
    const parts = isNode(object) && isNode(object['List']) && Array.isArray(object['List']['items']) ? object['List']['items'].map(stringOf) : [stringOf(object)];
    const [name, schema, catalog] = parts.filter((part) => part !== undefined).reverse();
    return name ? [{ catalog: catalog ?? null, schema: schema ?? null, name }] : [];
  });
}
