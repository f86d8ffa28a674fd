import type { JsonSchema } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, StoredRow, WritePlan } from '@orrery/sdk/server';
import { requireAdminLeft } from '../access/require-admin-left.ts';
import { requireFree } from '../access/require-free.ts';
import { requireKnown } from '../access/require-known.ts';
import { takeOut } from '../access/take-out.ts';
import { touchSecurity } from '../access/touch-security.ts';
import { hashPassword, passwordProblem } from './password-rules.ts';

type Input = Readonly<Record<string, unknown>>;

const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 };
const ids: JsonSchema = { type: 'array', items: { type: 'integer' } };
const properties = {
  username: { type: 'string', minLength: 1, maxLength: 128 },
  first_name: name,
  last_name: name,
  email: { type: 'string', minLength: 1, maxLength: 250 },
  password: { type: 'string' },
  active: { type: 'boolean' },
  roles: ids,
  groups: ids,
};
const TEXTS = ['username', 'first_name', 'last_name', 'email'] as const;
const LEAVING = { table: 'ab_user', name: 'username', links: [['ab_user_role', 'user_id'], ['ab_user_group', 'user_id']] } as const;
const COLUMNS = ['id', ...TEXTS, 'active', 'login_count', 'last_login', 'created_on', 'changed_on', 'roles.id', 'roles.name', 'groups.id', 'groups.name'];

async function planOf(input: Input, row: StoredRow | undefined, context: ResourceContext): Promise<WritePlan> {
  const values: Record<string, string | number | null> = { changed_on: context.now };
  const ownId = row && Number(row['id']);
  for (const field of TEXTS) if (field in input) values[field] = String(input[field]).trim();
  const empty = TEXTS.find((field) => values[field] === '');
  if (empty) throw new HttpError(400, { message: { [empty]: ['Shorter than minimum length 1.'] } });
  const { username = row?.['username'], email = row?.['email'] } = values;
  if ('email' in values && !/^\S+@\S+$/.test(String(email))) throw new HttpError(400, { message: { email: ['Not a valid email address.'] } });
  for (const field of ['username', 'email'] as const) if (field in values) await requireFree(context.db, 'ab_user', field, values[field], ownId);
  if ('active' in input) values['active'] = input['active'] ? 1 : 0;
  if (input['password'] !== undefined) {
    const problem = passwordProblem(input['password'] as string, [String(username), String(email)]);
    if (problem) throw new HttpError(422, { message: { password: [problem] } });
    values['password_hash'] = await hashPassword(input['password'] as string);
  }
  return {
    values,
    links: {
      ...(input['roles'] ? { roles: await requireKnown(context.db, 'ab_role', 'roles', input['roles']) } : {}),
      ...(input['groups'] ? { groups: await requireKnown(context.db, 'ab_group', 'groups', input['groups']) } : {}),
    },
  };
}

/** The body as answered: no password leaves the server. */
function echo({ password: _secret, ...rest }: Input): { readonly result: Input } {
  return { result: rest };
}

/** REST resource `security/users`. */
export function userResource(): ResourceDefinition {
  return {
    name: 'security/users',
    view: 'User',
    noun: ['user', 'users'],
    table: 'ab_user',
    audit: false,
    fields: {
      id: { kind: 'integer' },
      username: { kind: 'text' },
      first_name: { kind: 'text' },
      last_name: { kind: 'text' },
      email: { kind: 'text' },
      active: { kind: 'boolean' },
      login_count: { kind: 'integer' },
      last_login: { kind: 'datetime' },
      created_on: { kind: 'datetime' },
      changed_on: { kind: 'datetime' },
      roles: { relation: 'many', table: 'ab_role', through: { table: 'ab_user_role', local: 'user_id', target: 'role_id' }, columns: { id: 'id', name: 'name' }, text: ['name'] },
      groups: { relation: 'many', table: 'ab_group', through: { table: 'ab_user_group', local: 'user_id', target: 'group_id' }, columns: { id: 'id', name: 'name' }, text: ['name'] },
    },
    listColumns: COLUMNS,
    showColumns: COLUMNS,
    orderColumns: Object.fromEntries(['id', ...TEXTS, 'active', 'login_count', 'last_login', 'created_on', 'changed_on'].map((column) => [column, column])),
    defaultOrder: ['id', 'asc'],
    searchColumns: ['id', ...TEXTS, 'active', 'login_count', 'last_login', 'created_on', 'changed_on', 'roles', 'groups'],
    // The pair on the view decides; there are no owners of users.
    editable: () => true,
    create: {
      body: { type: 'object', additionalProperties: false, required: [...TEXTS, 'password'], properties },
      async plan(input, context) {
        const plan = await planOf(input, undefined, context);
        return { ...plan, values: { active: 1, created_on: context.now, last_login: null, login_count: 0, ...plan.values } };
      },
      async after(_id, input, { db }) {
        await touchSecurity(db);
        return echo(input);
      },
    },
    update: {
      body: { type: 'object', additionalProperties: false, properties },
      plan: planOf,
      async after(id, input, _row, { db }) {
        await touchSecurity(db);
        await requireAdminLeft(db);
        if (input['password'] !== undefined || input['active'] === false) await db.deleteFrom('session').where('user_id', '=', id).execute();
        return echo(input);
      },
    },
    remove: {
      async before(users, { db }) {
        await takeOut(db, LEAVING, users);
        await touchSecurity(db);
        await requireAdminLeft(db);
      },
    },
  };
}
