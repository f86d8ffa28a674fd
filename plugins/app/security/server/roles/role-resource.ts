import type { JsonSchema } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, RouteDefinition, StoredRow, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { requireFree } from '../access/require-free.ts';
import { takeOut } from '../access/take-out.ts';
import { touchSecurity } from '../access/touch-security.ts';
import { STOCK_ROLES } from './stock-roles.ts';

const LEAVING = { table: 'ab_role', name: 'name', links: [['ab_permission_role', 'role_id'], ['ab_user_role', 'role_id'], ['ab_group_role', 'role_id']] } as const;
const body: JsonSchema = { type: 'object', additionalProperties: false, required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 64 } } };

async function planOf(input: Readonly<Record<string, unknown>>, row: StoredRow | undefined, { db }: ResourceContext): Promise<WritePlan> {
  const name = String(input['name']).trim();
  if (row && STOCK_ROLES.includes(String(row['name'])) && name !== row['name']) {
    throw new HttpError(422, { message: { name: [`${String(row['name'])} is a stock role and keeps its name. Create a role of your own instead.`] } });
  }
  await requireFree(db, 'ab_role', 'name', name, row && Number(row['id']));
  return { values: { name } };
}

/** Readies roles for their delete; refuses stock roles, and roles whose users would then see more rows. */
async function releaseRoles(ids: readonly number[], { db }: ResourceContext): Promise<void> {
  const roles = await db.selectFrom('ab_role').select(['id', 'name']).where('id', 'in', ids).execute();
  const stock = roles.filter(({ name }) => STOCK_ROLES.includes(String(name)));
  if (stock.length > 0) throw new HttpError(422, `Stock roles cannot be deleted: ${stock.map(({ name }) => name).join(', ')}`);
  const { rows } = await sql<{ name: string }>`select distinct f.name from row_level_security_filters as f join rls_filter_roles as l on l.rls_filter_id = f.id where l.role_id in (${sql.join(ids)}) order by 1`.execute(db);
  if (rows.length > 0) throw new HttpError(422, `There are associated row-level security rules: ${rows.map(({ name }) => name).join(', ')}. Change them first.`);
  await takeOut(db, LEAVING, ids);
  await touchSecurity(db);
}

/** REST resource `security/roles`. `routes` set what a role holds and who holds it. */
export function roleResource(routes: readonly RouteDefinition[]): ResourceDefinition {
  return {
    name: 'security/roles',
    view: 'Role',
    noun: ['role', 'roles'],
    table: 'ab_role',
    audit: false,
    fields: { id: { kind: 'integer' }, name: { kind: 'text' } },
    listColumns: ['id', 'name'],
    showColumns: ['id', 'name'],
    orderColumns: { id: 'id', name: 'name' },
    defaultOrder: ['id', 'asc'],
    searchColumns: ['id', 'name'],
    editable: () => true,
    create: { body, plan: (input, context) => planOf(input, undefined, context), after: (_id, _input, { db }) => touchSecurity(db) },
    update: { body, plan: planOf, after: (_id, _input, _row, { db }) => touchSecurity(db) },
    remove: { before: releaseRoles },
    routes,
  };
}
