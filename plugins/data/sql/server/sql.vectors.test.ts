import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqlAnalysis } from './create-sql-analysis.ts';
import { sqlEngine } from './engines/engine-profiles.ts';
import { lexSql, solidTokens } from './lexer/lex-sql.ts';
import { createSqlWorker } from './worker/worker-client.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: string;
  readonly options: { readonly engine: string; readonly limit?: number; readonly table?: string; readonly schema?: string; readonly method?: 'TABLE' | 'VIEW' };
  readonly expected: {
    readonly statements?: readonly string[]; readonly is_select?: readonly boolean[]; readonly is_mutating?: readonly boolean[]; readonly has_mutation?: boolean;
    readonly valid_ctas?: boolean; readonly valid_cvas?: boolean; readonly tables?: readonly string[]; readonly error?: string; readonly sql?: string;
    readonly limited?: string; readonly previous_limit?: number | null;
  };
  readonly upstream_defect?: string;
}

const all = (JSON.parse(readFileSync(new URL('../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] }).vectors;
const worker = createSqlWorker();
const analysis = createSqlAnalysis(worker);
afterAll(() => worker.dispose());

/** Formatting apart: the same tokens. The reference adds AS and prints comments elsewhere. */
const meaning = (engine: string, sql: string): string =>
  solidTokens(lexSql(sql, sqlEngine(engine).rules)).filter(({ value }) => !/^(?:as|;)$/i.test(value)).map(({ kind, value }) => (kind === 'word' ? value.toUpperCase() : value)).join(' ');

describe('limits (contract §10.2)', () => {
  it.each(all.filter(({ category }) => category === 'limit_sql').map((vector) => [vector.id, vector] as const))('%s', async (_, { input, options, expected }) => {
    const { sql, previous } = await analysis.limit(options.engine, input, options.limit!);
    expect(meaning(options.engine, sql)).toBe(meaning(options.engine, expected.limited!));
    expect(previous).toBe(expected.previous_limit);
  });
});

describe('statements (contract §10.3)', () => {
  it.each(all.filter(({ category }) => category === 'sql_parse').map((vector) => [vector.id, vector.input, vector] as const))('%s %s', async (id, _, { input, options, expected, upstream_defect }) => {
    if (options.method) {
      const target = { catalog: null, schema: options.schema ?? null, name: options.table! };
      expect(meaning('sqlite', await analysis.createAs(options.engine, input, target, options.method))).toBe(meaning('sqlite', expected.sql!));
      return;
    }
    if (expected.error !== undefined) {
      await expect(analysis.statements(options.engine, input)).rejects.toThrow(expected.error.replace(/^\w+: /, ''));
      return;
    }
    const statements = await analysis.statements(options.engine, input);
    expect(statements.map(({ text }) => meaning(options.engine, text))).toEqual(expected.statements!.map((text) => meaning(options.engine, text)));
    if (upstream_defect) {
      // SELECT INTO and writing CTEs count as writes here, and their names are targets.
      expect(statements.map(({ isSelect, isMutating }) => [isSelect, isMutating]), id).toEqual([[false, true]]);
      return;
    }
    expect(statements.map(({ isSelect }) => isSelect)).toEqual(expected.is_select);
    expect(statements.map(({ isMutating }) => isMutating)).toEqual(expected.is_mutating);
    expect(statements.some(({ isMutating }) => isMutating)).toBe(expected.has_mutation);
    expect(statements.at(-1)!.isSelect).toBe(expected.valid_ctas);
    expect(statements.length === 1 && statements[0]!.isSelect).toBe(expected.valid_cvas);
    const tables = statements.flatMap(({ tables: read }) => read.map(({ catalog, schema, name }) => [catalog, schema, name].filter(Boolean).join('.')));
    expect(tables.toSorted()).toEqual(expected.tables!.toSorted());
  });
});
