import { randomUUID } from 'node:crypto';
import { auditTime, HttpError } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatasetService } from '../../dataset/contract.ts';
import type { ChartStore } from '../../explore/contract.ts';
import type { DashboardTables } from '../contract.ts';
import { loadDashboard } from './load-dashboard.ts';

type Embedded = DashboardTables['dashboard_embedded'];

/** Who may embed a dashboard where (contract §1.4). All paths are absolute; without the flag they do not exist. */
export function embeddedRoutes(ctx: ServerPluginContext, charts: ChartStore, datasets: DatasetService): readonly RouteDefinition[] {
  const db = () => ctx.metadata.db<DashboardTables>();
  const base = '/api/v1/dashboard/:pk/embedded';
  const read = ['can_get_embedded', 'Dashboard'] as const;
  const set = ['can_set_embedded', 'Dashboard'] as const;

  function requireFlag(): void {
    if (!ctx.config.featureFlags['EMBEDDED_SUPERSET']) throw new HttpError(404, 'Not found');
  }

  async function answer(row: Embedded | undefined): Promise<unknown> {
    if (!row) throw new HttpError(404, 'Not found');
    const people = row.changed_by_fk === null ? [] : (await sql<{ id: number; first_name: string; last_name: string }>`select id, first_name, last_name from ab_user where id = ${row.changed_by_fk}`.execute(db())).rows;
    return {
      result: {
        uuid: row.uuid,
        allowed_domains: row.allow_domain_list ? row.allow_domain_list.split(',') : [],
        dashboard_id: String(row.dashboard_id),
        changed_on: auditTime(Number(row.changed_on)),
        changed_by: people[0] ?? null,
      },
    };
  }

  const opened = async ({ params, user }: HttpRequest): Promise<number> => {
    requireFlag();
    return (await loadDashboard(ctx, charts, datasets, params['pk'] ?? '', user)).row.id;
  };
  const find = (dashboardId: number) => db().selectFrom('dashboard_embedded').selectAll().where('dashboard_id', '=', dashboardId).executeTakeFirst();

  async function save(request: HttpRequest): Promise<unknown> {
    const dashboard_id = await opened(request);
    const { allowed_domains } = request.body as { allowed_domains: readonly string[] };
    const bad = allowed_domains.find((domain) => domain.includes(',') || domain.trim() === '');
    if (bad !== undefined) throw new HttpError(400, { message: { allowed_domains: ['Each entry must be one origin, such as https://example.com.'] } });
    const now = Date.now();
    const changed = { allow_domain_list: allowed_domains.map((domain) => domain.trim()).join(','), changed_on: now, changed_by_fk: request.user.id };
    await db()
      .insertInto('dashboard_embedded')
      .values({ uuid: randomUUID(), dashboard_id, created_on: now, created_by_fk: request.user.id, ...changed })
      .onConflict((conflict) => conflict.column('dashboard_id').doUpdateSet(changed))
      .execute();
    return answer(await find(dashboard_id));
  }

  const body = { type: 'object', additionalProperties: false, required: ['allowed_domains'], properties: { allowed_domains: { type: 'array', items: { type: 'string' } } } };
  return [
    { method: 'GET', path: base, permission: read, handler: async (request) => answer(await find(await opened(request))) },
    { method: 'POST', path: base, permission: set, body, handler: save },
    { method: 'PUT', path: base, permission: set, body, handler: save },
    {
      method: 'DELETE',
      path: base,
      permission: set,
      async handler(request) {
        await db().deleteFrom('dashboard_embedded').where('dashboard_id', '=', await opened(request)).execute();
        return { message: 'OK' };
      },
    },
    {
      method: 'GET',
      path: '/api/v1/embedded_dashboard/:uuid',
      permission: ['can_read', 'EmbeddedDashboard'],
      async handler({ params }) {
        requireFlag();
        return answer(await db().selectFrom('dashboard_embedded').selectAll().where('uuid', '=', params['uuid'] ?? '').executeTakeFirst());
      },
    },
  ];
}
