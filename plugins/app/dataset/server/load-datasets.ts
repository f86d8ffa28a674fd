import type { DatasetColumn, DatasetMetric } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
import type { DatabaseTables } from '../../database/contract.ts';
import type { DatasetRecord, DatasetTables } from '../contract.ts';
import { genericType } from './generic-type.ts';

/** Tables a dataset is read from. */
export type DatasetDb = Kysely<DatasetTables & DatabaseTables>;

interface Extra {
  readonly certification?: { readonly certified_by?: string; readonly details?: string };
  readonly warning_markdown?: string;
}

function parseJson<T>(text: string | null, otherwise: T): T {
  if (!text) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

function certificationOf(extraText: string | null) {
  const extra = parseJson<Extra>(extraText, {});
  return {
    is_certified: Boolean(extra.certification),
    certified_by: extra.certification?.certified_by ?? null,
    certification_details: extra.certification?.details ?? null,
    warning_markdown: extra.warning_markdown ?? null,
  };
}

/** A stored column as answers show it. */
export function columnOf(row: Selectable<DatasetTables['table_columns']>): DatasetColumn & Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    uuid: row.uuid,
    column_name: row.column_name,
    verbose_name: row.verbose_name,
    description: row.description,
    expression: row.expression,
    filterable: row.filterable === 1,
    groupby: row.groupby === 1,
    is_dttm: row.is_dttm === 1,
    is_active: row.is_active === 1,
    type: row.type,
    type_generic: genericType(row.type, row.is_dttm === 1),
    advanced_data_type: row.advanced_data_type,
    python_date_format: row.python_date_format,
    ...certificationOf(row.extra),
  };
}

/** A stored metric as answers show it. */
export function metricOf(row: Selectable<DatasetTables['sql_metrics']>): DatasetMetric & Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    uuid: row.uuid,
    metric_name: row.metric_name,
    verbose_name: row.verbose_name,
    description: row.description,
    expression: row.expression,
    d3format: row.d3format,
    currency: parseJson<DatasetMetric['currency']>(row.currency, null),
    warning_text: row.warning_text,
    ...certificationOf(row.extra),
  };
}

/** Reads datasets with database, columns and metrics in three reads, whatever their number. The condition is over alias `t`. */
export async function loadDatasets(db: DatasetDb, condition: RawBuilder<unknown>): Promise<readonly DatasetRecord[]> {
  const rows = await db
    .selectFrom('tables as t')
    .innerJoin('dbs as d', 'd.id', 't.database_id')
    .selectAll('t')
    .select([
      'd.uuid as database_uuid', 'd.database_name as database_name', 'd.backend as backend', 'd.cache_timeout as database_cache_timeout',
      'd.allow_dml as allow_dml', 'd.expose_in_sqllab as expose_in_sqllab', 'd.extra as database_extra', 'd.configuration_method as configuration_method', 'd.parameters as database_parameters',
    ])
    .where(sql<boolean>`${condition}`)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const columns = await db.selectFrom('table_columns').selectAll().where('table_id', 'in', ids).orderBy('id').execute();
  const metrics = await db.selectFrom('sql_metrics').selectAll().where('table_id', 'in', ids).orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    uuid: row.uuid,
    table_name: row.table_name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    main_dttm_col: row.main_dttm_col,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    fetch_values_predicate: row.fetch_values_predicate,
    template_params: row.template_params,
    description: row.description,
    extra: row.extra,
    database: {
      id: row.database_id,
      uuid: row.database_uuid,
      database_name: row.database_name,
      backend: row.backend,
      cache_timeout: row.database_cache_timeout,
      allow_dml: row.allow_dml === 1,
      expose_in_sqllab: row.expose_in_sqllab === 1,
    },
    columns: columns.filter(({ table_id }) => table_id === row.id).map(columnOf),
    metrics: metrics.filter(({ table_id }) => table_id === row.id).map(metricOf),
    changed_on: Number(row.changed_on),
    details: {
      default_endpoint: row.default_endpoint,
      filter_select_enabled: row.filter_select_enabled === 1,
      is_sqllab_view: row.is_sqllab_view === 1,
      normalize_columns: row.normalize_columns === 1,
      folders: parseJson(row.folders, null),
      params: row.params,
      database: { extra: parseJson(row.database_extra, {}), configuration_method: row.configuration_method, parameters: parseJson(row.database_parameters, {}) },
    },
  }));
}

/** One dataset that is known to be there; the contract's 404 when it is gone since. */
export async function loadDatasetById(db: DatasetDb, id: number): Promise<DatasetRecord> {
  const [record] = await loadDatasets(db, byKey(id));
  if (!record) throw new HttpError(404, 'Not found');
  return record;
}

/** Condition over alias `t` for one dataset by id or uuid. */
export function byKey(idOrUuid: number | string): RawBuilder<unknown> {
  const id = Number(idOrUuid);
  return Number.isInteger(id) ? sql`t.id = ${id}` : sql`t.uuid = ${String(idOrUuid)}`;
}
