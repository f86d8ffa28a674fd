import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseService, DatabaseTables } from '../../database/contract.ts';
import type { DatasetRecord, DatasetService, DatasetTables } from '../contract.ts';
import { datasetValues } from './dataset-values.ts';
import { ownersOf } from './dataset-service.ts';
import { renderedSource } from './rendered-source.ts';
import type { SourceGuard } from './source-access.ts';
import { sourceColumns } from './source-columns.ts';
import { refreshColumns } from './write-columns.ts';

interface GetOrCreateBody {
  readonly table_name: string;
  readonly database_id: number;
  readonly catalog?: string | null;
  readonly schema?: string | null;
  readonly template_params?: string | null;
  readonly normalize_columns?: boolean;
  readonly always_filter_main_dttm?: boolean;
}

/** Routes of the resource beyond the generic ones; paths under `/api/v1/dataset`. */
export function datasetRoutes(ctx: ServerPluginContext, databases: DatabaseService, datasets: DatasetService, requireSource: SourceGuard): readonly RouteDefinition[] {
  const db = () => ctx.metadata.db<DatasetTables & DatabaseTables>();

  async function owned(user: User, pk: string | undefined): Promise<DatasetRecord> {
    const dataset = await datasets.get(pk ?? '');
    if (!dataset) throw new HttpError(404, 'Not found');
    const owners = await ownersOf(db(), dataset.id);
    if (!user.isAdmin && !owners.some(({ id }) => id === user.id)) throw new HttpError(403, 'Changing this dataset is forbidden');
    return dataset;
  }

  function removal(kind: 'column' | 'metric', table: 'table_columns' | 'sql_metrics'): RouteDefinition {
    return {
      method: 'DELETE',
      path: `/:pk/${kind}/:childId`,
      permission: ['can_write', 'Dataset'],
      async handler({ user, params }) {
        const dataset = await owned(user, params['pk']);
        const removed = await db().deleteFrom(table).where('table_id', '=', dataset.id).where('id', '=', Number(params['childId'])).executeTakeFirst();
        if (Number(removed.numDeletedRows) === 0) throw new HttpError(404, 'Not found');
        return { message: 'OK' };
      },
    };
  }

  return [
    {
      method: 'PUT',
      path: '/:pk/refresh',
      permission: ['can_write', 'Dataset'],
      async handler({ user, params }) {
        const dataset = await owned(user, params['pk']);
        const found = await sourceColumns(databases, await renderedSource(ctx, databases, { ...dataset, database_id: dataset.database.id, normalize_columns: dataset.details?.['normalize_columns'] === true }, user, dataset), user);
        await ctx.metadata.transaction<DatasetTables & DatabaseTables, void>(async (transaction) => {
          await refreshColumns(transaction, dataset.id, found);
          await transaction.updateTable('tables').set({ changed_on: Date.now(), changed_by_fk: user.id }).where('id', '=', dataset.id).execute();
        });
        return { message: 'OK' };
      },
    },
    removal('column', 'table_columns'),
    removal('metric', 'sql_metrics'),
    {
      method: 'POST',
      path: '/get_or_create/',
      permission: ['can_get_or_create_dataset', 'Dataset'],
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['table_name', 'database_id'],
        properties: {
          table_name: { type: 'string', minLength: 1, maxLength: 250 },
          database_id: { type: 'integer' },
          catalog: { type: ['string', 'null'] },
          schema: { type: ['string', 'null'] },
          template_params: { type: ['string', 'null'] },
          normalize_columns: { type: 'boolean' },
          always_filter_main_dttm: { type: 'boolean' },
        },
      },
      async handler({ body, user }) {
        const { table_name, database_id, catalog = null, schema = null, ...more } = body as GetOrCreateBody;
        const known = await db()
          .selectFrom('tables')
          .select('id')
          .where('database_id', '=', database_id)
          .where('table_name', '=', table_name)
          .where('schema', schema === null ? 'is' : '=', schema)
          .where('catalog', catalog === null ? 'is' : '=', catalog)
          .executeTakeFirst();
        if (known) return { result: { table_id: known.id } };
        if (!(await databases.get(database_id))) throw new HttpError(422, { message: { database: ['Database does not exist'] } });
        await requireSource(user, { database_id, catalog, schema, table_name, sql: null });
        const created = await datasets.create({ database_id, catalog, schema, table_name, normalize_columns: more.normalize_columns === true, owners: user.id === null ? [] : [user.id], caller: user });
        const values = datasetValues(more);
        if (Object.keys(values).length > 0) await db().updateTable('tables').set(values).where('id', '=', created.id).execute();
        return { result: { table_id: created.id } };
      },
    },
  ];
}
