import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * Runs trusted statements in one transaction and answers the rows changed by the last of them that changes rows.
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
      const reader = await connection.runAndReadUntil(statement, 1);
      // What changes rows, CREATE TABLE AS included, answers their number.
      const count = reader.columnNames()[0] === 'Count' ? reader.getRows()[0]?.[0] : undefined;
      if (typeof count === 'bigint' || typeof count === 'number') rows = Number(count);
    }
    if (isOpen) await connection.run('COMMIT');
    return rows;
  } catch (error) {
    if (isOpen) await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
