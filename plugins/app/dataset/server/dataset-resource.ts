import { randomUUID } from 'node:crypto';
import { GenericType } from '@orrery/sdk';
import { auditFields, auditTime, HttpError, humanizeTime, ownersRelation } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, ResultColumn, RouteDefinition, StoredRow, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatabaseService } from '../../database/contract.ts';
import type { DatasetRecord } from '../contract.ts';
import { accessCondition } from './dataset-access.ts';
import { createBody, updateBody } from './dataset-bodies.ts';
import { describeDataset, fullName } from './describe-dataset.ts';
import { byKey, loadDatasets } from './load-datasets.ts';
import type { DatasetDb } from './load-datasets.ts';
import { ownersOf } from './dataset-service.ts';
import { sourceColumns } from './source-columns.ts';
import type { DatasetSource } from './source-columns.ts';
import { insertColumns, synchroniseColumns, synchroniseMetrics } from './write-columns.ts';

type Input = Readonly<Record<string, unknown>>;

const TEXTS = ['table_name', 'sql', 'catalog', 'schema', 'description', 'main_dttm_col', 'default_endpoint', 'fetch_values_predicate', 'template_params', 'extra', 'external_url'] as const;
const NUMBERS = ['offset', 'cache_timeout', 'database_id'] as const;
const FLAGS = ['filter_select_enabled', 'is_sqllab_view', 'normalize_columns', 'always_filter_main_dttm', 'is_managed_externally'] as const;

/** The resource's database as the dataset's own readers take it; the tables are those of the contract. */
function tablesOf(context: ResourceContext): DatasetDb {
  return context.db as unknown as DatasetDb;
}

function valuesOf(input: Input): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const name of TEXTS) if (name in input) values[name] = (input[name] as string | null) ?? null;
  for (const name of NUMBERS) if (name in input) values[name] = (input[name] as number | null) ?? (name === 'offset' ? 0 : null);
  for (const name of FLAGS) if (typeof input[name] === 'boolean') values[name] = input[name] ? 1 : 0;
  if ('folders' in input) values['folders'] = input['folders'] ? JSON.stringify(input['folders']) : null;
  if (values['sql'] === '') values['sql'] = null;
  return values;
}

async function requireUsers(owners: unknown, { db }: ResourceContext): Promise<readonly number[] | undefined> {
  if (!Array.isArray(owners)) return undefined;
  const ids = [...new Set(owners as number[])];
  const known = ids.length > 0 ? await db.selectFrom('ab_user').select('id').where('id', 'in', ids).execute() : [];
  if (known.length < ids.length) throw new HttpError(422, { message: { owners: ['Owners are invalid'] } });
  return ids;
}

async function requireFreeName(source: DatasetSource, ownId: number | null, { db }: ResourceContext): Promise<void> {
  const taken = await db
    .selectFrom('tables')
    .select('id')
    .where('database_id', '=', source.database_id)
    .where('table_name', '=', source.table_name)
    .where('schema', source.schema === null ? 'is' : '=', source.schema)
    .where('catalog', source.catalog === null ? 'is' : '=', source.catalog)
    .executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { table_name: [`Dataset ${fullName(source)} already exists`] } });
}

async function requireDatabase(id: number, { db }: ResourceContext): Promise<void> {
  if (!(await db.selectFrom('dbs').select('id').where('id', '=', id).executeTakeFirst())) {
    throw new HttpError(422, { message: { database: ['Database does not exist'] } });
  }
}

async function loadOne(id: number, context: ResourceContext): Promise<DatasetRecord> {
  const [record] = await loadDatasets(tablesOf(context), byKey(id));
  if (!record) throw new HttpError(404, 'Not found');
  return record;
}

/** The detail of one dataset (contract §1.3). */
async function show(row: StoredRow, context: ResourceContext, databases: DatabaseService): Promise<unknown> {
  const record = await loadOne(Number(row['id']), context);
  const owners = await ownersOf(tablesOf(context), record.id);
  const described = describeDataset(record, await databases.dialect(record.database.backend), owners);
  const created = Number(row['created_on']);
  const { id, uuid, database_name, backend } = record.database;
  return {
    ...described,
    columns: record.columns,
    database: { id, uuid, database_name, backend, allow_multi_catalog: false },
    owners: owners.map((owner) => ({ id: owner.id, first_name: owner.first_name, last_name: owner.last_name })),
    datasource_type: 'table',
    kind: record.sql ? 'virtual' : 'physical',
    url: `/tablemodelview/edit/${record.id}`,
    is_managed_externally: row['is_managed_externally'] === 1,
    created_on: auditTime(created),
    created_on_humanized: humanizeTime(created, context.now),
    changed_on: auditTime(record.changed_on),
    changed_on_humanized: humanizeTime(record.changed_on, context.now),
  };
}

