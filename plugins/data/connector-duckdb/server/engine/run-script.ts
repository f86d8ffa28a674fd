import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * Runs trusted statements in one transaction and answers the rows changed by the last one.
 * `ATTACH`, `DETACH` and `CHECKPOINT` cannot be part of a transaction and run before or after it.
 */
export async function runScript(connection: DuckDBConnection, statements: readonly string[]): Promise<number> {
  const outside = /^\s*(?:attach|detach|checkpoint)\b/i;
  let isOpen = false;
  let rows = 0;
  try {
    for (const statement of statements) {
      if (outside.test(statement) === isOpen) {
        await connection.run(isOpen ? 'COMMIT' : 'BEGIN TRANSACTION');
        isOpen = !isOpen;
      }
      const result = await connection.run(statement);
      if (!outside.test(statement)) rows = result.rowsChanged;
    }
    if (isOpen) await connection.run('COMMIT');
    return rows;
  } catch (error) {
    if (isOpen) await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
