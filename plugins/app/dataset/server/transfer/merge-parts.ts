import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@orrery/sdk';
import type { Kysely } from 'kysely';
import type { DatasetTables } from '../../contract.ts';
import { fromFile } from './dataset-file.ts';

type Db = Kysely<DatasetTables>;

/** How columns or metrics of a file meet those that are there. */
export interface MergeOptions {
  readonly now: number;
  /** Leaves what is there as it is. */
  readonly onlyAdds: boolean;
  /** Drops what the file does not have. */
  readonly drops: boolean;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const flag = (value: unknown, otherwise: boolean): number => ((typeof value === 'boolean' ? value : otherwise) ? 1 : 0);

/** The last of entries with the same name: names are unique within a dataset. */
function byName(entries: readonly JsonObject[], field: string): ReadonlyMap<string, JsonObject> {
  return new Map(entries.map((entry) => [String(entry[field]), entry]));
}

/** Brings a dataset's columns in line with a file. */
export async function mergeColumns(db: Db, table_id: number, entries: readonly JsonObject[], { now, onlyAdds, drops }: MergeOptions): Promise<void> {
  const stored = await db.selectFrom('table_columns').select(['id', 'column_name']).where('table_id', '=', table_id).execute();
  const wanted = byName(entries, 'column_name');
  const ids = new Map(stored.map(({ id, column_name }) => [column_name, id]));
  const added: object[] = [];
  for (const [column_name, entry] of wanted) {
    const values = {
      verbose_name: text(entry['verbose_name']),
      description: text(entry['description']),
      expression: text(entry['expression']) || null,
      type: text(entry['type']),
      advanced_data_type: text(entry['advanced_data_type']),
      is_dttm: flag(entry['is_dttm'], false),
      is_active: flag(entry['is_active'], true),
      groupby: flag(entry['groupby'], true),
      filterable: flag(entry['filterable'], true),
      python_date_format: text(entry['python_date_format']),
      extra: fromFile(entry['extra']),
      changed_on: now,
    };
    const existing = ids.get(column_name);
    if (existing === undefined) added.push({ ...values, uuid: randomUUID(), table_id, column_name, created_on: now });
    else if (!onlyAdds) await db.updateTable('table_columns').set(values).where('id', '=', existing).execute();
  }
  await insertAll(db, 'table_columns', added);
  if (drops) await dropOthers(db, 'table_columns', stored.filter(({ column_name }) => !wanted.has(column_name)).map(({ id }) => id));
}

/** Brings a dataset's metrics in line with a file. */
export async function mergeMetrics(db: Db, table_id: number, entries: readonly JsonObject[], { now, onlyAdds, drops }: MergeOptions): Promise<void> {
  const stored = await db.selectFrom('sql_metrics').select(['id', 'metric_name']).where('table_id', '=', table_id).execute();
  const wanted = byName(entries, 'metric_name');
  const ids = new Map(stored.map(({ id, metric_name }) => [metric_name, id]));
  const added: object[] = [];
  for (const [metric_name, entry] of wanted) {
    const values = {
      metric_type: text(entry['metric_type']),
      verbose_name: text(entry['verbose_name']),
      description: text(entry['description']),
      expression: String(entry['expression']),
      d3format: text(entry['d3format']),
      currency: fromFile(entry['currency']),
      warning_text: text(entry['warning_text']),
      extra: fromFile(entry['extra']),
      changed_on: now,
    };
    const existing = ids.get(metric_name);
    if (existing === undefined) added.push({ ...values, uuid: randomUUID(), table_id, metric_name, created_on: now });
    else if (!onlyAdds) await db.updateTable('sql_metrics').set(values).where('id', '=', existing).execute();
  }
  await insertAll(db, 'sql_metrics', added);
  if (drops) await dropOthers(db, 'sql_metrics', stored.filter(({ metric_name }) => !wanted.has(metric_name)).map(({ id }) => id));
}

/** Databases bound the number of values of one statement. */
const ROWS_AT_ONCE = 50;

async function insertAll(db: Db, table: 'table_columns' | 'sql_metrics', rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db.insertInto(table).values(rows.slice(from, from + ROWS_AT_ONCE) as never).execute();
  }
}

async function dropOthers(db: Db, table: 'table_columns' | 'sql_metrics', ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', [...ids]).execute();
}