/** REST resource `dataset` (contract §1.3). */
export function datasetResource(databases: DatabaseService, routes: readonly RouteDefinition[]): ResourceDefinition {
  /** Columns read while planning, outside the transaction, for the write that follows. */
  const planned = new WeakMap<object, readonly ResultColumn[]>();

  return {
    name: 'dataset',
    view: 'Dataset',
    noun: ['dataset', 'datasets'],
    table: 'tables',
    alternateKeys: ['uuid'],
    fields: {
      id: { kind: 'integer' },
      uuid: { kind: 'uuid' },
      table_name: { kind: 'text' },
      catalog: { kind: 'text' },
      schema: { kind: 'text' },
      sql: { kind: 'text' },
      description: { kind: 'text' },
      default_endpoint: { kind: 'text' },
      extra: { kind: 'json-text' },
      main_dttm_col: { kind: 'text' },
      cache_timeout: { kind: 'integer' },
      ...auditFields(),
      database: {
        relation: 'one',
        table: 'dbs',
        localColumn: 'database_id',
        columns: { id: 'id', database_name: 'database_name', uuid: 'uuid' },
        text: ['database_name'],
      },
      owners: ownersRelation('sqlatable_user', 'table_id'),
      datasource_type: { needs: [], compute: () => 'table' },
      kind: { needs: ['sql'], compute: (row) => (row['sql'] ? 'virtual' : 'physical') },
      explore_url: {
        needs: ['id', 'default_endpoint'],
        compute: (row) => row['default_endpoint'] || `/explore/?datasource_type=table&datasource_id=${row['id']}`,
      },
    },
    listColumns: [
      'id', 'uuid', 'database.id', 'database.database_name', 'database.uuid', 'changed_by_name', 'changed_by.first_name', 'changed_by.last_name',
      'changed_by.id', 'changed_on_utc', 'changed_on_delta_humanized', 'default_endpoint', 'description', 'datasource_type', 'explore_url', 'extra',
      'kind', 'owners.id', 'owners.first_name', 'owners.last_name', 'catalog', 'schema', 'sql', 'table_name',
    ],
    showColumns: ['id', 'uuid', 'table_name', 'sql', 'catalog', 'schema', 'description', 'main_dttm_col', 'database', 'owners', 'columns', 'metrics'],
    orderColumns: {
      table_name: 'table_name',
      catalog: 'catalog',
      schema: 'schema',
      'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
      changed_on_delta_humanized: 'changed_on',
      'database.database_name': () => sql`(select d.database_name from dbs as d where d.id = t.database_id)`,
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['id', 'uuid', 'database', 'owners', 'catalog', 'schema', 'sql', 'table_name', 'created_by', 'changed_by'],
    operators: {
      sql: { dataset_is_null_or_empty: (value) => (value ? sql`(t.sql is null or t.sql = '')` : sql`(t.sql is not null and t.sql <> '')`) },
      id: {
        dataset_is_certified: (value) =>
          value ? sql`t.extra like ${'%"certification"%'}` : sql`(t.extra is null or t.extra not like ${'%"certification"%'})`,
      },
    },
    distinctColumns: ['catalog', 'schema'],
    visible: ({ user }) => accessCondition(user, 't'),
    show: (row, context) => show(row, context, databases),
    create: {
      body: createBody,
      async plan(input, context): Promise<WritePlan> {
        const source: DatasetSource = {
          database_id: input['database'] as number,
          catalog: (input['catalog'] as string | undefined) ?? null,
          schema: (input['schema'] as string | undefined) ?? null,
          table_name: input['table_name'] as string,
          sql: (input['sql'] as string | undefined) || null,
        };
        await requireDatabase(source.database_id, context);
        await requireFreeName(source, null, context);
        const owners = (await requireUsers(input['owners'], context)) ?? [];
        const found = await sourceColumns(databases, source);
        planned.set(input, found);
        const main = found.find(({ generic }) => generic === GenericType.Temporal)?.name ?? null;
        const ids = owners.length > 0 || context.user.id === null ? owners : [context.user.id];
        return {
          values: { offset: 0, ...valuesOf(input), ...source, main_dttm_col: main, uuid: (input['uuid'] as string | undefined) ?? randomUUID() },
          links: { owners: ids },
        };
      },
      async after(id, input, context) {
        const found = planned.get(input);
        if (!found) throw new Error('The columns of a new dataset must be read before it is inserted');
        await insertColumns(tablesOf(context), id, found);
        const record = await loadOne(id, context);
        return { data: describeDataset(record, await databases.dialect(record.database.backend)) };
      },
    },
    update: {
      body: updateBody,
      async plan(input, row, context): Promise<WritePlan> {
        const values = valuesOf(input);
        const merged = { ...row, ...values };
        if ('table_name' in values || 'schema' in values || 'catalog' in values || 'database_id' in values) {
          if ('database_id' in values) await requireDatabase(Number(values['database_id']), context);
          await requireFreeName(
            {
              database_id: Number(merged['database_id']),
              catalog: merged['catalog'] as string | null,
              schema: merged['schema'] as string | null,
              table_name: String(merged['table_name']),
              sql: null,
            },
            Number(row['id']),
            context,
          );
        }
        const owners = await requireUsers(input['owners'], context);
        return { values, ...(owners ? { links: { owners } } : {}) };
      },
      async after(id, input, _row, context) {
        if (Array.isArray(input['columns'])) await synchroniseColumns(tablesOf(context), id, input['columns'] as Input[]);
        if (Array.isArray(input['metrics'])) await synchroniseMetrics(tablesOf(context), id, input['metrics'] as Input[]);
      },
    },
    remove: {
      async before(ids, context) {
        // SQLite enforces the cascade only with foreign keys switched on; be explicit on both engines.
        await context.db.deleteFrom('table_columns').where('table_id', 'in', ids).execute();
        await context.db.deleteFrom('sql_metrics').where('table_id', 'in', ids).execute();
        await context.db.deleteFrom('sqlatable_user').where('table_id', 'in', ids).execute();
      },
    },
    routes,
  };
}

