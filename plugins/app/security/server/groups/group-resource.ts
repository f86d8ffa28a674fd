import type { JsonSchema } from '@orrery/sdk';
import type { ResourceContext, ResourceDefinition, StoredRow, WritePlan } from '@orrery/sdk/server';
import { requireAdminLeft } from '../access/require-admin-left.ts';
import { requireFree } from '../access/require-free.ts';
import { requireKnown } from '../access/require-known.ts';
import { takeOut } from '../access/take-out.ts';
import { touchSecurity } from '../access/touch-security.ts';

type Input = Readonly<Record<string, unknown>>;

const ids: JsonSchema = { type: 'array', items: { type: 'integer' } };
const properties = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  label: { type: ['string', 'null'], maxLength: 150 },
  description: { type: ['string', 'null'], maxLength: 512 },
  roles: ids,
  users: ids,
};
const LEAVING = { table: 'ab_group', name: 'name', links: [['ab_user_group', 'group_id'], ['ab_group_role', 'group_id']] } as const;
const COLUMNS = ['id', 'name', 'label', 'description', 'roles.id', 'roles.name', 'users.id', 'users.username'];

async function planOf(input: Input, row: StoredRow | undefined, { db }: ResourceContext): Promise<WritePlan> {
  const values: Record<string, string | null> = {};
  for (const field of ['name', 'label', 'description'] as const) if (field in input) values[field] = (input[field] as string | null) ?? null;
  if ('name' in values) await requireFree(db, 'ab_group', 'name', values['name'], row && Number(row['id']));
  return {
    values,
    links: {
      ...(input['roles'] ? { roles: await requireKnown(db, 'ab_role', 'roles', input['roles']) } : {}),
      ...(input['users'] ? { users: await requireKnown(db, 'ab_user', 'users', input['users']) } : {}),
    },
  };
}

/** REST resource `security/groups`: users hold the roles of their groups. */
export function groupResource(): ResourceDefinition {
  return {
    name: 'security/groups',
    view: 'Group',
    noun: ['group', 'groups'],
    table: 'ab_group',
    audit: false,
    fields: {
      id: { kind: 'integer' },
      name: { kind: 'text' },
      label: { kind: 'text' },
      description: { kind: 'text' },
      roles: { relation: 'many', table: 'ab_role', through: { table: 'ab_group_role', local: 'group_id', target: 'role_id' }, columns: { id: 'id', name: 'name' }, text: ['name'] },
      users: {
        relation: 'many', table: 'ab_user', through: { table: 'ab_user_group', local: 'group_id', target: 'user_id' },
        columns: { id: 'id', username: 'username' }, text: ['first_name', 'last_name'], extra: { active: 'active', email: 'email' },
      },
    },
    listColumns: COLUMNS,
    showColumns: COLUMNS,
    orderColumns: { id: 'id', name: 'name', label: 'label', description: 'description' },
    defaultOrder: ['name', 'asc'],
    searchColumns: ['id', 'name', 'label', 'description', 'roles', 'users'],
    editable: () => true,
    create: {
      body: { type: 'object', additionalProperties: false, required: ['name'], properties },
      plan: (input, context) => planOf(input, undefined, context),
      after: (_id, _input, { db }) => touchSecurity(db),
    },
    update: {
      body: { type: 'object', additionalProperties: false, properties },
      plan: planOf,
      async after(_id, _input, _row, { db }) {
        await touchSecurity(db);
        await requireAdminLeft(db);
      },
    },
    remove: {
      async before(groups, { db }) {
        await takeOut(db, LEAVING, groups);
        await touchSecurity(db);
        await requireAdminLeft(db);
      },
    },
  };
}
