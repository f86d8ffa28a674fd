import { ConnectorError } from '@orrery/sdk/server';
import { ALLOWED_TABLE_FUNCTIONS, isDeniedFunction } from './function-lists.ts';

/** A node of the engine's own syntax tree. */
export type TreeNode = Readonly<Record<string, unknown>>;

/** Names of the tables and views an analyst may read, lower case: `table` (default schema) and `schema.table`. */
export type Catalog = ReadonlySet<string>;

const MAX_NODES = 60_000;
const MAX_DEPTH = 600;

const EXPRESSION_CLASSES: ReadonlySet<string> = new Set([
  'COLUMN_REF', 'CONSTANT', 'FUNCTION', 'OPERATOR', 'COMPARISON', 'CONJUNCTION', 'CAST', 'CASE', 'BETWEEN',
  'SUBQUERY', 'WINDOW', 'STAR', 'LAMBDA', 'LAMBDA_REF', 'COLLATE', 'POSITIONAL_REFERENCE', 'TYPE',
]);

const QUERY_AND_TABLE_KINDS: ReadonlySet<string> = new Set([
  'SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE',
  'BASE_TABLE', 'SUBQUERY', 'JOIN', 'TABLE_FUNCTION', 'EXPRESSION_LIST', 'EMPTY', 'EMPTY_FROM', 'SHOW_REF', 'PIVOT',
  'ORDER_MODIFIER', 'LIMIT_MODIFIER', 'LIMIT_PERCENT_MODIFIER', 'DISTINCT_MODIFIER',
  'ORDER_DEFAULT', 'ASCENDING', 'DESCENDING',
]);

/** Constants, types and samples hold values, not syntax. */
const OPAQUE_KEYS: ReadonlySet<string> = new Set(['value', 'cast_type', 'sample', 'type_info', 'sample_size']);

function isNode(value: unknown): value is TreeNode {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refuse(what: string): never {
  throw new ConnectorError('refused', what);
}

function cteNames(node: TreeNode): string[] {
  const names: string[] = [];
  if (node['type'] === 'CTE_NODE' || node['type'] === 'RECURSIVE_CTE_NODE') names.push(text(node['cte_name']).toLowerCase());
  const map = isNode(node['cte_map']) ? node['cte_map']['map'] : undefined;
  if (Array.isArray(map)) for (const entry of map) if (isNode(entry)) names.push(text(entry['key']).toLowerCase());
  return names;
}

function checkTable(node: TreeNode, catalog: Catalog, ctes: ReadonlySet<string>): void {
  const schema = text(node['schema_name']).toLowerCase();
  const name = text(node['table_name']).toLowerCase();
  const database = text(node['catalog_name']).toLowerCase();
  if (!schema && !database && ctes.has(name)) return;
  // With one qualifier the engine takes it for a schema or a database; both are known to the catalog set.
  const qualified = [database, schema, name].filter(Boolean).join('.');
  if (!catalog.has(qualified)) {
    throw new ConnectorError('missing-table', `Table "${text(node['table_name'])}" does not exist in this database.`);
  }
}

function checkFunction(node: TreeNode): void {
  const name = text(node['function_name']);
  if (isDeniedFunction(name)) refuse(`The function ${name} is not allowed.`);
}

/**
 * Walks one statement's tree and refuses whatever is not known to be harmless: kinds of nodes, table functions,
 * functions, tables. Throws ConnectorError.
 */
export function checkTree(root: unknown, catalog: Catalog): void {
  let nodes = 0;
  const walk = (value: unknown, ctes: ReadonlySet<string>, depth: number): void => {
    if (value === null || typeof value !== 'object') return;
    if (depth > MAX_DEPTH) refuse('The statement is nested too deeply.');
    if (Array.isArray(value)) {
      for (const item of value) walk(item, ctes, depth + 1);
      return;
    }
    if (++nodes > MAX_NODES) refuse('The statement has too many parts. Filter by fewer values.');
    const node = value as TreeNode;
    let scope = ctes;
    if (typeof node['class'] === 'string') {
      if (!EXPRESSION_CLASSES.has(node['class'])) {
        refuse(node['class'] === 'PARAMETER' ? 'Parameters such as ? or $1 cannot be used here.' : `Expressions of the kind ${node['class']} are not allowed.`);
      }
    } else if (typeof node['type'] === 'string') {
      if (!QUERY_AND_TABLE_KINDS.has(node['type'])) refuse(`Statements with ${node['type']} are not allowed.`);
      const names = cteNames(node);
      if (names.length > 0) scope = new Set([...ctes, ...names]);
      if (node['type'] === 'BASE_TABLE') checkTable(node, catalog, scope);
      else if (node['type'] === 'SHOW_REF' && !isNode(node['query'])) refuse('SHOW statements are not allowed.');
      else if (node['type'] === 'TABLE_FUNCTION') {
        const name = isNode(node['function']) ? text(node['function']['function_name']) : '';
        if (!ALLOWED_TABLE_FUNCTIONS.has(name.toLowerCase())) refuse(`The table function ${name} is not allowed.`);
      }
    }
    if ('function_name' in node) checkFunction(node);
    for (const key in node) {
      if (OPAQUE_KEYS.has(key) && !(key === 'value' && isNode(node['value']) && 'query' in node['value'])) continue;
      walk(node[key], scope, depth + 1);
    }
  };
  walk(root, new Set(), 0);
}
