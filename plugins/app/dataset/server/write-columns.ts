import { randomUUID } from 'node:crypto';
import { HttpError } from '@orrery/sdk/server';
import type { ResultColumn } from '@orrery/sdk/server';
import { GenericType } from '@orrery/sdk';
import type { DatasetColumnInput, DatasetMetricInput, DatasetTables } from '../contract.ts';
import type { DatasetDb } from './load-datasets.ts';

type ColumnRow = DatasetTables['table_columns'];
type MetricRow = DatasetTables['sql_metrics'];
type Input = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const flag = (value: unknown, otherwise: boolean): number => ((typeof value === 'boolean' ? value : otherwise) ? 1 : 0);
const asJsonText = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : typeof value === 'string' ? value : JSON.stringify(value));

/** A new column row from what is said of it. */
function columnRow(tableId: number, name: string, type: string | null, input: Input, isTemporal: boolean, now: number): Omit<ColumnRow, 'id'> {
  return {
    uuid: text(input['uuid']) ?? randomUUID(),
    table_id: tableId,
    column_name: name,
    verbose_name: text(input['verbose_name']),
    description: text(input['description']),
    expression: text(input['expression']),
    type: text(input['type']) ?? type,
    advanced_data_type: text(input['advanced_data_type']),
    is_dttm: flag(input['is_dttm'], isTemporal),
    is_active: flag(input['is_active'], true),
    groupby: flag(input['groupby'], true),
    filterable: flag(input['filterable'], true),
    python_date_format: text(input['python_date_format']),
    extra: asJsonText(input['extra']),
    created_on: now,
    changed_on: now,
  };
}

function metricRow(tableId: number, input: Input, now: number): Omit<MetricRow, 'id'> {
  return {
    uuid: text(input['uuid']) ?? randomUUID(),
    table_id: tableId,
    metric_name: String(input['metric_name']),
    metric_type: text(input['metric_type']),
    verbose_name: text(input['verbose_name']),
    description: text(input['description']),
    expression: String(input['expression']),
    d3format: text(input['d3format']),
    currency: asJsonText(input['currency']),
    warning_text: text(input['warning_text']),
    extra: asJsonText(input['extra']),
    created_on: now,
    changed_on: now,
  };
}

/** Writes a new dataset's columns as the database reports them, calculated ones, and its metrics with `count`. */
export async function insertColumns(
  db: DatasetDb,
  tableId: number,
  found: readonly ResultColumn[],
  texts: Readonly<Record<string, DatasetColumnInput>> = {},
  metrics: readonly DatasetMetricInput[] = [],
): Promise<void> {
  const now = Date.now();
  const physical = found.map((column) => columnRow(tableId, column.name, column.type, { ...texts[column.name] }, column.generic === GenericType.Temporal, now));
  const calculated = Object.entries(texts)
    .filter(([name, input]) => input.expression && !found.some((column) => column.name === name))
    .map(([name, input]) => columnRow(tableId, name, input.type ?? null, { ...input }, false, now));
  await db.insertInto('table_columns').values([...physical, ...calculated] as ColumnRow[]).execute();
  const count = { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'COUNT(*)', metric_type: 'count' };
  const all = metrics.some(({ metric_name }) => metric_name === 'count') ? metrics : [count, ...metrics];
  await db.insertInto('sql_metrics').values(all.map((metric) => metricRow(tableId, { ...metric }, now)) as MetricRow[]).execute();
}

