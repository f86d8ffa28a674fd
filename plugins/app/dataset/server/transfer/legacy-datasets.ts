import type { JsonObject } from '@orrery/sdk';
import type { DatabaseTables } from '../../../database/contract.ts';
import type { LegacyContext, LegacyFiles } from '../../../import-export/contract.ts';
import { objectsOf } from './dataset-file.ts';

/** Keys that files of the format v0 and of today share. */
const DATASET_KEYS = ['table_name', 'main_dttm_col', 'description', 'default_endpoint', 'offset', 'cache_timeout', 'catalog', 'schema', 'sql', 'template_params', 'filter_select_enabled', 'fetch_values_predicate', 'extra'] as const;
const COLUMN_KEYS = ['column_name', 'verbose_name', 'is_dttm', 'is_active', 'type', 'groupby', 'filterable', 'expression', 'description', 'python_date_format', 'extra'] as const;
const METRIC_KEYS = ['metric_name', 'verbose_name', 'metric_type', 'expression', 'description', 'd3format', 'extra', 'warning_text'] as const;
const DATABASE_KEYS = ['database_name', 'sqlalchemy_uri', 'cache_timeout', 'expose_in_sqllab', 'allow_run_async', 'allow_ctas', 'allow_cvas', 'allow_dml', 'allow_csv_upload', 'allow_file_upload', 'extra'] as const;
/** What v0 kept in `params` to find its way back; here it means nothing. */
const TRACES = new Set(['remote_id', 'import_time', 'database_name']);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}

/** An object given as such or as JSON text. */
function objectIn(value: unknown): JsonObject {
  try {
    const [object] = objectsOf([typeof value === 'string' ? (JSON.parse(value) as unknown) : value]);
    return object ?? {};
  } catch {
    return {};
  }
}

function paramsOf(table: JsonObject): JsonObject | null {
  const params = Object.entries(objectIn(table['params'])).filter(([key]) => !TRACES.has(key));
  return params.length > 0 ? Object.fromEntries(params) : null;
}

/**
 * Datasets of the format v0: `{databases: [{database_name, sqlalchemy_uri, tables}]}`, or a list of tables whose `params` name
 * their database. Databases are found by name; of those not here, only the first form says enough to make them.
 */
export async function readLegacyDatasets(value: unknown, context: LegacyContext): Promise<LegacyFiles | undefined> {
  const files: Record<string, JsonObject> = {};
  const uuids = new Map<string, string>();

  async function databaseUuid(name: string, entry?: JsonObject): Promise<string> {
    const known = uuids.get(name) ?? (await context.db.as<DatabaseTables>().selectFrom('dbs').select('uuid').where('database_name', '=', name).executeTakeFirst())?.uuid;
    if (known === undefined && !entry?.['sqlalchemy_uri']) return context.refuse(`The file refers to the database "${name}", which is not here. Create a database of this name first.`);
    const uuid = known ?? context.uuidFor('databases', name);
    if (known === undefined && entry) files[`databases/${encodeURIComponent(name)}.yaml`] = { ...pick(entry, DATABASE_KEYS), uuid, version: '1.0.0' };
    uuids.set(name, uuid);
    return uuid;
  }

  function add(table: JsonObject, databaseName: string, database_uuid: string): void {
    const given = String(table['uuid'] ?? '');
    const names = [databaseName, String(table['schema'] ?? ''), String(table['table_name'])];
    const uuid = UUID.test(given) ? given : context.uuidFor('datasets', ...names);
    files[`datasets/${names.map(encodeURIComponent).join('/')}.yaml`] = {
      ...pick(table, DATASET_KEYS),
      params: paramsOf(table),
      columns: objectsOf(table['columns']).map((column) => pick(column, COLUMN_KEYS)),
      metrics: objectsOf(table['metrics']).map((metric) => pick(metric, METRIC_KEYS)),
      uuid,
      version: '1.0.0',
      database_uuid,
    };
  }

  if (Array.isArray(value)) {
    for (const table of objectsOf(value)) {
      const name = objectIn(table['params'])['database_name'] ?? context.refuse(`The dataset "${String(table['table_name'])}" does not name its database`);
      add(table, String(name), await databaseUuid(String(name)));
    }
    return files;
  }
  const databases = objectsOf(objectIn(value)['databases']);
  for (const entry of databases) {
    const name = String(entry['database_name']);
    const uuid = await databaseUuid(name, entry);
    for (const table of objectsOf(entry['tables'])) add(table, name, uuid);
  }
  return databases.length > 0 ? files : undefined;
}
