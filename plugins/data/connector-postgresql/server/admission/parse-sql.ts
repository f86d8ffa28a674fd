import { ConnectorError } from '@orrery/sdk/server';
import { parseWithPostgres, TooDeepError } from './pg-parser.ts';

/** What a text says, as PostgreSQL's own grammar reads it. */
export interface ParsedSql {
  /** Kind of each statement, e.g. `SelectStmt`. */
  readonly statements: readonly string[];
  /** Kinds of all nodes, at any depth. */
  readonly kinds: ReadonlySet<string>;
  /** Names of called functions without their schema, lower case. */
  readonly functions: readonly string[];
}

/** Characters of one statement; parsing happens on the server's own thread. */
const MAX_SQL_LENGTH = 262_144;

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** SQL's keywords without brackets that are functions of the deny-list, by the parser's name. */
const VALUE_FUNCTIONS: Readonly<Record<string, string>> = {
  SVFOP_CURRENT_USER: 'current_user',
  SVFOP_CURRENT_ROLE: 'current_role',
  SVFOP_USER: 'user',
  SVFOP_SESSION_USER: 'session_user',
  SVFOP_CURRENT_CATALOG: 'current_catalog',
  SVFOP_CURRENT_SCHEMA: 'current_schema',
};

function functionName(node: Tree): string {
  const parts = Array.isArray(node['funcname']) ? (node['funcname'] as unknown[]) : [];
  const last = parts.at(-1);
  const text = isTree(last) && isTree(last['String']) ? last['String']['sval'] : undefined;
  return typeof text === 'string' ? text.toLowerCase() : '';
}

/** A node's kind is the key it stands under; clauses that are not nodes of their own stand under their field. */
const CLAUSES: Readonly<Record<string, string>> = { intoClause: 'IntoClause' };

/** Parses without running anything. Throws ConnectorError: `syntax` with the place, `refused` for texts too long. */
export async function parseSql(sql: string): Promise<ParsedSql> {
  if (sql.length > MAX_SQL_LENGTH) {
    throw new ConnectorError('refused', `The statement has ${sql.length} characters; at most ${MAX_SQL_LENGTH} are allowed. Filter by fewer values.`);
  }
  let tree: { readonly stmts?: readonly { readonly stmt?: unknown }[] };
  try {
    tree = (await parseWithPostgres(sql)) as typeof tree;
  } catch (error) {
    if (error instanceof TooDeepError) throw new ConnectorError('refused', error.message, error);
    throw new ConnectorError('syntax', describe(error, sql), error);
  }
  const kinds = new Set<string>();
  const functions: string[] = [];
  // A stack of our own: trees of long expressions are deep.
  const open: unknown[] = [tree.stmts];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const item of value) open.push(item);
      continue;
    }
    if (!isTree(value)) continue;
    for (const key in value) {
      const child = value[key];
      if (/^[A-Z]/.test(key)) kinds.add(key);
      else if (CLAUSES[key]) kinds.add(CLAUSES[key]);
      if (key === 'FuncCall' && isTree(child)) functions.push(functionName(child));
      if (key === 'SQLValueFunction' && isTree(child)) functions.push(VALUE_FUNCTIONS[String(child['op'])] ?? '');
      open.push(child);
    }
  }
  const statements = (tree.stmts ?? []).map(({ stmt }) => (isTree(stmt) ? (Object.keys(stmt)[0] ?? '') : ''));
  return { statements, kinds, functions: functions.filter((name) => name !== '') };
}

/** The parser's message with line and column. */
function describe(error: unknown, sql: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const at = (error as { readonly sqlDetails?: { readonly cursorPosition?: number } }).sqlDetails?.cursorPosition;
  return at === undefined || at < 0 ? message : `${message} at line ${placeOf(sql, at)}`;
}

/** `line:column` of an offset. */
export function placeOf(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
