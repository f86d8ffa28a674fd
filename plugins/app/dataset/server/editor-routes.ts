import type { User } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest, ResourceContext, ResultColumn, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseService, DatabaseTables } from '../../database/contract.ts';
import type { DatasetRecord, DatasetService, DatasetTables } from '../contract.ts';
import { keepPermission } from './dataset-permissions.ts';
import { datasetValues } from './dataset-values.ts';
import type { Input } from './dataset-values.ts';
import { ownersOf } from './dataset-service.ts';
import { renderedSource } from './rendered-source.ts';
import type { SourceGuard } from './source-access.ts';
import { isOtherSource, sourceColumns } from './source-columns.ts';
import type { DatasetSource } from './source-columns.ts';
import { synchroniseColumns, synchroniseMetrics } from './write-columns.ts';

interface NamedSource {
  readonly datasource_type?: string;
  readonly database_name?: string;
  readonly catalog_name?: string | null;
  readonly schema_name?: string | null;
  readonly table_name?: string;
  readonly normalize_columns?: boolean | null;
}

/** These views tell failures in a shape of their own (contract §0.4). */
const legacy = (status: number, error: string, cause?: unknown): HttpError => new HttpError(status, { error }, cause);

function columnsAnswer(found: readonly ResultColumn[]): readonly unknown[] {
  return found.map(({ name, type, generic }) => ({ column_name: name, name, type, type_generic: generic, is_dttm: generic === GenericType.Temporal, comment: null }));
}

function duplicates(names: readonly unknown[]): readonly string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at).map(String))].sort();
}