/** Brings physical columns in line with the database: new ones added, vanished ones dropped, calculated ones kept. */
export async function refreshColumns(db: DatasetDb, tableId: number, found: readonly ResultColumn[]): Promise<void> {
  const now = Date.now();
  const stored = await db.selectFrom('table_columns').select(['id', 'column_name', 'expression', 'type']).where('table_id', '=', tableId).execute();
  const gone = stored.filter((row) => !row.expression && !found.some(({ name }) => name === row.column_name)).map(({ id }) => id);
  if (gone.length > 0) await db.deleteFrom('table_columns').where('id', 'in', gone).execute();
  const added = found.filter(({ name }) => !stored.some((row) => row.column_name === name));
  if (added.length > 0) {
    const rows = added.map((column) => columnRow(tableId, column.name, column.type, {}, column.generic === GenericType.Temporal, now));
    await db.insertInto('table_columns').values(rows as ColumnRow[]).execute();
  }
  for (const column of found) {
    const row = stored.find(({ column_name, expression, type }) => column_name === column.name && !expression && type !== column.type);
    if (row) await db.updateTable('table_columns').set({ type: column.type, changed_on: now }).where('id', '=', row.id).execute();
  }
}

interface Synchronised {
  readonly table: 'table_columns' | 'sql_metrics';
  readonly nameField: 'column_name' | 'metric_name';
  readonly noun: 'columns' | 'metrics';
}

/**
 * Makes the stored list equal to the given one: an entry with id updates, without id creates, missing ids are deleted (contract §1.3).
 * `overrides`: nothing stored is kept; ids do not count.
 */
async function synchronise(db: DatasetDb, tableId: number, given: readonly Input[], { table, nameField, noun }: Synchronised, overrides: boolean): Promise<void> {
  const entries: readonly Input[] = overrides ? given.map((entry) => ({ ...entry, id: undefined })) : given;
  const now = Date.now();
  const problem = (message: string) => new HttpError(422, { message: { [noun]: [message] } });
  const names = entries.map((entry) => entry[nameField]);
  if (new Set(names).size < names.length) throw problem(`One or more ${noun} are duplicated`);
  const stored = (await db.selectFrom(table).selectAll().where('table_id', '=', tableId).execute()) as unknown as readonly (Input & { id: number })[];
  const known = new Set(stored.map(({ id }) => id));
  const kept = new Set(entries.map((entry) => entry['id']).filter((id): id is number => typeof id === 'number'));
  if ([...kept].some((id) => !known.has(id))) throw problem(`One or more ${noun} do not exist`);
  const named = new Set(stored.map((row) => row[nameField]));
  if (!overrides && entries.some((entry) => typeof entry['id'] !== 'number' && named.has(entry[nameField]))) throw problem(`One or more ${noun} already exist`);
  const gone = [...known].filter((id) => !kept.has(id));
  if (gone.length > 0) await db.deleteFrom(table).where('id', 'in', gone).execute();
  // Names are unique: those that change make room first, so that two columns can swap theirs.
  for (const { id, [nameField]: name } of stored) {
    const entry = entries.find((one) => one['id'] === id);
    if (entry && entry[nameField] !== name) await db.updateTable(table).set({ [nameField]: randomUUID() } as Partial<ColumnRow & MetricRow>).where('id', '=', id).execute();
  }
  for (const entry of entries) {
    const row =
      table === 'table_columns'
        ? columnRow(tableId, String(entry['column_name']), null, entry, false, now)
        : metricRow(tableId, entry, now);
    if (typeof entry['id'] === 'number') {
      // Only what the caller named changes; uuid and creation stay.
      const changed = Object.fromEntries(Object.entries(row).filter(([field]) => field in entry && field !== 'uuid'));
      await db.updateTable(table).set({ ...changed, changed_on: now } as Partial<ColumnRow & MetricRow>).where('id', '=', entry['id']).execute();
    } else {
      await db.insertInto(table).values(row as unknown as ColumnRow & MetricRow).execute();
    }
  }
}

/** Synchronises columns; see {@link synchronise}. */
export function synchroniseColumns(db: DatasetDb, tableId: number, entries: readonly Input[], overrides = false): Promise<void> {
  return synchronise(db, tableId, entries, { table: 'table_columns', nameField: 'column_name', noun: 'columns' }, overrides);
}

/** Synchronises metrics; see {@link synchronise}. */
export function synchroniseMetrics(db: DatasetDb, tableId: number, entries: readonly Input[]): Promise<void> {
  return synchronise(db, tableId, entries, { table: 'sql_metrics', nameField: 'metric_name', noun: 'metrics' }, false);
}
