import type { User } from '@orrery/sdk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatasetRecord, DatasetService } from '../../dataset/contract.ts';
import { guestOf } from '../../security/contract.ts';
import type { ServerPermissions } from '@orrery/sdk/server';

/** What decides who may open a dashboard. */
export interface GuardedDashboard {
  readonly id: number;
  readonly published: boolean;
  readonly ownerIds: readonly number[];
  /** Names of its roles; they count only with DASHBOARD_RBAC. */
  readonly roleNames: readonly string[];
  readonly embeddedUuid: string | null;
}

/** Ids and uuids of the dashboards a guest's token names. */
function named(user: User): readonly string[] | undefined {
  return guestOf(user)?.resources.filter(({ type }) => type === 'dashboard').map(({ id }) => String(id));
}

/**
 * Dashboards the list shows (contract §1.4): own ones, and published ones with a dataset the user may read, those with
 * roles only to who holds one of them. Guests: those of their token. Alias `t`; undefined means all.
 */
export function listedDashboards(user: User, datasets: DatasetService, hasRoleAccess = false): RawBuilder<unknown> | undefined {
  const guests = named(user);
  if (guests) {
    if (guests.length === 0) return sql`1 = 0`;
    const ids = guests.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
    const byUuid = sql`t.id in (select e.dashboard_id from dashboard_embedded as e where e.uuid in (${sql.join(guests)}))`;
    return ids.length > 0 ? sql`(t.id in (${sql.join(ids)}) or ${byUuid})` : byUuid;
  }
  if (user.isAdmin) return undefined;
  const readable = datasets.accessCondition(user, 'd');
  const withReadable = sql`exists (
    select 1 from dashboard_slices as link inner join slices as s on s.id = link.slice_id inner join ${sql.table('tables')} as d on d.id = s.datasource_id
    where link.dashboard_id = t.id${readable ? sql` and ${readable}` : sql``})`;
  const own = sql`exists (select 1 from dashboard_user as o where o.dashboard_id = t.id and o.user_id = ${user.id})`;
  if (!hasRoleAccess) return sql`(${own} or (t.published = 1 and ${withReadable}))`;
  const roles = Object.keys(user.roles);
  const withoutRoles = sql`not exists (select 1 from dashboard_roles as r where r.dashboard_id = t.id)`;
  const byRole = roles.length > 0 ? sql`exists (select 1 from dashboard_roles as r inner join ab_role as a on a.id = r.role_id where r.dashboard_id = t.id and a.name in (${sql.join(roles)}))` : sql`1 = 0`;
  return sql`(${own} or (t.published = 1 and ((${withoutRoles} and ${withReadable}) or ${byRole})))`;
}

/** Whether a guest's token names a dashboard. */
export function isNamedByGuest(user: User, { id, embeddedUuid }: Pick<GuardedDashboard, 'id' | 'embeddedUuid'>): boolean {
  return named(user)?.some((key) => key === String(id) || (embeddedUuid !== null && key === embeddedUuid)) ?? false;
}

/** Whether a user may open one dashboard: drafts open by link on purpose (contract §1.4). */
export function mayOpen(user: User, dashboard: GuardedDashboard, datasets: readonly DatasetRecord[], permissions: ServerPermissions, hasRoleAccess: boolean): boolean {
  // Nothing else counts for guests, not even what the guest role may read.
  if (guestOf(user)) return isNamedByGuest(user, dashboard);
  if (user.isAdmin || (user.id !== null && dashboard.ownerIds.includes(user.id))) return true;
  if (hasRoleAccess && dashboard.roleNames.length > 0) return dashboard.published && dashboard.roleNames.some((name) => Object.hasOwn(user.roles, name));
  return datasets.length === 0 || datasets.some((dataset) => permissions.canAccessDatasource(user, dataset));
}
