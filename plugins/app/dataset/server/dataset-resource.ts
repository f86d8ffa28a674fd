import { randomUUID } from 'node:crypto';
import { GenericType } from '@orrery/sdk';
import { auditFields, HttpError, ownersRelation } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, ResultColumn, RouteDefinition, ServerPluginContext, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatabaseService } from '../../database/contract.ts';
import { checkBody } from './check-body.ts';
import { accessCondition } from './dataset-access.ts';
import { createBody, updateBody } from './dataset-bodies.ts';
import { describeDataset, fullName, permissionView } from './describe-dataset.ts';
import { isSafeEndpoint } from '../contract.ts';
import { keepPermission, removePermissions } from './dataset-permissions.ts';
import { datasetValues } from './dataset-values.ts';
import type { Input } from './dataset-values.ts';
import { loadDatasetById } from './load-datasets.ts';
import type { DatasetDb } from './load-datasets.ts';
import { renderedSource } from './rendered-source.ts';
import { showDataset } from './show-dataset.ts';
import type { SourceGuard } from './source-access.ts';
import { isOtherSource, sourceColumns } from './source-columns.ts';
import type { DatasetSource } from './source-columns.ts';
import { insertColumns, refreshColumns, synchroniseColumns, synchroniseMetrics } from './write-columns.ts';

/** The resource's database as the dataset's own readers take it; the tables are those of the contract. */
function tablesOf(context: ResourceContext): DatasetDb {
  return context.db as unknown as DatasetDb;
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

async function requireFreeUuid(uuid: unknown, ownId: number | null, { db }: ResourceContext): Promise<void> {
  if (typeof uuid !== 'string') return;
  const taken = await db.selectFrom('tables').select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { uuid: ['Must be unique'] } });
}

/** Opening a dataset may lead to its own page, not to somebody else's. */
function requireSafeEndpoint(endpoint: unknown, { origin }: ResourceContext): void {
  if (typeof endpoint !== 'string' || endpoint === '' || isSafeEndpoint(endpoint, origin)) return;
  throw new HttpError(422, { message: { default_endpoint: ['The submitted URL is not considered safe, only use URLs with the same domain as Superset.'] } });
}

/** The caller wants the stored columns wiped and read again (contract §1.3). */
const overrides = ({ query }: ResourceContext): boolean => query?.['override_columns'] === 'true';

/** What a stored row, or one with changes over it, stands on. */
function sourceOf(row: Readonly<Record<string, unknown>>): DatasetSource {
  const text = (name: string): string | null => (row[name] as string | null | undefined) || null;
  return { database_id: Number(row['database_id']), catalog: text('catalog'), schema: text('schema'), table_name: String(row['table_name']), sql: text('sql'), normalize_columns: row['normalize_columns'] === 1 };
}

async function requireDatabase(id: number, { db }: ResourceContext): Promise<void> {
  if (!(await db.selectFrom('dbs').select('id').where('id', '=', id).executeTakeFirst())) {
    throw new HttpError(422, { message: { database: ['Database does not exist'] } });
  }
}

/** REST resource `dataset` (contract §1.3). */
export function datasetResource(ctx: ServerPluginContext, databases: DatabaseService, requireSource: SourceGuard, routes: readonly RouteDefinition[]): ResourceDefinition {
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
    show: (row, context) => showDataset(ctx, databases, row, context),
    permissions: ['can_export', 'can_duplicate', 'can_get_or_create_dataset', 'can_warm_up_cache', 'can_get_drill_info'],
    create: {
      body: createBody,
      async plan(input, context): Promise<WritePlan> {
        const source: Omit<DatasetSource, 'normalize_columns'> = {
          database_id: input['database'] as number,
          catalog: (input['catalog'] as string | undefined) ?? null,
          schema: (input['schema'] as string | undefined) ?? null,
          table_name: input['table_name'] as string,
          sql: (input['sql'] as string | undefined) || null,
        };
        await requireDatabase(source.database_id, context);
        await requireSource(context.user, source);
        await requireFreeName(source, null, context);
        await requireFreeUuid(input['uuid'], null, context);
        const owners = (await requireUsers(input['owners'], context)) ?? [];
        const parameters = typeof input['template_params'] === 'string' ? { template_params: input['template_params'] } : {};
        const found = await sourceColumns(databases, await renderedSource(ctx, databases, { ...source, normalize_columns: input['normalize_columns'] === true }, context.user, parameters), context.user);
        planned.set(input, found);
        const main = found.find(({ generic }) => generic === GenericType.Temporal)?.name ?? null;
        const ids = owners.length > 0 || context.user.id === null ? owners : [context.user.id];
        return {
          values: { offset: 0, ...datasetValues(input), ...source, main_dttm_col: main, uuid: (input['uuid'] as string | undefined) ?? randomUUID() },
          links: { owners: ids },
        };
      },
      async after(id, input, context) {
        const found = planned.get(input);
        if (!found) throw new Error('The columns of a new dataset must be read before it is inserted');
        await insertColumns(tablesOf(context), id, found);
        const record = await loadDatasetById(tablesOf(context), id);
        const { backend } = record.database;
        ctx.permissions.declare([{ pair: ['datasource_access', permissionView(record)], roles: [] }]);
        return { data: describeDataset(record, { dialect: await databases.dialect(backend), connector: databases.engine(backend) }) };
      },
    },
    update: {
      body: { type: 'object' },
      async plan(input, row, context): Promise<WritePlan> {
        checkBody(updateBody, input);
        await requireFreeUuid(input['uuid'], Number(row['id']), context);
        const values = datasetValues(input);
        const source = sourceOf({ ...row, ...values });
        if (['table_name', 'schema', 'catalog', 'database_id'].some((name) => name in values)) {
          if ('database_id' in values) await requireDatabase(source.database_id, context);
          await requireFreeName(source, Number(row['id']), context);
        }
        if (isOtherSource(source, sourceOf(row))) await requireSource(context.user, source);
        if (overrides(context)) {
          const record = await loadDatasetById(tablesOf(context), Number(row['id']));
          planned.set(input, await sourceColumns(databases, await renderedSource(ctx, databases, source, context.user, { ...record, ...source }), context.user));
        }
        requireSafeEndpoint(values['default_endpoint'], context);
        const owners = await requireUsers(input['owners'], context);
        return { values, ...(owners ? { links: { owners } } : {}) };
      },
      async after(id, input, row, context) {
        if (Array.isArray(input['columns'])) await synchroniseColumns(tablesOf(context), id, input['columns'] as Input[], overrides(context));
        const found = planned.get(input);
        if (found) await refreshColumns(tablesOf(context), id, found);
        if (Array.isArray(input['metrics'])) await synchroniseMetrics(tablesOf(context), id, input['metrics'] as Input[]);
        await keepPermission(context.db, id, row);
      },
    },
    remove: {
      async before(ids, context) {
        await removePermissions(context.db, ids);
        // SQLite enforces the cascade only with foreign keys switched on; be explicit on both engines.
        await context.db.deleteFrom('table_columns').where('table_id', 'in', ids).execute();
        await context.db.deleteFrom('sql_metrics').where('table_id', 'in', ids).execute();
        await context.db.deleteFrom('sqlatable_user').where('table_id', 'in', ids).execute();
      },
    },
    routes,
  };
}
