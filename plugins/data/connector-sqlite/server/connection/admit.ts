import { ConnectorError } from '@orrery/sdk/server';
import type { SqlAnalysis, SqlTable } from '../../../sql/contract.ts';
import { SqlError } from '../../../sql/contract.ts';

/** Tables SQLite makes up: pages of the file, running statements, settings. */
const HIDDEN_TABLE = /^(?:sqlite_(?!master$|schema$)|pragma_|dbstat|libsql_|bytecode$|tables_used$|completion$|fts3tokenize)/i;

function checkTable({ catalog, schema, name }: SqlTable): void {
  if (catalog !== null || (schema !== null && schema.toLowerCase() !== 'main')) throw new ConnectorError('missing-schema', `The schema ${schema ?? catalog} does not exist; SQLite files have only main.`);
  if (HIDDEN_TABLE.test(name)) throw new ConnectorError('refused', `The table ${name} cannot be queried.`);
}

/** Lets one statement pass: a SELECT, in write mode also changes of data and tables. Throws ConnectorError. */
export async function admit(analysis: SqlAnalysis, sql: string, mode: 'read' | 'write'): Promise<string> {
  const statements = await analysis.statements('sqlite', sql).catch((error: unknown) => {
    if (error instanceof SqlError) throw new ConnectorError(error.code === 'syntax' ? 'syntax' : 'refused', error.message, error);
    throw error;
  });
  const [statement] = statements;
  if (!statement || statements.length !== 1) throw new ConnectorError('refused', 'Exactly one statement is allowed here.');
  const isAllowed = statement.isSelect || (mode === 'write' && (statement.kind === 'write' || statement.kind === 'ddl'));
  if (!isAllowed) throw new ConnectorError('refused', mode === 'read' ? 'Only a single SELECT statement is allowed here.' : 'This kind of statement is not allowed here.');
  const [denied] = statement.disallowedFunctions;
  if (denied !== undefined) throw new ConnectorError('refused', `The function ${denied} is not allowed here.`);
  statement.tables.forEach(checkTable);
  for (const target of statement.targets) {
    checkTable(target);
    if (/^sqlite_/i.test(target.name)) throw new ConnectorError('refused', `The table ${target.name} cannot be changed.`);
  }
  return statement.text;
}
