import { ConnectorError } from '@orrery/sdk/server';
import { isDeniedFunction } from './denied-functions.ts';
import type { ParsedSql } from './parse-sql.ts';
import { parseSql } from './parse-sql.ts';

const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 20_000;

/** Statements that change data, and need the right to do so; everything a person might also mean by "reading" is beside them. */
const WRITE_KINDS: ReadonlySet<string> = new Set([
  'SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'TruncateStmt', 'CreateStmt', 'CreateTableAsStmt', 'AlterTableStmt', 'DropStmt', 'RenameStmt',
  'ViewStmt', 'IndexStmt', 'CommentStmt', 'CreateSchemaStmt', 'ExplainStmt', 'VariableShowStmt', 'RefreshMatViewStmt', 'CreateSeqStmt', 'CreateEnumStmt', 'CreateDomainStmt',
]);

function refuse(message: string): never {
  throw new ConnectorError('refused', message);
}

function requireFunctions(parsed: ParsedSql): void {
  const denied = parsed.functions.find(isDeniedFunction);
  if (denied) refuse(`The function ${denied} is not allowed.`);
}

function requireOne(parsed: ParsedSql): void {
  if (parsed.statements.length !== 1) refuse('Exactly one statement is allowed here.');
}

/** Admits exactly one SELECT that writes nothing, locks nothing and calls nothing forbidden. Throws ConnectorError. */
export function checkRead(parsed: ParsedSql): void {
  requireOne(parsed);
  if (parsed.statements[0] !== 'SelectStmt') refuse('Only a single SELECT statement is allowed here.');
  const writing = [...parsed.kinds].find((kind) => kind.endsWith('Stmt') && kind !== 'SelectStmt');
  if (writing) refuse('Statements that change data are not allowed inside a query.');
  if (parsed.kinds.has('IntoClause')) refuse('SELECT … INTO is not allowed, it creates a table.');
  if (parsed.kinds.has('LockingClause')) refuse('Locking clauses such as FOR UPDATE are not allowed.');
  if (parsed.kinds.has('ParamRef')) refuse('Parameters such as $1 cannot be used here.');
  requireFunctions(parsed);
}

/** Admits exactly one statement a person with the right to change data may run. Throws ConnectorError. */
export function checkWrite(parsed: ParsedSql): void {
  requireOne(parsed);
  if (!WRITE_KINDS.has(parsed.statements[0] ?? '')) refuse('Only statements that read or change tables are allowed.');
  if (parsed.kinds.has('ParamRef')) refuse('Parameters such as $1 cannot be used here.');
  requireFunctions(parsed);
}

const readable = new Set<string>();

/** Decides on a statement before the server sees it; remembers what may be read. */
export async function admit(sql: string, mode: 'read' | 'write'): Promise<void> {
  if (mode === 'read' && readable.has(sql)) return;
  const parsed = await parseSql(sql);
  if (mode === 'write') {
    checkWrite(parsed);
    return;
  }
  checkRead(parsed);
  if (sql.length > MAX_KNOWN_LENGTH) return;
  if (readable.size >= MAX_KNOWN) readable.delete(readable.values().next().value ?? '');
  readable.add(sql);
}
