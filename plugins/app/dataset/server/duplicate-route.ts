import { randomUUID } from 'node:crypto';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseTables } from '../../database/contract.ts';
import type { DatasetService, DatasetTables } from '../contract.ts';
import { fullName, permissionView } from './describe-dataset.ts';

type Row<T extends keyof DatasetTables> = DatasetTables[T];

/** `POST /api/v1/dataset/duplicate`: a virtual dataset under another name (contract §1.3). */
export function duplicateRoute(ctx: ServerPluginContext, datasets: DatasetService): RouteDefinition {
  return {
    method: 'POST',
    path: '/duplicate',
    permission: ['can_duplicate', 'Dataset'],
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['base_model_id', 'table_name'],
      properties: { base_model_id: { type: 'integer' }, table_name: { type: 'string', minLength: 1, maxLength: 250 }, is_managed_externally: { type: ['boolean', 'null'] }, external_url: { type: ['string', 'null'] } },
    },
    async handler({ body, user }) {
      const { base_model_id, table_name } = body as { base_model_id: number; table_name: string };
      const base = await datasets.get(base_model_id);
      if (!base) throw new HttpError(404, 'Not found');
      datasets.requireAccess(user, base);
      if (!base.sql) throw new HttpError(422, { message: { datasource_type: ['Datasource type is invalid'] } });
      const now = Date.now();
      const audit = { created_on: now, changed_on: now };
      const id = await ctx.metadata.transaction<DatasetTables & DatabaseTables, number>(async (db) => {
        const taken = await db
          .selectFrom('tables').select('id').where('database_id', '=', base.database.id).where('table_name', '=', table_name)
          .where('schema', base.schema === null ? 'is' : '=', base.schema).where('catalog', base.catalog === null ? 'is' : '=', base.catalog).executeTakeFirst();
        if (taken) throw new HttpError(422, { message: { table_name: [`Dataset ${fullName({ schema: base.schema, table_name })} already exists`] } });
        const { id: _id, ...row } = await db.selectFrom('tables').selectAll().where('id', '=', base.id).executeTakeFirstOrThrow();
        const copy = { ...row, ...audit, table_name, uuid: randomUUID(), is_managed_externally: 0, external_url: null, created_by_fk: user.id, changed_by_fk: user.id } as Row<'tables'>;
        const created = await db.insertInto('tables').values(copy).returning('id').executeTakeFirstOrThrow();
        for (const table of ['table_columns', 'sql_metrics'] as const) {
          const parts = await db.selectFrom(table).selectAll().where('table_id', '=', base.id).orderBy('id').execute();
          const copies = parts.map(({ id: _part, ...part }) => ({ ...part, ...audit, uuid: randomUUID(), table_id: created.id }));
          if (copies.length > 0) await db.insertInto(table).values(copies as never).execute();
        }
        if (user.id !== null) await db.insertInto('sqlatable_user').values({ user_id: user.id, table_id: created.id }).execute();
        return created.id;
      });
      ctx.permissions.declare([{ pair: ['datasource_access', permissionView({ ...base, id, table_name })], roles: [] }]);
      return new HttpResponse({ status: 201, body: { id, result: body } });
    },
  };
}
