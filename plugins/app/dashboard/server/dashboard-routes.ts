import type { User } from '@orrery/sdk';
import { auditTime } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatasetService } from '../../dataset/contract.ts';
import { guestOf } from '../../security/contract.ts';
import type { ChartStore } from '../../explore/contract.ts';
import type { DashboardBundle, DashboardTables } from '../contract.ts';
import { showDashboard } from './show-dashboard.ts';
import type { Person } from './show-dashboard.ts';
import { describeForDashboard, loadDashboard } from './load-dashboard.ts';
import type { LoadedDashboard } from './load-dashboard.ts';
import { trimDatasets } from './trim-datasets.ts';
import { tabsOf } from './dashboard-tabs.ts';

type Theme = NonNullable<DashboardBundle['dashboard']['theme']>;

/** Whether a user may change a dashboard: permission, and Admin or owner. */
function canEdit(ctx: ServerPluginContext, user: User, { owners }: LoadedDashboard): boolean {
  return ctx.permissions.can(user, 'can_write', 'Dashboard') && (user.isAdmin || owners.some(({ id }) => id === user.id));
}

/** Reading one dashboard (contract §1.4); paths under `/api/v1/dashboard`. */
export function dashboardRoutes(ctx: ServerPluginContext, charts: ChartStore, datasets: DatasetService): readonly RouteDefinition[] {
  const read = ['can_read', 'Dashboard'] as const;
  const load = (key: string | undefined, user: User) => loadDashboard(ctx, charts, datasets, key ?? '', user);

  async function peopleOf({ row }: LoadedDashboard): Promise<(id: number | null) => Person | null> {
    const ids = [row.created_by_fk, row.changed_by_fk].filter((id): id is number => id !== null);
    if (ids.length === 0) return () => null;
    const { rows } = await sql<Person>`select id, first_name, last_name from ab_user where id in (${sql.join(ids)})`.execute(ctx.metadata.db<DashboardTables>());
    return (id) => rows.find((person) => person.id === id) ?? null;
  }

  /** The dashboard's own theme; null without one, or when the themes plugin never ran. */
  async function themeOf({ row }: LoadedDashboard): Promise<Theme | null> {
    if (row.theme_id === null) return null;
    const read = sql<Theme>`select id, theme_name, json_data from themes where id = ${row.theme_id}`.execute(ctx.metadata.db<DashboardTables>());
    return read.then(({ rows }) => rows[0] ?? null, () => null);
  }

  return [
    {
      method: 'GET',
      path: '/:pk',
      permission: read,
      async handler({ params, user }) {
        const dashboard = await load(params['pk'], user);
        const result = showDashboard(dashboard, await peopleOf(dashboard), await themeOf(dashboard), Date.now());
        if (!guestOf(user)) return { id: dashboard.row.id, result };
        const { owners: _owners, changed_by: _changedBy, changed_by_name: _name, ...seen } = result;
        return { id: dashboard.row.id, result: seen };
      },
    },
    {
      method: 'GET',
      path: '/:pk/charts',
      permission: read,
      handler: async ({ params, user }) => ({ result: (await load(params['pk'], user)).charts }),
    },
    {
      method: 'GET',
      path: '/:pk/datasets',
      permission: read,
      async handler({ params, user }) {
        const dashboard = await load(params['pk'], user);
        return { result: trimDatasets(await describeForDashboard(dashboard.datasets, datasets), dashboard, guestOf(user) !== undefined) };
      },
    },
    {
      method: 'GET',
      path: '/:pk/tabs',
      permission: read,
      handler: async ({ params, user }) => ({ result: tabsOf((await load(params['pk'], user)).row) }),
    },
    {
      method: 'GET',
      path: '/:pk/bundle',
      permission: read,
      async handler({ params, user }): Promise<DashboardBundle> {
        const dashboard = await load(params['pk'], user);
        const { row, owners, isFavourite } = dashboard;
        return {
          dashboard: {
            id: row.id,
            uuid: row.uuid,
            slug: row.slug,
            dashboard_title: row.dashboard_title,
            published: row.published === 1,
            css: row.css,
            theme: await themeOf(dashboard),
            json_metadata: row.json_metadata,
            position_json: row.position_json,
            certified_by: row.certified_by,
            certification_details: row.certification_details,
            is_managed_externally: row.is_managed_externally === 1,
            owners: guestOf(user) ? [] : owners,
            changed_on: auditTime(Number(row.changed_on)),
          },
          charts: dashboard.charts as unknown as DashboardBundle['charts'],
          datasets: (await describeForDashboard(dashboard.datasets, datasets)).map((dataset) =>
            // Guests learn neither owners nor the database; its engine is what drawing needs.
            guestOf(user) ? { ...dataset, owners: [], database: { id: 0, backend: dataset.database.backend } as typeof dataset.database } : dataset,
          ),
          isFavourite,
          canEdit: canEdit(ctx, user, dashboard),
        };
      },
    },
  ];
}
