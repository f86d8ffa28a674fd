import { createToken } from '@orrery/sdk';

export { DISALLOWED_SQL_FUNCTIONS } from './common/disallowed-functions.ts';
export { SqlError } from './common/sql-error.ts';
export type { SqlErrorCode, SqlErrorPlace } from './common/sql-error.ts';

/** A table a statement names; parts it leaves out are null. Names are as the engine understands them (unquoted, folded where it folds). */
export interface SqlTable {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string;
}

/** `other`: whatever is not known to be harmless, e.g. COPY, CALL, BEGIN; it always counts as mutating. */
export type SqlStatementKind = 'select' | 'write' | 'ddl' | 'set' | 'show' | 'explain' | 'other';

/** One statement of a script, read completely. */
export interface SqlStatement {
  /** As written, without the semicolon. */
  readonly text: string;
  readonly kind: SqlStatementKind;
  /** True for a query that only reads: never together with `isMutating`. */
  readonly isSelect: boolean;
  /** True for writes anywhere inside, SELECT INTO, EXPLAIN ANALYZE of a write, and for all that is not known to be harmless. */
  readonly isMutating: boolean;
  /** Base tables read, without the names of CTEs. */
  readonly tables: readonly SqlTable[];
  /** Tables written, created, changed or dropped, as far as named. */
  readonly targets: readonly SqlTable[];
  /** Names of functions called, in lower case and without schema. */
  readonly functions: readonly string[];
  /** Those of `functions` that {@link DISALLOWED_SQL_FUNCTIONS} forbids on this engine. */
  readonly disallowedFunctions: readonly string[];
  /** Its own outermost row limit; null when it has none, or one that is not a plain number. */
  readonly limit: number | null;
}

/** A checked expression. */
export interface SqlExpression {
  /** The text without comments, safe to stand inside brackets or a select list. */
  readonly text: string;
  /** Tables of its sub-queries; empty unless they are allowed. */
  readonly tables: readonly SqlTable[];
  readonly functions: readonly string[];
}

/** A statement with another limit. */
export interface LimitedSql {
  readonly sql: string;
  /** The limit it had; null when none, or not a plain number. */
  readonly previous: number | null;
}

/** Server service: what SQL texts say, by the engine's own rules. Engines are named as in `backend`; unknown ones are read strictly by general rules. Methods that parse reject with {@link SqlError}. */
export interface SqlAnalysis {
  /** Statements in order; none for an empty script. */
  statements(engine: string, sql: string): Promise<readonly SqlStatement[]>;
  /** Checks one scalar expression or condition: nothing but itself, no sub-query, no disallowed function. */
  checkExpression(engine: string, sql: string, options?: { readonly allowSubqueries?: boolean }): Promise<SqlExpression>;
  /**
   * Sets the outermost limit of a script's last statement, spliced in or wrapped around; scripts whose last statement is no SELECT stay as they are.
   * A smaller own limit is replaced too: callers pass the smaller number.
   */
  limit(engine: string, sql: string, rows: number): Promise<LimitedSql>;
  /** Statements as written, without semicolons; comments stay with the statement they stand in. Works on texts that do not parse. */
  split(sql: string, engine: string): readonly string[];
  /** Pretty text with the same content; texts that cannot be formatted are answered unchanged. */
  format(sql: string, engine: string): Promise<string>;
  /** `CREATE TABLE x AS …` or `CREATE VIEW x AS …` from one SELECT. */
  createAs(engine: string, sql: string, target: SqlTable, method: 'TABLE' | 'VIEW'): Promise<string>;
}
export const SqlAnalysis = createToken<SqlAnalysis>('sql', 'SqlAnalysis', 1);
