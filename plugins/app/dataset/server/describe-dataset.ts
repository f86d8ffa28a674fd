import type { Dataset, JsonObject } from '@orrery/sdk';
import type { ConnectorContribution, SqlDialect } from '@orrery/sdk/server';
import { shownParameters } from '../../database/contract.ts';
import type { DatasetRecord } from '../contract.ts';
import { timeGrainChoices } from './time-grains.ts';

/** Text of a dataset in permission pairs: `[db].[table](id:7)` (contract §0.3). */
export function permissionView(dataset: { readonly id: number; readonly table_name: string; readonly database: { readonly database_name: string } }): string {
  return `[${dataset.database.database_name}].[${dataset.table_name}](id:${dataset.id})`;
}

/** `schema.table`, or the table alone. */
export function fullName(dataset: { readonly schema: string | null; readonly table_name: string }): string {
  return dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name;
}

/** What an answer needs to know of a dataset's engine. */
export interface DatasetEngine {
  readonly dialect: SqlDialect | undefined;
  readonly connector: ConnectorContribution | undefined;
}

/** What {@link DatasetRecord.details} says of the database. */
interface DatabaseDetails {
  readonly extra?: JsonObject;
  readonly configuration_method?: string;
  /** As they are stored, secrets sealed. */
  readonly parameters?: JsonObject;
}

/** The database of the dataset object. */
function describeDatabase({ database, details }: DatasetRecord, connector: ConnectorContribution | undefined): JsonObject {
  const { extra = {}, configuration_method: method = 'sqlalchemy_form', parameters = {} } = (details?.['database'] ?? {}) as DatabaseDetails;
  return {
    id: database.id,
    name: database.database_name,
    backend: database.backend,
    configuration_method: method,
    allows_subquery: true,
    allows_cost_estimate: false,
    allows_virtual_table_explore: extra['allows_virtual_table_explore'] !== false,
    explore_database_id: database.id,
    schema_options: extra['schema_options'] ?? {},
    parameters: shownParameters(parameters, connector?.parameters),
    disable_data_preview: extra['disable_data_preview'] === true,
    disable_drill_to_detail: extra['disable_drill_to_detail'] === true,
    allow_multi_catalog: extra['allow_multi_catalog'] === true,
    parameters_schema: connector?.parameters ?? {},
    engine_information: {
      supports_file_upload: connector?.supportsUpload ?? false,
      disable_ssh_tunneling: true,
      supports_dynamic_catalog: connector?.supportsCatalogs ?? false,
      supports_oauth2: false,
    },
  };
}

/** The object of explore and dashboard answers (contract §1.2.1). Pure. */
export function describeDataset(dataset: DatasetRecord, { dialect, connector }: DatasetEngine, owners: readonly unknown[] = []): Dataset {
  const details = dataset.details ?? {};
  const table = { catalog: dataset.catalog, schema: dataset.schema, name: dataset.table_name };
  return {
    id: dataset.id,
    uuid: dataset.uuid,
    uid: `${dataset.id}__table`,
    type: 'table',
    name: fullName(dataset),
    datasource_name: dataset.table_name,
    table_name: dataset.table_name,
    description: dataset.description ?? null,
    database: describeDatabase(dataset, connector) as unknown as Dataset['database'],
    catalog: dataset.catalog,
    schema: dataset.schema,
    offset: dataset.offset,
    cache_timeout: dataset.cache_timeout,
    params: details['params'] ?? null,
    perm: permissionView(dataset),
    edit_url: `/tablemodelview/edit/${dataset.id}`,
    default_endpoint: details['default_endpoint'] ?? null,
    filter_select: details['filter_select_enabled'] ?? true,
    filter_select_enabled: details['filter_select_enabled'] ?? true,
    sql: dataset.sql,
    select_star: dataset.sql === null && dialect ? dialect.limit(`SELECT * FROM ${dialect.qualify(table)}`, 100, 0) : null,
    main_dttm_col: dataset.main_dttm_col,
    fetch_values_predicate: dataset.fetch_values_predicate,
    template_params: dataset.template_params,
    is_sqllab_view: details['is_sqllab_view'] ?? false,
    health_check_message: null,
    extra: dataset.extra ?? null,
    owners,
    always_filter_main_dttm: dataset.always_filter_main_dttm,
    normalize_columns: details['normalize_columns'] ?? false,
    folders: details['folders'] ?? null,
    columns: dataset.columns.filter((column) => (column as { is_active?: boolean }).is_active !== false),
    metrics: dataset.metrics,
    verbose_map: {
      __timestamp: 'Time',
      ...Object.fromEntries(dataset.columns.map((column) => [column.column_name, column.verbose_name || column.column_name])),
      ...Object.fromEntries(dataset.metrics.map((metric) => [metric.metric_name, metric.verbose_name || metric.metric_name])),
    },
    column_formats: Object.fromEntries(dataset.metrics.filter((metric) => metric.d3format).map((metric) => [metric.metric_name, metric.d3format ?? null])),
    granularity_sqla: dataset.columns.filter((column) => column.is_dttm).map((column) => [column.column_name, column.column_name] as const),
    time_grain_sqla: timeGrainChoices(dialect?.timeGrains ?? {}),
    order_by_choices: dataset.columns
      .map(({ column_name }) => column_name)
      .sort()
      .flatMap((name) => [
        [JSON.stringify([name, true]), `${name} [asc]`] as const,
        [JSON.stringify([name, false]), `${name} [desc]`] as const,
      ]),
  };
}
