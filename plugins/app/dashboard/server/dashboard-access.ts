import type { User } from '@orrery/sdk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatasetRecord, DatasetService } from '../../dataset/contract.ts';
import type { ServerPermissions } from '@orrery/sdk/server';

/** Dashboards the list shows (contract §1.4): own ones, and published ones with a dataset the user may read. Alias `t`; undefined means all. */
export function listedDashboards(user: User, datasets: DatasetService): RawBuilder<unknown> | undefined {
  if (user.isAdmin) return undefined;
  const readable = datasets.accessCondition(user, 'd');
  const withReadable = sql`exists (
    select 1 from dashboard_slices as link inner join slices as s on s.id = link.slice_id inner join ${sql.table('tables')} as d on d.id = s.datasource_id
    where link.dashboard_id = t.id${readable ? sql` and ${readable}` : sql``})`;
  const own = sql`exists (select 1 from dashboard_user as o where o.dashboard_id = t.id and o.user_id = ${user.id})`;
  return sql`(${own} or (t.published = 1 and ${withReadable}))`;
}

/** Whether a user may open one dashboard: drafts open by link on purpose (contract §1.4). */
export function mayOpen(user: User, ownerIds: readonly number[], datasets: readonly DatasetRecord[], permissions: ServerPermissions): boolean {
  if (user.isAdmin || (user.id !== null && ownerIds.includes(user.id))) return true;
  return datasets.length === 0 || datasets.some((dataset) => permissions.canAccessDatasource(user, dataset));
}
