import type { SqlAnalysis } from '../../../data/sql/contract.ts';

/** JSON text of the tables a query reads and writes, each once; null when it cannot be read. */
export async function tablesInQuery(analysis: SqlAnalysis | undefined, engine: string, sql: string): Promise<string | null> {
  if (!analysis) return null;
  try {
    const statements = await analysis.statements(engine, sql);
    const tables = new Map(statements.flatMap((statement) => [...statement.tables, ...statement.targets]).map(({ catalog, schema, name }) => [JSON.stringify([catalog, schema, name]), { catalog, schema, table: name }]));
    return JSON.stringify([...tables.values()]);
  } catch {
    // People save queries they have not finished.
    return null;
  }
}
