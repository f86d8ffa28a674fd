import type { DatasetColumn, GenericType, JsonObject } from '../../../sdk/src/common/index.ts';
import type { SqlDialect } from '../../../sdk/src/server/index.ts';
import type { DatasetRecord } from '../../../plugins/app/dataset/contract.ts';
import { validateQuery } from '../../../plugins/data/query/server/context/validate-query.ts';
import type { BuiltSql } from '../../../plugins/data/query/server/sql/build-sql.ts';
import { buildSql } from '../../../plugins/data/query/server/sql/build-sql.ts';
import { createSource } from '../../../plugins/data/query/server/sql/source.ts';
import { applyTemporalRules } from '../../../plugins/data/query/server/time/temporal-rules.ts';

const column = (column_name: string, type: string | null, type_generic: GenericType, over: Partial<DatasetColumn> = {}): DatasetColumn => ({
  id: 0, column_name, type, type_generic, filterable: true, groupby: true, is_dttm: false, ...over,
});

/** The dataset the contract's SQL vectors ask (`sql_test_dataset`). */
export const SALES: DatasetRecord = {
  id: 1, uuid: 'u', table_name: 'sales', catalog: null, schema: null, sql: null, main_dttm_col: 'ts', offset: 0, cache_timeout: null,
  always_filter_main_dttm: false, fetch_values_predicate: null, template_params: null, changed_on: 0,
  database: { id: 1, uuid: 'd', database_name: 'd', backend: 'sqlite', cache_timeout: null, allow_dml: false, expose_in_sqllab: true },
  columns: [
    column('ts', 'DATETIME', 2, { is_dttm: true }), column('created', 'DATETIME', 2, { is_dttm: true }), column('region', 'VARCHAR(20)', 1), column('product', 'TEXT', 1),
    column('qty', 'INTEGER', 0), column('price', 'FLOAT', 0), column('ok', 'BOOLEAN', 3), column('rev', 'FLOAT', 0, { expression: 'qty * price' }),
    column('ep', 'BIGINT', 2, { is_dttm: true, python_date_format: 'epoch_s' }), column('d', 'DATE', 2, { is_dttm: true }),
  ],
  metrics: [{ id: 0, metric_name: 'cnt', expression: 'COUNT(*)' }, { id: 0, metric_name: 'total', expression: 'SUM(qty * price)' }],
};

/** How the vectors spell a query: the engine's own names beside those of the API. */
export type QueryInput = JsonObject & { readonly filter?: unknown; readonly from_dttm?: string; readonly to_dttm?: string; readonly sql?: string; readonly schema?: string; readonly catalog?: string };

/** The statement of a query over the dataset. Throws as the engine does. */
export function buildSales(input: QueryInput, dialect: SqlDialect, now: number, dataset: JsonObject = {}): BuiltSql {
  const { filter, from_dttm: from, to_dttm: to, sql, schema, catalog, ...rest } = input;
  const range = from || to ? { time_range: `${from ?? ''} : ${to ?? ''}` } : {};
  const query = validateQuery({ ...rest, ...(filter !== undefined && { filters: filter }), ...range }, 'full', {});
  const source = createSource({ ...SALES, ...dataset, ...(sql !== undefined && { sql }), ...(schema !== undefined && { schema }), ...(catalog !== undefined && { catalog }) }, dialect);
  return buildSql(applyTemporalRules(query, {}, source.columns, now), source, { limit: query.rowLimit || Number.POSITIVE_INFINITY, offset: query.rowOffset });
}

/** White space collapsed, as in the vectors. */
export const flat = (sql: string): string => sql.replace(/\s+/g, ' ').trim();
