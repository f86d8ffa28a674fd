import { randomUUID } from 'node:crypto';
import { GenericType } from '@orrery/sdk';
import { sip40 } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatabaseService, DatabaseTables } from '../../database/contract.ts';
import { guestOf } from '../../security/contract.ts';
import { AccessGrants } from '../contract.ts';
import type { DatasetService, DatasetTables } from '../contract.ts';
import { accessCondition } from './dataset-access.ts';
import { describeDataset, permissionView } from './describe-dataset.ts';
import { byKey, loadDatasets } from './load-datasets.ts';
import type { DatasetDb } from './load-datasets.ts';
import { sourceColumns } from './source-columns.ts';
import { insertColumns, refreshColumns } from './write-columns.ts';

/** Owners as the object of contract §1.2.1 names them. */
export async function ownersOf(db: DatasetDb, tableId: number): Promise<readonly { id: number; username: string; first_name: string; last_name: string }[]> {
  const { rows } = await sql<{ id: number; username: string; first_name: string; last_name: string }>`
    select u.id, u.username, u.first_name, u.last_name from sqlatable_user as o inner join ab_user as u on u.id = o.user_id
    where o.table_id = ${tableId} order by u.id`.execute(db);
  return rows;
}

/** Implements the service other plugins read datasets with. */
export function createDatasetService(ctx: ServerPluginContext, databases: DatabaseService): DatasetService {
  const db = (): DatasetDb => ctx.metadata.db<DatasetTables & DatabaseTables>();

  const service: DatasetService = {
    async get(idOrUuid) {
      return (await loadDatasets(db(), byKey(idOrUuid)))[0];
    },
    async getMany(ids) {
      return ids.length === 0 ? [] : loadDatasets(db(), sql`t.id in (${sql.join(ids)})`);
    },
    accessCondition,
    requireAccess(user, dataset) {
      if (ctx.permissions.canAccessDatasource(user, dataset)) return;
      throw sip40(403, 'DATASOURCE_SECURITY_ACCESS_ERROR', `This endpoint requires the datasource ${dataset.table_name}, database or \`all_datasource_access\` permission`, {
        extra: { link: '', datasource: permissionView(dataset) },
      });
    },
    async requireAccessVia(user, dataset, via) {
      // A guest's query is looked at whatever the guest role may read: guests must not change what a chart asks.
      if (ctx.permissions.canAccessDatasource(user, dataset) && !guestOf(user)) return;
      for (const { value } of await ctx.points.loadAll(AccessGrants)) {
        const isGranted = await ctx.points.load(AccessGrants, value.name);
        if (await isGranted(user, dataset, via)) return;
      }
      service.requireAccess(user, dataset);
    },
    async describe(dataset) {
      const [dialect, owners] = await Promise.all([databases.dialect(dataset.database.backend), ownersOf(db(), dataset.id)]);
      return describeDataset(dataset, { dialect, connector: databases.engine(dataset.database.backend) }, owners);
    },
    async describeMany(records) {
      const backends = [...new Set(records.map(({ database }) => database.backend))];
      const dialects = new Map(await Promise.all(backends.map(async (backend) => [backend, await databases.dialect(backend)] as const)));
      return records.map((record) => {
        const { backend } = record.database;
        return describeDataset(record, { dialect: dialects.get(backend), connector: databases.engine(backend) });
      });
    },
    async refresh(id, userId, caller) {
      const dataset = await service.get(id);
      if (!dataset) return;
      const found = await sourceColumns(databases, { ...dataset, database_id: dataset.database.id, normalize_columns: dataset.details?.['normalize_columns'] === true }, caller);
      await ctx.metadata.transaction<DatasetTables & DatabaseTables, void>(async (transaction) => {
        await refreshColumns(transaction, id, found);
        await transaction.updateTable('tables').set({ changed_on: Date.now(), changed_by_fk: userId }).where('id', '=', id).execute();
      });
    },
    async create(input) {
      if (input.uuid) {
        const known = await service.get(input.uuid);
        if (known) return known;
      }
      const source = { database_id: input.database_id, catalog: input.catalog ?? null, schema: input.schema, table_name: input.table_name, sql: input.sql ?? null };
      const found = await sourceColumns(databases, { ...source, normalize_columns: input.normalize_columns === true }, input.caller);
      const now = Date.now();
      const owner = input.owners[0] ?? null;
      const id = await ctx.metadata.transaction<DatasetTables & DatabaseTables, number>(async (transaction) => {
        const created = await transaction
          .insertInto('tables')
          .values({
            ...source,
            uuid: input.uuid ?? randomUUID(),
            description: input.description ?? null,
            main_dttm_col: input.main_dttm_col ?? found.find(({ generic }) => generic === GenericType.Temporal)?.name ?? null,
            offset: 0,
            normalize_columns: input.normalize_columns ? 1 : 0,
            created_on: now,
            changed_on: now,
            created_by_fk: owner,
            changed_by_fk: owner,
          } as DatasetTables['tables'])
          .returning('id')
          .executeTakeFirstOrThrow();
        await insertColumns(transaction, created.id, found, input.columns, input.metrics);
        for (const user_id of input.owners) await transaction.insertInto('sqlatable_user').values({ user_id, table_id: created.id }).execute();
        return created.id;
      });
      const created = await service.get(id);
      if (!created) throw new Error(`Dataset ${id} vanished right after it was created`);
      ctx.permissions.declare([{ pair: ['datasource_access', permissionView(created)], roles: [] }]);
      return created;
    },
  };
  return service;
}
