import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '@orrery/sdk/server';
import type { Catalog } from './check-tree.ts';
import { checkTree } from './check-tree.ts';
import { checkText } from './check-text.ts';
import { parseLossless } from './lossless-json.ts';

/** The engine's tree of exactly one SELECT. Throws ConnectorError for everything else. */
export async function parseSelect(connection: DuckDBConnection, sql: string): Promise<{ statements: unknown[] } & Record<string, unknown>> {
  checkText(sql);
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const tree = parseLossless(String(reader.getRows()[0]?.[0])) as Record<string, unknown>;
  if (tree['error'] === true) {
    if (tree['error_type'] === 'parser') throw new ConnectorError('syntax', String(tree['error_message']));
    throw new ConnectorError('refused', 'Only a single SELECT statement is allowed here.');
  }
  const statements = tree['statements'];
  if (!Array.isArray(statements) || statements.length !== 1) {
    throw new ConnectorError('refused', 'Exactly one statement is allowed here.');
  }
  return { ...tree, statements };
}

/** Decides on statements and remembers those it let pass. */
export function createAdmission(catalog: Catalog, limit = 500): (connection: DuckDBConnection, sql: string) => Promise<void> {
  const admitted = new Set<string>();
  return async (connection, sql) => {
    if (admitted.has(sql)) return;
    const tree = await parseSelect(connection, sql);
    checkTree(tree.statements[0], catalog);
    if (admitted.size >= limit) admitted.delete(admitted.values().next().value ?? '');
    if (sql.length < 20_000) admitted.add(sql);
  };
}
