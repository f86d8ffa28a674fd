import { ConnectorError } from '@orrery/sdk/server';

const QUERIES: ReadonlySet<string> = new Set(['select', 'union', 'intersect', 'except']);
const WRAPPERS: ReadonlySet<string> = new Set(['subquery', 'paren']);

interface Parsed {
  readonly success: boolean;
  readonly ast?: unknown;
  readonly error?: string;
}

/** What a statement is, by a real parser. Text it cannot read is an error: nothing runs that was not understood. */
export async function rootKind(sql: string): Promise<'query' | 'other'> {
  const { parse } = await import('@polyglot-sql/sdk');
  const { success, ast, error } = parse(sql, 'mysql' as Parameters<typeof parse>[1]) as Parsed;
  if (!success || !Array.isArray(ast)) throw new ConnectorError('syntax', `The statement could not be understood: ${error ?? 'unknown reason'}`);
  if (ast.length !== 1) throw new ConnectorError('refused', 'Exactly one statement is allowed here.');
  let node = ast[0] as Readonly<Record<string, { readonly this?: unknown }>>;
  for (;;) {
    const [kind = ''] = Object.keys(node);
    if (QUERIES.has(kind)) return 'query';
    const inner = node[kind]?.this;
    if (!WRAPPERS.has(kind) || inner === null || typeof inner !== 'object') return 'other';
    node = inner as typeof node;
  }
}
