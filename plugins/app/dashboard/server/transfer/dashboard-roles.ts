import type { Kysely } from 'kysely';
import type { ImportContext } from '../../../import-export/contract.ts';
import type { DashboardTables } from '../../contract.ts';

type Db = Kysely<DashboardTables & { ab_role: { id: number; name: string } }>;

/** Names of the roles each of the dashboards is open to, in their order; those open to no role in particular are left out. */
export async function rolesOf(db: Kysely<DashboardTables>, dashboards: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  if (dashboards.length === 0) return new Map();
  const rows = await (db as unknown as Db)
    .selectFrom('dashboard_roles as l')
    .innerJoin('ab_role as r', 'r.id', 'l.role_id')
    .select(['l.dashboard_id', 'r.name'])
    .where('l.dashboard_id', 'in', [...dashboards])
    .orderBy('r.name')
    .execute();
  const names = new Map<number, string[]>();
  for (const { dashboard_id, name } of rows) names.set(dashboard_id, [...(names.get(dashboard_id) ?? []), name]);
  return names;
}

/**
 * Opens a dashboard to the roles a file names, and to no other. Roles that are not here are left out. When none is, the
 * dashboard becomes a draft: what was meant for a few must not be open to everybody who reads its data.
 */
export async function writeRoles(id: number, names: unknown, context: ImportContext): Promise<void> {
  if (!Array.isArray(names)) return;
  const db = context.db.as<DashboardTables & { ab_role: { id: number; name: string } }>();
  const wanted = [...new Set(names.map(String))];
  const known = wanted.length === 0 ? [] : await db.selectFrom('ab_role').select(['id', 'name']).where('name', 'in', wanted).execute();
  const missing = wanted.filter((name) => !known.some((role) => role.name === name));
  if (missing.length > 0) context.warn(`These roles are not here and were left out: ${missing.join(', ')}.`);
  await db.deleteFrom('dashboard_roles').where('dashboard_id', '=', id).execute();
  for (const { id: role_id } of known) await db.insertInto('dashboard_roles').values({ dashboard_id: id, role_id }).execute();
  if (wanted.length > 0 && known.length === 0) {
    context.warn('None of its roles is here: the dashboard was imported as a draft. Choose its roles and publish it.');
    await db.updateTable('dashboards').set({ published: 0 }).where('id', '=', id).execute();
  }
}
