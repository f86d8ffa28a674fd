import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DatasetColumn, GenericType, JsonObject } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../plugins/app/dataset/contract.ts';
import { clickhouseDialect } from '../../plugins/data/connector-clickhouse/server/dialect/clickhouse-dialect.ts';
import { mysqlDialect } from '../../plugins/data/connector-mysql/server/dialect/mysql-dialect.ts';
import { postgresqlDialect } from '../../plugins/data/connector-postgresql/server/dialect/postgresql-dialect.ts';
import { trinoDialect } from '../../plugins/data/connector-trino/server/dialect/trino-dialect.ts';
import { validateQuery } from '../../plugins/data/query/server/context/validate-query.ts';
import { buildSql } from '../../plugins/data/query/server/sql/build-sql.ts';
import { createSource } from '../../plugins/data/query/server/sql/source.ts';
import { applyTemporalRules } from '../../plugins/data/query/server/time/temporal-rules.ts';

interface Vector {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly input: JsonObject;
  readonly options: { readonly engine: string };
  readonly expected: { readonly sql?: string };
}

/** By the names the vectors have for engines. */
const DIALECTS: Readonly<Record<string, SqlDialect>> = { clickhouse: clickhouseDialect, presto: trinoDialect, mysql: mysqlDialect, postgres: postgresqlDialect };
const { vectors } = JSON.parse(readFileSync(new URL('../fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const ours = vectors.filter(({ category, options, expected }) => category === 'sql_generation' && options.engine in DIALECTS && expected.sql !== undefined);

const column = (column_name: string, type: string, type_generic: GenericType, over: Partial<DatasetColumn> = {}): DatasetColumn => ({ id: 0, column_name, type, type_generic, filterable: true, groupby: true, is_dttm: false, ...over });
const SALES: DatasetRecord = {
  id: 1, uuid: 'u', table_name: 'sales', catalog: null, schema: null, sql: null, main_dttm_col: 'ts', offset: 0, cache_timeout: null, always_filter_main_dttm: false, fetch_values_predicate: null, template_params: null, changed_on: 0,
  database: { id: 1, uuid: 'd', database_name: 'd', backend: 'x', cache_timeout: null, allow_dml: false, expose_in_sqllab: true },
  columns: [column('ts', 'DATETIME', 2, { is_dttm: true }), column('region', 'VARCHAR', 1), column('qty', 'INTEGER', 0)],
  metrics: [{ id: 1, metric_name: 'cnt', expression: 'COUNT(*)' }],
};

/** Blanks are no difference. */
const normal = (sql: string): string => sql.replace(/\s+/g, ' ').trim();

function build(input: JsonObject, dialect: SqlDialect): string {
  const { filter, schema, ...rest } = input;
  const query = validateQuery({ ...rest, ...(filter !== undefined && { filters: filter }) }, 'full', {});
  const source = createSource({ ...SALES, ...(typeof schema === 'string' && { schema }) }, dialect);
  return buildSql(applyTemporalRules(query, {}, source.columns, Date.UTC(2025, 2, 15)), source, { limit: query.rowLimit ?? Infinity, offset: query.rowOffset }).sql;
}

describe('statements as each engine writes them (contract §4)', () => {
  it('has vectors of every engine', () => {
    expect(new Set(ours.map(({ options }) => options.engine))).toEqual(new Set(Object.keys(DIALECTS)));
  });

  it.each(ours.map((vector) => [vector.id, vector.options.engine, vector] as const))('%s %s', (_, engine, { input, expected }) => {
    expect(normal(build(input, DIALECTS[engine]!))).toBe(normal(expected.sql!));
  });

  it('repeats an expression only where its alias is the name of a column, on ClickHouse', () => {
    const axis = { label: 'ts', sqlExpression: 'ts', columnType: 'BASE_AXIS', timeGrain: 'P1D', expressionType: 'SQL' };
    const metric = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'qty' }, label: 'qty' };
    const sql = normal(build({ columns: [axis, 'region'], metrics: [metric, { ...metric, label: 'total' }], orderby: [[axis, true], [metric, false], [{ ...metric, label: 'total' }, false], ['region', true]], row_limit: 5 }, clickhouseDialect));
    expect(sql).toMatch(/ORDER BY toStartOfDay\(toDateTime\(ts\)\) ASC, sum\(qty\) DESC, total DESC, region ASC LIMIT 5$/i);
  });
});
