import type { Dataset, User } from '@orrery/sdk';
import { HttpError, sip40 } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatasetRecord, DatasetService } from '../../dataset/contract.ts';
import type { ChartOnDashboard, ChartStore } from '../../explore/contract.ts';
import type { DashboardTables } from '../contract.ts';
import { mayOpen } from './dashboard-access.ts';

/** A dashboard the caller may open, with what was read to decide that. */
export interface LoadedDashboard {
  readonly row: DashboardTables['dashboards'];
  readonly owners: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly embeddedUuid: string | null;
  readonly isFavourite: boolean;
  readonly charts: readonly ChartOnDashboard[];
  readonly datasets: readonly DatasetRecord[];
}

type Joined = DashboardTables['dashboards'] & {
  owner_id: number | null;
  first_name: string | null;
  last_name: string | null;
  role_id: number | null;
  role_name: string | null;
  embedded_uuid: string | null;
  is_favourite: number | null;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** Whether the roles of dashboards decide who may open them. */
export function hasRoleAccess(ctx: Pick<ServerPluginContext, 'config'>): boolean {
  return ctx.config.featureFlags['DASHBOARD_RBAC'] === true;
}

function unique<T extends { readonly id: number }>(items: readonly (T | undefined)[]): readonly T[] {
  return [...new Map(items.flatMap((item) => (item ? [[item.id, item] as const] : []))).values()];
}

/**
 * Reads a dashboard by id, uuid or slug with its charts and datasets in five reads, however many charts it has
 * (1 dashboard with owners, roles and star, 2 charts, 3–5 datasets, columns, metrics), and applies the access rule. 404, 403.
 */
export async function loadDashboard(ctx: ServerPluginContext, charts: ChartStore, datasets: DatasetService, key: string, user: User): Promise<LoadedDashboard> {
  const condition = /^\d{1,9}$/.test(key) ? sql`t.id = ${Number(key)}` : UUID.test(key) ? sql`t.uuid = ${key}` : sql`t.slug = ${key}`;
  const { rows } = await sql<Joined>`
    select t.*, u.id as owner_id, u.first_name, u.last_name, a.id as role_id, a.name as role_name,
      (select e.uuid from dashboard_embedded as e where e.dashboard_id = t.id) as embedded_uuid,
      (select 1 from dashboard_favourite as f where f.dashboard_id = t.id and f.user_id = ${user.id}) as is_favourite
    from dashboards as t
    left join dashboard_user as o on o.dashboard_id = t.id
    left join ab_user as u on u.id = o.user_id
    left join dashboard_roles as r on r.dashboard_id = t.id
    left join ab_role as a on a.id = r.role_id
    where ${condition} order by u.id, a.id`.execute(ctx.metadata.db<DashboardTables>());
  const first = rows[0];
  if (!first) throw new HttpError(404, 'Not found');

  const onDashboard = await charts.ofDashboard(first.id);
  const ids = [...new Set(onDashboard.map(({ form_data }) => Number(form_data.datasource.split('__')[0])))];
  const found = await datasets.getMany(ids);
  const owners = unique(rows.map(({ owner_id, first_name, last_name }) => (owner_id === null ? undefined : { id: owner_id, first_name: first_name ?? '', last_name: last_name ?? '' })));
  const roles = unique(rows.map(({ role_id, role_name }) => (role_id === null ? undefined : { id: role_id, name: role_name ?? '' })));
  const guarded = { id: first.id, published: first.published === 1, ownerIds: owners.map(({ id }) => id), roleNames: roles.map(({ name }) => name), embeddedUuid: first.embedded_uuid };
  if (!mayOpen(user, guarded, found, ctx.permissions, hasRoleAccess(ctx))) {
    throw sip40(403, 'DASHBOARD_SECURITY_ACCESS_ERROR', 'You do not have access to this dashboard. Ask one of its owners.', {
      extra: { owners: owners.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()) },
    });
  }
  return { row: first, owners, roles, embeddedUuid: first.embedded_uuid, isFavourite: first.is_favourite === 1, charts: onDashboard, datasets: found };
}

/** Datasets as a dashboard answers them: with the type and name summaries, without owners. */
export async function describeForDashboard(found: readonly DatasetRecord[], datasets: DatasetService): Promise<readonly Dataset[]> {
  const described = await datasets.describeMany(found);
  return described.map((dataset) => ({
    ...dataset,
    column_types: [...new Set(dataset.columns.map(({ type_generic }) => type_generic))],
    column_names: dataset.columns.map(({ column_name }) => column_name),
  }));
}
