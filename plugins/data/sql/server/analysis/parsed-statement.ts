import type { SqlStatementKind, SqlTable } from '../../contract.ts';

/** What a parser's reader finds in one statement. */
export interface ParsedStatement {
  readonly kind: SqlStatementKind;
  readonly isMutating: boolean;
  readonly tables: readonly SqlTable[];
  readonly targets: readonly SqlTable[];
  readonly functions: readonly string[];
  /** Functions in FROM. */
  readonly tableFunctions: readonly string[];
  readonly hasSubquery: boolean;
  /** The statement is `SELECT` and one expression, and nothing else. */
  readonly isBareExpression: boolean;
}

/** Tables without doubles, in order. */
export function distinctTables(tables: readonly SqlTable[]): readonly SqlTable[] {
  return [...new Map(tables.map((table) => [JSON.stringify([table.catalog, table.schema, table.name]), table])).values()];
}
