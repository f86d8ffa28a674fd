import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '@orrery/sdk/server';
import { checkText } from './check-text.ts';
import { isDeniedFunction } from './function-lists.ts';

const WRITE_KINDS = /^\s*(?:insert|update|delete|merge|create|drop|alter|truncate|comment|with|select|from|values)\b/i;
const CALL = /"?([a-z_][a-z0-9_]*)"?\s*\(/gi;

/**
 * Checks the text of a data-changing statement of a person allowed to change data. The engine has no tree for these,
 * so the names of functions are searched in the text, quotes or not; the process is locked down and short-lived besides.
 */
export function checkWriteText(sql: string): void {
  checkText(sql);
  const withoutComments = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  if (!WRITE_KINDS.test(withoutComments)) throw new ConnectorError('refused', 'Only statements that read or change tables are allowed.');
  for (const [, name = ''] of withoutComments.matchAll(CALL)) {
    if (isDeniedFunction(name)) throw new ConnectorError('refused', `The function ${name} is not allowed.`);
  }
}

/** Admits exactly one such statement. */
export async function admitWrite(connection: DuckDBConnection, sql: string): Promise<void> {
  checkWriteText(sql);
  if ((await connection.extractStatements(sql)).count !== 1) throw new ConnectorError('refused', 'Exactly one statement is allowed here.');
}
