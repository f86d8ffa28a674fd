import { parse } from '@polyglot-sql/sdk';

type Node = Readonly<Record<string, unknown>>;

/** Where and how something was written, which changes nothing about what it means. */
const NOISE = new Set(['span', 'quoted', 'alias_explicit_as', 'explicit_asc']);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === null || value === false || (Array.isArray(value) && value.length === 0);
const text = (value: unknown): string => JSON.stringify(value);
const sorted = (values: readonly unknown[]): readonly unknown[] => values.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));

/** Names that stand for others: hashes of labels. */
export type Renames = ReadonlyMap<string, string>;

/** `a AND (b AND c)` → its three conditions. */
function operands(node: unknown, kind: 'and' | 'or'): readonly unknown[] {
  if (!isNode(node)) return [node];
  if (isNode(node['paren'])) return operands(node['paren']['this'], kind);
  const inner = node[kind];
  return isNode(inner) ? [...operands(inner['left'], kind), ...operands(inner['right'], kind)] : [node];
}

/** An item's name in the select list and what it stands for. */
function aliasesOf(items: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(items.flatMap((item): [string, unknown][] => {
    const alias = isNode(item) && isNode(item['alias']) ? item['alias'] : undefined;
    return alias && isNode(alias['alias']) ? [[String(alias['alias']['name']), alias['this']]] : [];
  }));
}

/** A bare name of a select item becomes the item's expression. */
function resolve(expression: unknown, aliases: ReadonlyMap<string, unknown>): unknown {
  const column = isNode(expression) && isNode(expression['column']) ? expression['column'] : undefined;
  if (!column || column['table'] !== undefined || !isNode(column['name'])) return expression;
  return aliases.get(String(column['name']['name'])) ?? expression;
}

function select(node: Node): Node {
  const items = (node['expressions'] ?? []) as readonly unknown[];
  const aliases = aliasesOf(items);
  const group = isNode(node['group_by']) ? { ...node['group_by'], expressions: sorted(((node['group_by']['expressions'] ?? []) as readonly unknown[]).map((item) => resolve(item, aliases))) } : undefined;
  const order = isNode(node['order_by'])
    ? { ...node['order_by'], expressions: (node['order_by']['expressions'] as readonly Node[]).map((item) => ({ ...item, this: resolve(item['this'], aliases) })) }
    : undefined;
  const isFirst = text(node['offset'] ?? null).includes('"value":"0"');
  const { offset, ...rest } = node;
  return { ...rest, ...(!isFirst && offset !== undefined && { offset }), expressions: sorted(items), ...(group && { group_by: group }), ...(order && { order_by: order }) };
}

function normal(value: unknown, renames: Renames): unknown {
  if (Array.isArray(value)) return value.map((item) => normal(item, renames));
  if (!isNode(value)) return value;
  if (isNode(value['paren'])) return normal(value['paren']['this'], renames);
  for (const kind of ['and', 'or'] as const) if (isNode(value[kind])) return { [kind]: sorted(operands(value, kind).map((item) => normal(item, renames))) };
  // Calls carry their arguments; every other node with a quoted flag is a name, whose case may matter.
  const isName = 'quoted' in value && !('args' in value);
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (NOISE.has(key) || key.endsWith('_comments') || isEmpty(item)) return [];
    if (key === 'name' && typeof item === 'string') return [[key, isName ? (renames.get(item) ?? item) : item.toLowerCase()]];
    return [[key, normal(item, renames)]];
  });
  const node = Object.fromEntries(entries.filter(([, item]) => item !== undefined));
  return isNode(node['select']) ? { ...node, select: select(node['select']) } : node;
}

const DIALECT_OF: Readonly<Record<string, string>> = { postgres: 'postgresql', mariadb: 'mysql', clickhousedb: 'clickhouse', mssql: 'tsql' };
const NO_RENAMES: Renames = new Map();

/** The syntax tree of a text without what does not matter: comments, brackets, quoting, order of conditions and items. Undefined when it does not parse. */
export function sqlTree(sql: string, engine: string, renames: Renames = NO_RENAMES): unknown {
  const { success, ast } = parse(sql, (DIALECT_OF[engine] ?? engine) as Parameters<typeof parse>[1]) as { success: boolean; ast: unknown };
  return success ? normal(ast, renames) : undefined;
}

/** True when two texts are written the same, or parse to the same tree. */
export function isSameTree(left: string, right: string, engine: string, renames: Renames = NO_RENAMES): boolean {
  if (left === right) return true;
  const [a, b] = [sqlTree(left, engine, renames), sqlTree(right, engine, renames)];
  return a !== undefined && text(a) === text(b);
}
