import type { JsonObject } from '@orrery/sdk';
import { auditTime, humanizeTime } from '@orrery/sdk/server';
import type { ResourceContext, ServerPluginContext, StoredRow } from '@orrery/sdk/server';
import type { DatabaseService } from '../../database/contract.ts';
import { SqlRenderers } from '../contract.ts';
import type { DatasetRecord } from '../contract.ts';
import { ownersOf } from './dataset-service.ts';
import { describeDataset } from './describe-dataset.ts';
import { columnOf, loadDatasetById, metricOf } from './load-datasets.ts';
import type { DatasetDb } from './load-datasets.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

const times = (row: { created_on: number; changed_on: number }) => ({ created_on: auditTime(Number(row.created_on)), changed_on: auditTime(Number(row.changed_on)) });

/** Columns and metrics as the editor needs them: with what queries never read. */
async function parts(db: DatasetDb, id: number): Promise<{ columns: readonly Fields[]; metrics: readonly Fields[] }> {
  const columns = await db.selectFrom('table_columns').selectAll().where('table_id', '=', id).orderBy('id').execute();
  const metrics = await db.selectFrom('sql_metrics').selectAll().where('table_id', '=', id).orderBy('id').execute();
  return {
    columns: columns.map((row) => ({ ...columnOf(row), extra: row.extra, ...times(row) })),
    metrics: metrics.map((row) => ({ ...metricOf(row), extra: row.extra, metric_type: row.metric_type, ...times(row) })),
  };
}

/** Cuts an answer to the asked columns; `owners.id` keeps one field of each owner. Pure. */
export function pickColumns(result: Fields, asked: readonly string[]): Fields {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(result)) {
    const subs = asked.filter((column) => column.startsWith(`${name}.`)).map((column) => column.slice(name.length + 1));
    if (asked.includes(name)) picked[name] = value;
    else if (subs.length > 0) {
      const cut = (item: unknown): unknown => (typeof item === 'object' && item !== null ? Object.fromEntries(Object.entries(item).filter(([key]) => subs.includes(key))) : item);
      picked[name] = Array.isArray(value) ? value.map(cut) : cut(value);
    }
  }
  return picked;
}

/** The text with templates filled in by whoever can; as it is when nobody can. */
async function render(ctx: ServerPluginContext, record: DatasetRecord, result: Fields, { user }: ResourceContext): Promise<Fields> {
  const [renderer] = await ctx.points.loadAll(SqlRenderers);
  const write = renderer ? await ctx.points.load(SqlRenderers, renderer.key) : undefined;
  const text = async (value: unknown): Promise<unknown> => (typeof value === 'string' && value !== '' && write ? write(value, record, user) : (value ?? null));
  const withExpressions = (items: unknown) => Promise.all((items as readonly Fields[]).map(async (item) => ({ ...item, expression: await text(item['expression']) })));
  return { ...result, rendered_sql: await text(record.sql), columns: await withExpressions(result['columns']), metrics: await withExpressions(result['metrics']) };
}

/** The detail of one dataset (contract §1.3). */
export async function showDataset(ctx: ServerPluginContext, databases: DatabaseService, row: StoredRow, context: ResourceContext): Promise<Fields> {
  const db = context.db as unknown as DatasetDb;
  const record = await loadDatasetById(db, Number(row['id']));
  const owners = await ownersOf(db, record.id);
  const authors = [row['created_by_fk'], row['changed_by_fk']].filter((id): id is number => typeof id === 'number');
  const people = authors.length > 0 ? ((await context.db.selectFrom('ab_user').select(['id', 'first_name', 'last_name']).where('id', 'in', authors).execute()) as unknown as readonly Person[]) : [];
  const person = (id: unknown): Person | null => people.find((one) => one.id === id) ?? null;
  const { id, uuid, database_name, backend } = record.database;
  const engine = { dialect: await databases.dialect(backend), connector: databases.engine(backend) };
  const created = Number(row['created_on']);
  const described = describeDataset(record, engine, owners);
  const full: Fields = {
    ...described,
    ...(await parts(db, record.id)),
    database: { id, uuid, database_name, backend, allow_multi_catalog: (described.database as unknown as JsonObject)['allow_multi_catalog'] },
    owners: owners.map((owner) => ({ id: owner.id, first_name: owner.first_name, last_name: owner.last_name })),
    datasource_type: 'table',
    kind: record.sql ? 'virtual' : 'physical',
    url: `/tablemodelview/edit/${record.id}`,
    is_managed_externally: row['is_managed_externally'] === 1,
    created_on: auditTime(created),
    created_on_humanized: humanizeTime(created, context.now),
    created_by: person(row['created_by_fk']),
    changed_on: auditTime(record.changed_on),
    changed_on_humanized: humanizeTime(record.changed_on, context.now),
    changed_by: person(row['changed_by_fk']),
  };
  const rendered = context.query?.['include_rendered_sql'] === 'true' ? await render(ctx, record, full, context) : full;
  const asked = (context.q as { columns?: unknown } | undefined)?.columns;
  return Array.isArray(asked) && asked.length > 0 ? pickColumns(rendered, asked.filter((name): name is string => typeof name === 'string')) : rendered;
}
