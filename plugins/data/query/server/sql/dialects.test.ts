import { describe, expect, it } from 'vitest';
import type { DatasetColumn, GenericType, JsonObject } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import { validateQuery } from '../context/validate-query.ts';
import { applyTemporalRules } from '../time/temporal-rules.ts';
import { buildSql } from './build-sql.ts';
import type { BuiltSql } from './build-sql.ts';
import { createSource } from './source.ts';
import { sqliteDialect } from './sqlite-dialect.test-kit.ts';

const column = (column_name: string, type: string, type_generic: GenericType, over: Partial<DatasetColumn> = {}): DatasetColumn => ({ id: 0, column_name, type, type_generic, filterable: true, groupby: true, is_dttm: false, ...over });

const DATASET: DatasetRecord = {
  id: 1, uuid: 'u', table_name: 't', catalog: null, schema: null, sql: null, main_dttm_col: 'ts', offset: 0, cache_timeout: null, always_filter_main_dttm: true,
  fetch_values_predicate: 'qty > 0 -- known', template_params: null, changed_on: 0,
  database: { id: 1, uuid: 'd', database_name: 'd', backend: 'x', cache_timeout: null, allow_dml: false, expose_in_sqllab: true },
  columns: [
    column('ts', 'TIMESTAMP', 2, { is_dttm: true }), column('day', 'VARCHAR', 2, { is_dttm: true, python_date_format: '%Y%m%d' }), column('num', 'BIGINT', 2, { is_dttm: true, python_date_format: '%Y%m%d' }),
    column('region', 'VARCHAR', 1), column('qty', 'INTEGER', 0), column('ok', 'BOOLEAN', 3), column('calc', 'INTEGER', 0, { expression: 'qty * 2 -- twice' }),
  ],
  metrics: [{ id: 0, metric_name: 'cnt', expression: 'COUNT(*)' }],
};

function build(query: JsonObject, over: Partial<SqlDialect> = {}, rules: readonly string[] = []): BuiltSql {
  const dialect: SqlDialect = { ...sqliteDialect, name: 'other', ...over };
  const source = createSource(DATASET, dialect, rules);
  return buildSql(applyTemporalRules(validateQuery(query, 'full', {}), {}, source.columns, Date.UTC(2025, 0, 1)), source, { limit: 10, offset: 0 });
}
const flat = (built: BuiltSql): string => built.sql.replace(/\s+/g, ' ');

describe('what engines differ in', () => {
  it('[contract §4.1] replaces labels the engine cannot keep by a hash, in order and group as well', () => {
    const label = 'é'.repeat(40);
    const built = build({ columns: [{ label, sqlExpression: 'upper(region)', expressionType: 'SQL' }], metrics: ['cnt'], orderby: [[label, true]] }, { maxIdentifierLength: 63 });
    expect(built.labels).toEqual([label, 'cnt']);
    expect(flat(built)).toMatch(/^SELECT upper\(region\) AS "?([0-9a-f]{32})"?, COUNT\(\*\) AS cnt FROM t GROUP BY upper\(region\) ORDER BY "?\1"? ASC/);
    expect(flat(build({ columns: ['region'], metrics: ['cnt'], series_columns: ['region'], series_limit: 2 }, { maxIdentifierLength: 7 }))).not.toContain('region__');
  });

  it('groups by alias and orders by expression where the engine asks for it', () => {
    const axis = { label: 'ts', sqlExpression: 'ts', columnType: 'BASE_AXIS', timeGrain: 'P1D', expressionType: 'SQL' };
    const sql = flat(build({ columns: [axis, 'region'], metrics: ['cnt'], orderby: [['cnt', false]] }, { groupByAlias: true, orderByExpression: true }));
    // An alias called like the column would hide it in WHERE.
    expect(sql).toMatch(/^SELECT DATETIME\(ts, 'start of day'\) AS ("?[0-9a-f]{32}"?), region AS region, COUNT\(\*\) AS cnt FROM t GROUP BY \1, region ORDER BY COUNT\(\*\) DESC/);
  });

  it('[contract §4.6] keeps rules below the select list where aliases hide columns', () => {
    const shadow = { label: 'tenant', sqlExpression: "'a'", expressionType: 'SQL' };
    expect(flat(build({ columns: [shadow] }, {}, ["(tenant = 'a')"]))).toBe("SELECT 'a' AS tenant FROM (SELECT * FROM t WHERE (tenant = 'a') ) AS t LIMIT 10 OFFSET 0");
    expect(flat(build({ columns: ['region'], filters: [{ col: 'qty', op: '>', val: 1 }] }, { name: 'postgresql' }, ['(a)', '((b) OR (c))']))).toContain('WHERE qty > 1 AND (a) AND ((b) OR (c))');
  });

  it('casts and compares in the engine’s words', () => {
    const words: Partial<SqlDialect> = { castText: (x) => `CAST(${x} AS CHAR)`, castTimestamp: (x) => `to_ts(${x})`, isBoolean: (x, value) => `${x} = ${value ? 1 : 0}` };
    const sql = flat(build({ columns: ['region'], filters: [{ col: 'qty', op: 'LIKE', val: '1%' }, { col: 'ok', op: 'IS FALSE' }, { col: 'day', op: 'IN', val: [Date.UTC(2024, 0, 2)], grain: 'P1D' }] }, words));
    expect(sql).toContain("CAST(qty AS CHAR) LIKE '1%' AND ok = 0 AND DATETIME(");
  });

  it('[contract §4.3] writes instants in the column’s own format, and bounds the main column too', () => {
    const range = '2024-01-02 : 2024-01-03';
    expect(flat(build({ columns: ['qty'], granularity: 'day', time_range: range }))).toContain("WHERE ts >= '2024-01-02 00:00:00' AND ts < '2024-01-03 00:00:00' AND day >= '20240102' AND day < '20240103'");
    expect(flat(build({ columns: ['qty'], filters: [{ col: 'num', op: 'TEMPORAL_RANGE', val: range }] }))).toContain('num >= 20240102 AND num < 20240103');
  });

  it('[contract §4.7] gathers the rest without losing a clause', () => {
    const sql = flat(build({ columns: ['region'], metrics: ['cnt'], series_columns: ['region'], series_limit: 2, group_others_when_limit_reached: true, extras: { where: 'qty > 1', having: 'COUNT(*) > 1' }, orderby: [['cnt', false]] }, { name: 'mysql' }, ['(r)']));
    const others = "CASE WHEN series_limit.region__ IS NOT NULL THEN region ELSE 'Others' END";
    expect(sql).toBe(
      `SELECT ${others} AS region, COUNT(*) AS cnt FROM t LEFT JOIN (SELECT region AS region__, COUNT(*) AS mme_inner__ FROM t WHERE (qty > 1) AND (r) GROUP BY region ORDER BY mme_inner__ DESC LIMIT 2 OFFSET 0) AS series_limit ON region = region__ WHERE (qty > 1) AND (r) GROUP BY ${others} HAVING (COUNT(*) > 1) ORDER BY cnt DESC LIMIT 10 OFFSET 0`,
    );
  });

  it('drops comments of stored expressions and predicates', () => {
    expect(flat(build({ columns: ['calc'], apply_fetch_values_predicate: true, filters: [{ col: 'calc', op: '>', val: 1 }] }))).toBe('SELECT qty * 2 AS calc FROM t WHERE (qty * 2) > 1 AND (qty > 0) LIMIT 10 OFFSET 0');
  });
});
