import { HttpError, humanizeTime } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseTables } from '../../database/contract.ts';
import type { DatasetService, DatasetTables } from '../contract.ts';
import { ownersOf } from './dataset-service.ts';

interface Person {
  readonly first_name: string;
  readonly last_name: string;
}

/** What hangs on a dataset, and what drilling into it needs (contract §1.3); paths under `/api/v1/dataset`. */
export function drillRoutes(ctx: ServerPluginContext, datasets: DatasetService): readonly RouteDefinition[] {
  const db = () => ctx.metadata.db<DatasetTables & DatabaseTables>();

  /** Rows of another plugin's tables; none when it never ran. */
  async function rows(query: RawBuilder<Readonly<Record<string, unknown>>>): Promise<{ count: number; result: readonly unknown[] }> {
    const result = await query.execute(db()).then((answer) => answer.rows, () => []);
    return { count: result.length, result };
  }

  return [
    {
      method: 'GET',
      path: '/:pk/related_objects',
      permission: ['can_read', 'Dataset'],
      async handler({ params, user }) {
        const dataset = await datasets.get(params['pk'] ?? '');
        if (!dataset) throw new HttpError(404, 'Not found');
        datasets.requireAccess(user, dataset);
        return {
          charts: await rows(sql`select id, slice_name, viz_type from slices where datasource_id = ${dataset.id} order by id`),
          dashboards: await rows(sql`select d.id, d.json_metadata, d.slug, d.dashboard_title as title from dashboards as d where d.id in
            (select l.dashboard_id from dashboard_slices as l inner join slices as s on s.id = l.slice_id where s.datasource_id = ${dataset.id}) order by d.id`),
        };
      },
    },
    {
      method: 'GET',
      path: '/:pk/drill_info/',
      permission: ['can_get_drill_info', 'Dataset'],
      async handler({ params, user, q }) {
        const dataset = await datasets.get(params['pk'] ?? '');
        if (!dataset) throw new HttpError(404, 'Not found');
        const dashboardId = (q as { dashboard_id?: unknown } | undefined)?.dashboard_id;
        await datasets.requireAccessVia(user, dataset, typeof dashboardId === 'number' ? { dashboardId } : {});
        const row = await db().selectFrom('tables').select(['created_on', 'created_by_fk', 'changed_by_fk']).where('id', '=', dataset.id).executeTakeFirstOrThrow();
        const person = async (id: number | null): Promise<Person | null> =>
          id === null ? null : ((await sql<Person>`select first_name, last_name from ab_user where id = ${id}`.execute(db())).rows[0] ?? null);
        const now = Date.now();
        return {
          result: {
            id: dataset.id,
            columns: dataset.columns.filter(({ groupby }) => groupby).map(({ column_name, verbose_name }) => ({ column_name, verbose_name: verbose_name ?? null })),
            table_name: dataset.table_name,
            owners: (await ownersOf(db(), dataset.id)).map(({ first_name, last_name }) => ({ first_name, last_name })),
            created_by: await person(row.created_by_fk),
            created_on_humanized: humanizeTime(Number(row.created_on), now),
            changed_by: await person(row.changed_by_fk),
            changed_on_humanized: humanizeTime(dataset.changed_on, now),
          },
        };
      },
    },
  ];
}
