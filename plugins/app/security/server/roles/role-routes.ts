import type { Kysely } from 'kysely';
import type { JsonSchema } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest, MetadataStore, RouteDefinition } from '@orrery/sdk/server';
import { requireAdminLeft } from '../access/require-admin-left.ts';
import { requireKnown } from '../access/require-known.ts';
import { touchSecurity } from '../access/touch-security.ts';
import type { SecurityTables } from '../tables.ts';

type Db = Kysely<SecurityTables>;
type Role = { readonly id: number; readonly name: string };

async function roleOf(db: Db, request: Pick<HttpRequest, 'params'>): Promise<Role> {
  const pk = request.params['pk'] ?? '';
  const role = /^\d{1,9}$/.test(pk) ? await db.selectFrom('ab_role').select(['id', 'name']).where('id', '=', Number(pk)).executeTakeFirst() : undefined;
  if (!role) throw new HttpError(404, 'Not found');
  return role;
}

/** Replaces all pairs of a role. Admin holds every pair, so nothing is stored for it. */
async function setPairs(db: Db, role: Role, ids: readonly number[]): Promise<void> {
  await requireKnown(db, 'security_pair', 'permission_view_menu_ids', ids);
  const chosen = new Set(ids);
  const pairs = (await db.selectFrom('security_pair').select(['id', 'action', 'subject']).execute()).filter(({ id }) => chosen.has(id));
  if (role.name === 'Admin') {
    const all = await db.selectFrom('security_pair').select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (pairs.length < Number(all.count)) throw new HttpError(422, 'The role Admin holds every permission; none can be taken away. Use another role for fewer.');
    return;
  }
  await db.deleteFrom('ab_permission_role').where('role_id', '=', role.id).execute();
  // In parts: databases limit how many values one statement takes.
  for (let at = 0; at < pairs.length; at += 200) {
    await db.insertInto('ab_permission_role').values(pairs.slice(at, at + 200).map(({ action, subject }) => ({ role_id: role.id, action, subject }))).onConflict((conflict) => conflict.doNothing()).execute();
  }
}

async function setUsers(db: Db, role: Role, ids: readonly number[]): Promise<void> {
  const users = await requireKnown(db, 'ab_user', 'user_ids', ids);
  await db.deleteFrom('ab_user_role').where('role_id', '=', role.id).execute();
  for (const user_id of users) await db.insertInto('ab_user_role').values({ user_id, role_id: role.id }).onConflict((conflict) => conflict.doNothing()).execute();
}

async function setGroups(db: Db, role: Role, ids: readonly number[]): Promise<void> {
  const groups = await requireKnown(db, 'ab_group', 'group_ids', ids);
  await db.deleteFrom('ab_group_role').where('role_id', '=', role.id).execute();
  for (const group_id of groups) await db.insertInto('ab_group_role').values({ group_id, role_id: role.id }).onConflict((conflict) => conflict.doNothing()).execute();
}

/** What a role holds and who holds it: `/<id>/permissions`, `/<id>/users`, `/<id>/groups` below `security/roles`. */
export function roleRoutes(metadata: MetadataStore): readonly RouteDefinition[] {
  const setter = (method: 'POST' | 'PUT', path: string, field: string, set: (db: Db, role: Role, ids: readonly number[]) => Promise<void>): RouteDefinition => {
    const body: JsonSchema = { type: 'object', additionalProperties: false, required: [field], properties: { [field]: { type: 'array', items: { type: 'integer' } } } };
    return {
      method, path, body,
      permission: ['can_write', 'Role'],
      async handler(request) {
        const ids = (request.body as Record<string, readonly number[]>)[field] ?? [];
        await metadata.transaction<SecurityTables, void>(async (db) => {
          const role = await roleOf(db, request);
          await set(db, role, ids);
          await touchSecurity(db);
          await requireAdminLeft(db);
        });
        return { result: { [field]: ids } };
      },
    };
  };
  return [
    {
      method: 'GET',
      path: '/:pk/permissions/',
      permission: ['can_read', 'Role'],
      async handler(request) {
        const db = metadata.db<SecurityTables>();
        const { id } = await roleOf(db, request);
        const pairs = await db
          .selectFrom('security_role_pair')
          .innerJoin('security_pair', 'security_pair.id', 'security_role_pair.id')
          .select(['security_pair.id', 'action', 'subject'])
          .where('role_id', '=', id)
          .orderBy('security_pair.id')
          .execute();
        return { result: pairs.map((pair) => ({ id: pair.id, permission_name: pair.action, view_menu_name: pair.subject })) };
      },
    },
    setter('POST', '/:pk/permissions', 'permission_view_menu_ids', setPairs),
    setter('PUT', '/:pk/users', 'user_ids', setUsers),
    setter('PUT', '/:pk/groups', 'group_ids', setGroups),
  ];
}
