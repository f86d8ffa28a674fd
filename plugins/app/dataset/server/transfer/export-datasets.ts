import { sql } from 'kysely';
import type { DatabaseTables } from '../../../database/contract.ts';
import type { ExportContext, ExportedAsset, ExportSelection } from '../../../import-export/contract.ts';
import type { DatasetTables } from '../../contract.ts';
import { accessCondition } from '../dataset-access.ts';
import { toFile } from './dataset-file.ts';

type Tables = DatasetTables & DatabaseTables;

/** Rows of one dataset by its id. */
function grouped<R extends { readonly table_id: number }>(rows: readonly R[]): ReadonlyMap<number, readonly R[]> {
  const byId = new Map<number, R[]>();
  for (const row of rows) byId.set(row.table_id, [...(byId.get(row.table_id) ?? []), row]);
  return byId;
}

function metricFile(row: Tables['sql_metrics']): Record<string, unknown> {
  return {
    metric_name: row.metric_name,
    verbose_name: row.verbose_name,
    metric_type: row.metric_type,
    expression: row.expression,
    description: row.description,
    d3format: row.d3format,
    currency: toFile(row.currency),
    extra: toFile(row.extra),
    warning_text: row.warning_text,
  };
}

function columnFile(row: Tables['table_columns']): Record<string, unknown> {
  return {
    column_name: row.column_name,
    verbose_name: row.verbose_name,
    is_dttm: row.is_dttm === 1,
    is_active: row.is_active === 1,
    type: row.type,
    advanced_data_type: row.advanced_data_type,
    groupby: row.groupby === 1,
    filterable: row.filterable === 1,
    expression: row.expression,
    description: row.description,
    python_date_format: row.python_date_format,
    extra: toFile(row.extra),
  };
}

/** Datasets as files, with the database each needs. */
export async function exportDatasets(selection: ExportSelection, { user, db, isAsked, askedKind }: ExportContext): Promise<readonly ExportedAsset[]> {
  const tables = db.as<Tables>();
  const condition = isAsked ? accessCondition(user, 't') : undefined;
  let query = tables
    .selectFrom('tables as t')
    .innerJoin('dbs as d', 'd.id', 't.database_id')
    .selectAll('t')
    .select(['d.uuid as database_uuid', 'd.database_name'])
    .orderBy('t.id');
  if (selection !== 'all') query = query.where('t.id', 'in', [...selection]);
  if (condition) query = query.where(sql<boolean>`${condition}`);
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const columns = grouped(await tables.selectFrom('table_columns').selectAll().where('table_id', 'in', ids).orderBy('id').execute());
  const metrics = grouped(await tables.selectFrom('sql_metrics').selectAll().where('table_id', 'in', ids).orderBy('id').execute());

  return rows.map((row) => ({
    id: row.id,
    uuid: row.uuid,
    file: { name: row.table_name, otherwise: row.id },
    // Bundles of databases name their datasets by table alone.
    withId: askedKind !== 'databases',
    folder: [{ name: row.database_name, otherwise: row.database_id }],
    needs: { databases: [row.database_id] },
    content: {
      table_name: row.table_name,
      main_dttm_col: row.main_dttm_col,
      description: row.description,
      default_endpoint: row.default_endpoint,
      offset: row.offset,
      cache_timeout: row.cache_timeout,
      catalog: row.catalog,
      schema: row.schema,
      sql: row.sql,
      params: toFile(row.params),
      template_params: toFile(row.template_params),
      filter_select_enabled: row.filter_select_enabled === 1,
      fetch_values_predicate: row.fetch_values_predicate,
      extra: toFile(row.extra),
      normalize_columns: row.normalize_columns === 1,
      always_filter_main_dttm: row.always_filter_main_dttm === 1,
      folders: toFile(row.folders),
      uuid: row.uuid,
      metrics: (metrics.get(row.id) ?? []).map(metricFile),
      columns: (columns.get(row.id) ?? []).map(columnFile),
      version: '1.0.0',
      database_uuid: row.database_uuid,
    },
  }));
}
