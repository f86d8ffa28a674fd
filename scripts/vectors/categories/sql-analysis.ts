import { sqlEngine } from '../../../plugins/data/sql/server/engines/engine-profiles.ts';
import { lexSql, solidTokens } from '../../../plugins/data/sql/server/lexer/lex-sql.ts';
import { analysis } from '../sql/sales-database.ts';
import { isSameTree } from '../sql/sql-tree.ts';
import type { Runners } from '../vector.ts';
import { outcome } from '../vector.ts';

/** The tokens that mean something: the reference prints texts anew, adds AS and moves comments. */
const tokens = (engine: string, sql: string): string =>
  solidTokens(lexSql(sql, sqlEngine(engine).rules)).filter(({ value }) => !/^(?:as|;)$/i.test(value)).map(({ kind, value }) => (kind === 'word' ? value.toUpperCase() : value)).join(' ');

/** The other text when both mean the same, else its own. */
const like = (engine: string, sql: string, wanted: string): string => (tokens(engine, sql) === tokens(engine, wanted) || isSameTree(sql, wanted, engine) ? wanted : sql);

interface Expected {
  readonly statements?: readonly string[];
  readonly sql?: string;
  readonly limited?: string;
  readonly previous_limit?: number | null;
  readonly error?: string;
}
interface Options {
  readonly engine: string;
  readonly limit?: number;
  readonly table?: string;
  readonly schema?: string;
  readonly catalog?: string;
  readonly method?: 'TABLE' | 'VIEW';
}

async function parsed(engine: string, sql: string, wanted: readonly string[]): Promise<unknown> {
  const statements = await analysis.statements(engine, sql);
  const last = statements.at(-1);
  return {
    statements: statements.map(({ text }, at) => like(engine, text, wanted[at] ?? '')),
    is_select: statements.map(({ isSelect }) => isSelect),
    is_mutating: statements.map(({ isMutating }) => isMutating),
    has_mutation: statements.some(({ isMutating }) => isMutating),
    valid_ctas: last?.isSelect ?? false,
    valid_cvas: statements.length === 1 && last!.isSelect,
    tables: statements.flatMap(({ tables }) => tables.map(({ catalog, schema, name }) => [catalog, schema, name].filter(Boolean).join('.'))).toSorted(),
  };
}

/** What is read out of analysts' SQL, and the limits put into it (contract §10.2, §10.3). */
export const sqlAnalysisRunners: Runners = {
  async limit_sql({ input, options, expected }) {
    const { engine, limit = 0 } = options as unknown as Options;
    const wanted = expected as Expected;
    const actual = await outcome(async () => {
      const { sql, previous } = await analysis.limit(engine, String(input), limit);
      return { limited: like(engine, sql, wanted.limited ?? ''), previous_limit: previous };
    });
    return { actual, expected };
  },
  async sql_parse({ input, options, expected }) {
    const { engine, table, schema, catalog, method } = options as unknown as Options;
    const wanted = expected as Expected & { readonly tables?: readonly string[] };
    const actual = await outcome(async () =>
      method
        ? { sql: like(engine, await analysis.createAs(engine, String(input), { catalog: catalog ?? null, schema: schema ?? null, name: table ?? '' }, method), wanted.sql ?? '') }
        : parsed(engine, String(input), wanted.statements ?? []),
    );
    if (wanted.error !== undefined) return { actual, expected: { error: wanted.error.replace(/^\w+Error: /, '') } };
    return { actual, expected: wanted.tables ? { ...wanted, tables: wanted.tables.toSorted() } : wanted };
  },
};
