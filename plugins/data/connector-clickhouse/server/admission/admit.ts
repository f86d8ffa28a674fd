import { ConnectorError } from '@orrery/sdk/server';
import type { SqlAnalysis, SqlStatementKind } from '../../../sql/contract.ts';
import { SqlError } from '../../../sql/contract.ts';

const MAX_SET_OPERATIONS = 200;

/** A statement that may run. */
export interface Admitted {
  readonly text: string;
  readonly isSelect: boolean;
}

const WRITE_KINDS: readonly SqlStatementKind[] = ['write', 'ddl', 'show', 'explain'];

/**
 * Lets one statement pass: a SELECT that was read to its last word, in write mode also changes of data and tables.
 * Nothing runs that was not understood, for the general parser skips what it does not know of ClickHouse. Throws ConnectorError.
 */
export async function admit(analysis: SqlAnalysis, sql: string, mode: 'read' | 'write'): Promise<Admitted> {
  const statements = await analysis.statements('clickhouse', sql).catch((error: unknown) => {
    if (error instanceof SqlError) throw new ConnectorError(error.code === 'syntax' || error.code === 'incomplete' ? 'syntax' : 'refused', error.message, error);
    throw error;
  });
  const [statement] = statements;
  if (!statement || statements.length !== 1) throw new ConnectorError('refused', 'Exactly one statement is allowed here.');
  const isAllowed = statement.isSelect || (mode === 'write' && WRITE_KINDS.includes(statement.kind));
  if (!isAllowed) throw new ConnectorError('refused', mode === 'read' ? 'Only a single SELECT statement is allowed here.' : 'Only statements that read or change tables are allowed.');
  const [denied] = statement.disallowedFunctions;
  if (denied !== undefined) throw new ConnectorError('refused', `The function ${denied} is not allowed here.`);
  if ((statement.text.match(/\b(?:union|intersect|except)\b/gi)?.length ?? 0) > MAX_SET_OPERATIONS) throw new ConnectorError('refused', `The statement joins more than ${MAX_SET_OPERATIONS} parts by UNION, INTERSECT or EXCEPT.`);
  return { text: statement.text, isSelect: statement.isSelect };
}
