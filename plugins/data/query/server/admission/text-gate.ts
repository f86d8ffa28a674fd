import type { SqlAnalysis, SqlTable } from '../../../sql/contract.ts';
import { SqlError } from '../../../sql/contract.ts';
import { QueryError } from '../query-error.ts';
import { checkExpression, checkVirtualSql } from '../sql/scan-sql.ts';
import type { CustomText } from './custom-texts.ts';

/** Lets texts pass that a parser of the engine read to their last word. */
export interface TextGate {
  /** Answers the tables of sub-queries in ad hoc texts, for the caller's rights on them to be looked at. Throws QueryError. */
  admit(texts: readonly CustomText[], engine: string, dialect: string): Promise<readonly SqlTable[]>;
}

/** Engines that decide on each statement by their own tree: what the general parser cannot read of their SQL is left to them. */
const DECIDES_ITSELF = /^duckdb$/i;
const NONE: readonly SqlTable[] = [];
const MAX_KNOWN = 4000;
const MAX_KNOWN_LENGTH = 20_000;
const SUB_QUERY = 'Custom SQL fields cannot contain sub-queries.';

function invalid(sql: string, why: string, cause?: unknown): QueryError {
  return new QueryError(`Invalid SQL clause: ${sql.trim().slice(0, 200)} (${why})`, { cause });
}

/** Whoever asks must not read the clause; its author finds it by trying. */
const hiddenRule = (cause: unknown): QueryError =>
  new QueryError('A rule of row-level security is not one complete condition, or does what is not allowed there, so the query was refused. Ask an administrator to correct it.', { cause });

async function checkVirtual(analysis: SqlAnalysis, sql: string, engine: string, dialect: string): Promise<void> {
  // Only what will stand in the statement is looked at, for comments end elsewhere on other engines.
  const text = checkVirtualSql(sql, dialect);
  const statements = await analysis.statements(engine, text);
  const [statement] = statements;
  if (!statement) throw new QueryError('Virtual dataset query cannot be empty');
  if (statements.length > 1) throw new QueryError('Virtual dataset query cannot consist of multiple statements');
  if (!statement.isSelect) throw new QueryError('Virtual dataset query must be read-only');
  const [denied] = statement.disallowedFunctions;
  if (denied !== undefined) throw new QueryError(`Virtual dataset query calls the function ${denied}, which is not allowed. Edit the dataset's SQL.`);
}

/** `allowSubqueries`: ALLOW_ADHOC_SUBQUERY. */
export function createTextGate(analysis: SqlAnalysis, allowSubqueries: boolean): TextGate {
  /** What was admitted, without the way through the parser. Refusals are rare and not kept. */
  const known = new Map<string, readonly SqlTable[]>();

  async function readExpression({ sql, kind }: CustomText, engine: string, dialect: string): Promise<readonly SqlTable[]> {
    const isTrusted = kind !== 'adhoc';
    const mayNest = isTrusted || allowSubqueries;
    const text = checkExpression(sql, { dialect, isTrusted: mayNest });
    try {
      const { tables } = await analysis.checkExpression(engine, text, { allowSubqueries: mayNest });
      return isTrusted ? NONE : tables;
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      if (error.code === 'sub-query') throw new QueryError(SUB_QUERY, { cause: error });
      if ((error.code !== 'syntax' && error.code !== 'incomplete') || !DECIDES_ITSELF.test(engine)) throw invalid(sql, error.message, error);
      if (!isTrusted) checkExpression(sql, { dialect });
      return NONE;
    }
  }

  async function read(text: CustomText, engine: string, dialect: string): Promise<readonly SqlTable[]> {
    if (text.kind === 'rule') return readExpression(text, engine, dialect).catch((error: unknown) => { throw error instanceof QueryError ? hiddenRule(error) : error; });
    if (text.kind !== 'virtual') return readExpression(text, engine, dialect);
    try {
      await checkVirtual(analysis, text.sql, engine, dialect);
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      if ((error.code !== 'syntax' && error.code !== 'incomplete') || !DECIDES_ITSELF.test(engine)) throw new QueryError(`Virtual dataset query cannot be read: ${error.message}`, { cause: error });
    }
    return NONE;
  }

  return {
    async admit(texts, engine, dialect) {
      let tables: SqlTable[] | undefined;
      for (const text of texts) {
        const key = `${text.kind} ${engine} ${dialect} ${text.sql}`;
        let found = known.get(key);
        if (!found) {
          found = await read(text, engine, dialect);
          if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '');
          if (key.length <= MAX_KNOWN_LENGTH) known.set(key, found);
        }
        if (found.length > 0) (tables ??= []).push(...found);
      }
      return tables ?? NONE;
    },
  };
}