/** Views of the dataset editor outside `/api/v1` (contract §1.3). */
export function editorRoutes(ctx: ServerPluginContext, databases: DatabaseService, datasets: DatasetService, requireSource: SourceGuard): readonly RouteDefinition[] {
  const db = () => ctx.metadata.db<DatasetTables & DatabaseTables>();

  async function readable(user: User, type: string | undefined, id: unknown): Promise<DatasetRecord> {
    if (type !== undefined && type !== 'table' && type !== 'dataset') throw legacy(400, `Unsupported datasource type: ${type}`);
    const dataset = /^\d{1,9}$/.test(String(id)) ? await datasets.get(Number(id)) : undefined;
    if (!dataset) throw legacy(404, 'Datasource does not exist');
    datasets.requireAccess(user, dataset);
    return dataset;
  }

  async function columnsOf(source: DatasetSource, user: User, dataset?: DatasetRecord): Promise<readonly unknown[]> {
    try {
      return columnsAnswer(await sourceColumns(databases, await renderedSource(ctx, databases, source, user, dataset), user));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const messages = (error.body as { message?: Readonly<Record<string, readonly string[]>> }).message ?? {};
      throw legacy('table_name' in messages ? 404 : 400, Object.values(messages).flat()[0] ?? 'The columns could not be read', error);
    }
  }

  /** By the text people named it with: a dataset that is known, else the table itself, for those who may read it. */
  async function named(request: HttpRequest): Promise<readonly unknown[]> {
    const { datasource_type: type, database_name, table_name, catalog_name, schema_name, normalize_columns } = (request.q ?? {}) as NamedSource;
    if (!database_name || !table_name) throw legacy(400, 'Not a valid rison schema database_name and table_name are required');
    if (type !== undefined && type !== 'table') throw legacy(400, `Unsupported datasource type: ${type}`);
    const database = (await databases.list()).find((one) => one.database_name === database_name);
    if (!database) throw legacy(404, 'Dataset not found');
    const [catalog, schema] = [catalog_name || null, schema_name || null];
    const known = await db()
      .selectFrom('tables').select('id').where('database_id', '=', database.id).where('table_name', '=', table_name)
      .where('schema', schema === null ? 'is' : '=', schema).where('catalog', catalog === null ? 'is' : '=', catalog).executeTakeFirst();
    const dataset = known && (await datasets.get(known.id));
    if (dataset) datasets.requireAccess(request.user, dataset);
    // Nobody holds a pair for a dataset that does not exist: only the schema's, the database's or all data.
    else if (!ctx.permissions.canAccessDatasource(request.user, { id: 0, table_name, schema, catalog, database })) throw legacy(404, 'Dataset not found');
    return columnsOf({ database_id: database.id, catalog, schema, table_name, sql: dataset?.sql ?? null, normalize_columns: normalize_columns === true }, request.user, dataset);
  }

  /** Stored ids by name, so that what the editor sends updates instead of replacing. */
  async function withIds(table: 'table_columns' | 'sql_metrics', nameField: 'column_name' | 'metric_name', id: number, entries: readonly Input[]): Promise<readonly Input[]> {
    const stored = (await db().selectFrom(table).selectAll().where('table_id', '=', id).execute()) as unknown as readonly (Input & { id: number })[];
    const ids = new Map(stored.map((row) => [row[nameField], row.id]));
    return entries.map(({ id: _sent, ...entry }) => ({ ...entry, ...(ids.has(entry[nameField]) ? { id: ids.get(entry[nameField]) } : {}) }));
  }

  async function save({ body, user }: HttpRequest): Promise<unknown> {
    const text = (body as { data?: unknown } | undefined)?.data;
    let data: Input;
    try {
      data = typeof text === 'string' ? (JSON.parse(text) as Input) : {};
    } catch (error) {
      throw legacy(400, 'Request is missing data.', error);
    }
    if (typeof data['id'] !== 'number') throw legacy(400, 'Request missing data field.');
    const type = (data['type'] ?? data['datasource_type']) as string | undefined;
    const dataset = await readable(user, type, data['id']);
    const owners = await ownersOf(db(), dataset.id);
    if (!user.isAdmin && !owners.some(({ id }) => id === user.id)) throw legacy(403, 'Changing this dataset is forbidden');
    const columns = (data['columns'] ?? []) as readonly Input[];
    const metrics = (data['metrics'] ?? []) as readonly Input[];
    const twice = duplicates(columns.map((column) => column['column_name']));
    if (twice.length > 0) throw legacy(409, `Duplicate column name(s): ${twice.join(',')}`);
    const wanted = (data['owners'] as readonly (number | { id?: number })[] | undefined)?.map((owner) => (typeof owner === 'number' ? owner : Number(owner.id)));
    const known = wanted && wanted.length > 0 ? await ctx.metadata.db<{ ab_user: { id: number } }>().selectFrom('ab_user').select('id').where('id', 'in', wanted).execute() : [];
    if (wanted && known.length < new Set(wanted).size) throw legacy(422, 'Owners are invalid');
    const database = (data['database'] as { id?: number } | undefined)?.id;
    const values = datasetValues({ ...data, ...(database === undefined ? {} : { database_id: database }) });
    const before: DatasetSource = { ...dataset, database_id: dataset.database.id };
    const source = { ...before, ...values } as DatasetSource;
    if (isOtherSource(source, before)) await requireSource(user, source);
    const [newColumns, newMetrics] = [await withIds('table_columns', 'column_name', dataset.id, columns), await withIds('sql_metrics', 'metric_name', dataset.id, metrics)];
    await ctx.metadata.transaction<DatasetTables & DatabaseTables, void>(async (transaction) => {
      await transaction.updateTable('tables').set({ ...values, changed_on: Date.now(), changed_by_fk: user.id }).where('id', '=', dataset.id).execute();
      await keepPermission(transaction as unknown as ResourceContext['db'], dataset.id, { table_name: dataset.table_name, database_id: dataset.database.id });
      if ('columns' in data) await synchroniseColumns(transaction, dataset.id, newColumns);
      if ('metrics' in data) await synchroniseMetrics(transaction, dataset.id, newMetrics);
      if (wanted) {
        await transaction.deleteFrom('sqlatable_user').where('table_id', '=', dataset.id).execute();
        for (const user_id of new Set(wanted)) await transaction.insertInto('sqlatable_user').values({ user_id, table_id: dataset.id }).execute();
      }
    });
    return datasets.describe(await readable(user, type, dataset.id));
  }

  return [
    {
      method: 'GET',
      path: '/datasource/get/:type/:id/',
      permission: ['can_read', 'Dataset'],
      handler: async ({ params, user }) => datasets.describe(await readable(user, params['type'], params['id'])),
    },
    { method: 'POST', path: '/datasource/save/', permission: ['can_save', 'Datasource'], multipart: true, handler: save },
    {
      method: 'GET',
      path: '/datasource/external_metadata/:type/:id/',
      permission: ['can_external_metadata', 'Datasource'],
      async handler({ params, user }) {
        const dataset = await readable(user, params['type'], params['id']);
        return columnsOf({ ...dataset, database_id: dataset.database.id, normalize_columns: dataset.details?.['normalize_columns'] === true }, user, dataset);
      },
    },
    { method: 'GET', path: '/datasource/external_metadata_by_name/', permission: ['can_external_metadata_by_name', 'Datasource'], handler: named },
    {
      method: 'GET',
      path: '/superset/fetch_datasource_metadata',
      permission: ['can_read', 'Dataset'],
      async handler({ query, user }) {
        const [, id, type] = /^(\d+)__(\w+)$/.exec(query['datasourceKey'] ?? '') ?? [];
        if (!id) throw new HttpError(400, 'datasourceKey must look like 7__table');
        return datasets.describe(await readable(user, type, id));
      },
    },
  ];
}
