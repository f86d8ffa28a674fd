import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeJwt, SignJWT } from 'jose';
import type { User } from '@orrery/sdk';
import { defineServerPlugin } from '@orrery/sdk/server';
import { ensureFirstAdmin } from '../../kernel/server/auth/first-admin.ts';
import { createTestDatabase, DATABASE_KINDS } from '../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../kernel/server/testing/test-database.ts';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { GuestResources, guestOf } from '../../plugins/app/security/contract.ts';
import { createGuestKeys } from '../../plugins/app/security/server/guests/guest-keys.ts';
import type { SecurityTables } from '../../plugins/app/security/server/tables.ts';
import type { DatasetRecord } from '../../plugins/app/dataset/contract.ts';
import { RowRules } from '../../plugins/data/query/contract.ts';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let database: TestDatabase;
let dataset: number;
let other: number;
const roleIds = new Map<string, number>();

/** Knows one embedded board, and lets the test see who called. */
const embedding = fakePlugin(
  { id: 'embedding', points: { 'security.guest-resources': 1 }, contributes: { 'security.guest-resources': [{ type: 'board' }] } },
  defineServerPlugin({
    activate(ctx) {
      ctx.contribute(GuestResources, 'board', { exists: async (id) => id === '7' || id === 'b0a2d' });
      for (const method of ['GET', 'POST'] as const) {
        ctx.route({ method, path: '/api/v1/whoami/', permission: null, csrf: false, handler: ({ user }) => ({ username: user.username, guest: guestOf(user) ?? null, roles: Object.keys(user.roles), isAnonymous: user.isAnonymous }) });
      }
    },
  }),
);

interface List {
  readonly count: number;
  readonly ids: readonly number[];
  readonly result: readonly Record<string, unknown>[];
}
const send = (method: string, path: string, json: unknown, client: TestClient = app.admin) => client.request(method, path, { json });
const list = async (path: string, q: unknown = {}): Promise<List> => (await app.admin.get(withQ(path, q))).json as List;
const created = async (path: string, json: unknown): Promise<number> => {
  const answer = await send('POST', path, json);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return (answer.json as { id: number }).id;
};
const pairId = async (action: string, subject: string): Promise<number> => {
  const { result } = await list('/api/v1/security/permissions-resources/', { filters: [{ col: 'action', opr: 'eq', value: action }, { col: 'subject', opr: 'eq', value: subject }] });
  return Number(result[0]?.['id']);
};
const pairsOf = async (role: number): Promise<readonly { id: number; permission_name: string; view_menu_name: string }[]> =>
  ((await app.admin.get(`/api/v1/security/roles/${role}/permissions/`)).json as { result: { id: number; permission_name: string; view_menu_name: string }[] }).result;
const newRole = (name: string) => created('/api/v1/security/roles/', { name });
const newUser = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; client: TestClient }> => {
  const id = await created('/api/v1/security/users/', { username: name, first_name: name, last_name: 'Test', email: `${name}@test.invalid`, password: `secret-${name}`, ...more });
  const client = app.client();
  await client.login(name);
  return { id, client };
};
const rulesOf = async (user: User, id: number) => (await app.kernel.runtime.points.load(RowRules, 'security')).rulesFor(user, { id } as DatasetRecord);
const userOf = async (id: number): Promise<User> => (await app.kernel.permissions.userOf(id, await app.kernel.permissions.version())) as User;

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    app = await startApp({ more: ['data/query', 'app/security'], extra: [embedding], config: { featureFlags: { EMBEDDED_SUPERSET: true }, ...(database.url ? { metadataUrl: database.url } : {}) } });
    const sales = await addSalesDatabase(app);
    dataset = await addDataset(app, sales, 'sales');
    other = await addDataset(app, sales, 'regions');
    for (const row of (await list('/api/v1/security/roles/')).result) roleIds.set(String(row['name']), Number(row['id']));
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  describe('[SEC-01] stock roles', () => {
    const reads = {
      chart: '/api/v1/chart/', dashboard: '/api/v1/dashboard/', dataset: '/api/v1/dataset/', database: '/api/v1/database/', explore: '/api/v1/explore/form_data/nothing',
      users: '/api/v1/security/users/', roles: '/api/v1/security/roles/', groups: '/api/v1/security/groups/', pairs: '/api/v1/security/permissions-resources/',
      registrations: '/api/v1/security/user_registrations/', rules: '/api/v1/rowlevelsecurity/',
    };
    const allowed: Readonly<Record<string, readonly (keyof typeof reads)[]>> = {
      Admin: Object.keys(reads) as (keyof typeof reads)[],
      Alpha: ['chart', 'dashboard', 'dataset', 'database', 'explore'],
      Gamma: ['chart', 'dashboard', 'dataset', 'database', 'explore'],
      sql_lab: ['database'],
      Public: [],
    };

    it.each(Object.keys(allowed))('[SEC-20] %s reads what the contract lists and nothing else', async (role) => {
      const { client } = await app.signedIn(`matrix-${role}`, role);
      for (const [name, path] of Object.entries(reads)) {
        const isAllowed = allowed[role]?.includes(name as keyof typeof reads);
        const { status } = await client.get(path);
        expect([role, name, status === 403]).toEqual([role, name, !isAllowed]);
      }
      // Empty bodies: whoever may write is told what is missing.
      for (const path of ['/api/v1/security/users/', '/api/v1/security/roles/', '/api/v1/security/groups/', '/api/v1/rowlevelsecurity/', '/api/v1/security/guest_token/']) {
        expect([role, path, (await send('POST', path, {}, client)).status]).toEqual([role, path, role === 'Admin' ? 400 : 403]);
      }
    });

    it('[SEC-06] [SEC-22] [SEC-23] [SEC-24] hold the documented pairs', async () => {
      const held = async (role: string) => new Set((await pairsOf(roleIds.get(role) as number)).map((pair) => `${pair.permission_name} ${pair.view_menu_name}`));
      const [admin, alpha, gamma, lab, open] = await Promise.all(['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public'].map(held));
      expect([...(alpha ?? [])]).toEqual(expect.arrayContaining(['all_datasource_access all_datasource_access', 'can_write Dataset', 'can_write CssTemplate', 'can_read Annotation', 'menu_access Manage']));
      expect([...(gamma ?? [])]).toEqual(expect.arrayContaining(['can_read Dataset', 'can_write Chart', 'can_write Dashboard', 'can_read Tag']));
      for (const pair of ['can_write Dataset', 'can_write Database', 'all_datasource_access all_datasource_access', 'can_read CssTemplate', 'menu_access SQL Lab', 'can_read User']) expect(gamma?.has(pair)).toBe(false);
      for (const pair of ['can_execute_sql_query SQLLab', 'can_read SavedQuery', 'can_read Query', 'can_sqllab Superset', 'menu_access SQL Lab', 'can_put TabStateView', 'can_read Database']) expect(lab?.has(pair)).toBe(true);
      for (const pair of ['can_grant_guest_token SecurityRestApi', 'can_set_embedded Dashboard', 'all_query_access all_query_access', 'can_read Row Level Security', 'can_read Log', 'menu_access Security']) {
        expect([pair, admin?.has(pair), alpha?.has(pair), gamma?.has(pair), lab?.has(pair)]).toEqual([pair, true, false, false, false]);
      }
      expect(open?.size).toBe(0);
    });

    it('anonymous callers hold the permissions of Public, from the next request on', async () => {
      const anonymous = app.client();
      expect((await anonymous.get('/api/v1/chart/')).status).toBe(401);
      const publicRole = `/api/v1/security/roles/${roleIds.get('Public')}/permissions`;
      await send('POST', publicRole, { permission_view_menu_ids: [await pairId('can_read', 'Chart')] });
      expect(await anonymous.get('/api/v1/chart/')).toMatchObject({ status: 200, json: { count: 0 } });
      await send('POST', publicRole, { permission_view_menu_ids: [] });
      expect((await anonymous.get('/api/v1/chart/')).status).toBe(401);
    });
  });

  describe('[contract §1.9] security/users', () => {
    it('creates, lists, shows, changes and deletes; no answer holds a secret', async () => {
      const body = { username: 'uma', first_name: 'Uma', last_name: 'Um', email: 'uma@test.invalid', password: 'a long secret', roles: [roleIds.get('Gamma')] };
      const answer = await send('POST', '/api/v1/security/users/', body);
      expect(answer).toMatchObject({ status: 201, json: { result: { username: 'uma', roles: [roleIds.get('Gamma')] } } });
      const { id } = answer.json as { id: number };
      const shown = await app.admin.get(`/api/v1/security/users/${id}`);
      expect(shown.json).toMatchObject({ id, result: { username: 'uma', active: true, login_count: 0, last_login: null, roles: [{ name: 'Gamma' }], groups: [] } });
      const found = await list('/api/v1/security/users/', { filters: [{ col: 'username', opr: 'sw', value: 'um' }, { col: 'roles', opr: 'rel_m_m', value: roleIds.get('Gamma') }] });
      expect(found).toMatchObject({ count: 1, ids: [id] });
      const changed = await send('PUT', `/api/v1/security/users/${id}`, { last_name: 'Other', password: 'another secret' });
      expect(changed.json).toEqual({ id, result: { last_name: 'Other' } });
      for (const { text } of [answer, shown, changed, await app.admin.get('/api/v1/security/users/')]) expect(text).not.toMatch(/secret|argon2|password/);
      expect(app.logged.join('')).not.toContain('a long secret');
      expect((await app.admin.request('DELETE', `/api/v1/security/users/${id}`)).json).toEqual({ message: 'OK' });
      expect((await app.admin.get(`/api/v1/security/users/${id}`)).status).toBe(404);
    });

    it('refuses what is wrong, by field', async () => {
      const good = { username: 'vic', first_name: 'V', last_name: 'V', email: 'vic@test.invalid', password: 'long enough' };
      const post = (more: object) => send('POST', '/api/v1/security/users/', { ...good, ...more });
      expect(await post({ nonsense: 1 })).toMatchObject({ status: 400, json: { message: { nonsense: ['Unknown field.'] } } });
      expect(await post({ email: 'nobody' })).toMatchObject({ status: 400, json: { message: { email: ['Not a valid email address.'] } } });
      expect(await post({ first_name: ' ' })).toMatchObject({ status: 400, json: { message: { first_name: ['Shorter than minimum length 1.'] } } });
      expect(await post({ password: 'short' })).toMatchObject({ status: 422, json: { message: { password: ['Shorter than minimum length 8.'] } } });
      expect(await post({ password: 'VIC@test.invalid' })).toMatchObject({ status: 422, json: { message: { password: ['Must differ from the user name and the e-mail address.'] } } });
      expect(await post({ username: 'ROOT' })).toMatchObject({ status: 422, json: { message: { username: ['Already exists.'] } } });
      expect(await post({ roles: [9999] })).toMatchObject({ status: 422, json: { message: { roles: ['Unknown ids: 9999'] } } });
      expect((await list('/api/v1/security/users/', { filters: [{ col: 'username', opr: 'eq', value: 'vic' }] })).count).toBe(0);
    });

    it('[contract §0.3] a new password or switching off ends sessions and tokens at once', async () => {
      const { id, client } = await newUser('wim', { roles: [roleIds.get('Gamma')] });
      const login = async () => ((await app.client().request('POST', '/api/v1/security/login', { json: { username: 'wim', password: 'secret-wim', provider: 'db' }, csrf: false })).json as { access_token: string }).access_token;
      const bearer = { authorization: `Bearer ${await login()}` };
      expect([(await client.get('/api/v1/chart/')).status, (await app.client().get('/api/v1/chart/', bearer)).status]).toEqual([200, 200]);
      await send('PUT', `/api/v1/security/users/${id}`, { password: 'quite different' });
      expect([(await client.get('/api/v1/chart/')).status, (await app.client().get('/api/v1/chart/', bearer)).status]).toEqual([401, 401]);
      await send('PUT', `/api/v1/security/users/${id}`, { password: 'secret-wim' });
      await client.login('wim');
      expect((await client.get('/api/v1/chart/')).status).toBe(200);
      await send('PUT', `/api/v1/security/users/${id}`, { active: false });
      expect((await client.get('/api/v1/chart/')).status).toBe(401);
    });

    it('[contract §1.9] PUT /me/ changes the own name and password and keeps only this session', async () => {
      const { client } = await newUser('xen', { roles: [roleIds.get('Gamma')] });
      const second = app.client();
      await second.login('xen');
      expect(await send('PUT', '/api/v1/me/', { first_name: 'Xenia', password: 'brand new secret' }, client)).toMatchObject({ status: 200, json: { result: { first_name: 'Xenia' } } });
      expect((await client.get('/api/v1/me/')).json).toMatchObject({ result: { first_name: 'Xenia', username: 'xen' } });
      expect((await second.get('/api/v1/me/')).status).toBe(401);
      expect((await client.get('/api/v1/me/roles/')).json).toMatchObject({ result: { username: 'xen', roles: { Gamma: expect.arrayContaining([['can_read', 'Chart']]) } } });
    });

    it('registrations are an empty list while registration is off', async () => {
      expect((await app.admin.get('/api/v1/security/user_registrations/')).json).toMatchObject({ count: 0, ids: [], result: [] });
    });
  });

  describe('[contract §1.9] security/roles', () => {
    it('lists pairs, permissions and resources by id', async () => {
      const pairs = await list('/api/v1/security/permissions-resources/', { page_size: 1000 });
      expect(pairs.result).toContainEqual({ id: await pairId('can_read', 'Chart'), permission: { id: expect.any(Number), name: 'can_read' }, view_menu: { id: expect.any(Number), name: 'Chart' } });
      expect((await list('/api/v1/security/permissions/', { page_size: 1000 })).result.map((row) => row['name'])).toContain('can_execute_sql_query');
      expect((await list('/api/v1/security/resources/', { page_size: 1000 })).result.map((row) => row['name'])).toContain('Row Level Security');
    });

    it('a role gets pairs, users and groups; search answers their ids', async () => {
      const role = await newRole('Readers');
      const { id, client } = await newUser('yan');
      expect((await client.get('/api/v1/dashboard/')).status).toBe(403);
      const ids = [await pairId('can_read', 'Dashboard'), await pairId('can_read', 'Chart')];
      expect(await send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: ids })).toMatchObject({ status: 200, json: { result: { permission_view_menu_ids: ids } } });
      expect((await send('PUT', `/api/v1/security/roles/${role}/users`, { user_ids: [id] })).json).toEqual({ result: { user_ids: [id] } });
      expect((await client.get('/api/v1/dashboard/')).status).toBe(200);
      const group = await created('/api/v1/security/groups/', { name: 'Desk' });
      expect((await send('PUT', `/api/v1/security/roles/${role}/groups`, { group_ids: [group] })).json).toEqual({ result: { group_ids: [group] } });
      const found = await list('/api/v1/security/roles/search/', { filters: [{ col: 'name', opr: 'ct', value: 'reader' }], order_column: 'id', order_direction: 'asc' });
      expect(found).toMatchObject({ count: 1, ids: [role], result: [{ id: role, name: 'Readers', user_ids: [id], group_ids: [group] }] });
      expect(new Set(found.result[0]?.['permission_ids'] as number[])).toEqual(new Set(ids));
      expect((await list('/api/v1/security/roles/search/', { filters: [{ col: 'user_ids', opr: 'rel_m_m', value: id }] })).ids).toEqual([role]);
      await send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [ids[1]] });
      expect([(await client.get('/api/v1/dashboard/')).status, (await client.get('/api/v1/chart/')).status]).toEqual([403, 200]);
      expect((await send('PUT', `/api/v1/security/roles/${role}/users`, { user_ids: [9999] })).status).toBe(422);
      expect((await send('PUT', '/api/v1/security/roles/9999/users', { user_ids: [] })).status).toBe(404);
    });

    it('protects stock roles, and names in whatever case', async () => {
      const gamma = `/api/v1/security/roles/${roleIds.get('Gamma')}`;
      expect((await send('PUT', gamma, { name: 'Delta' })).status).toBe(422);
      expect(await app.admin.request('DELETE', gamma)).toMatchObject({ status: 422, json: { message: 'Stock roles cannot be deleted: Gamma' } });
      expect(await send('POST', '/api/v1/security/roles/', { name: 'ADMIN' })).toMatchObject({ status: 422, json: { message: { name: ['Already exists.'] } } });
      expect((await send('POST', `/api/v1/security/roles/${roleIds.get('Admin')}/permissions`, { permission_view_menu_ids: [] })).status).toBe(422);
    });

    it('[SEC-05] grants of data follow the dataset, also when it is renamed', async () => {
      const { id, client } = await newUser('zac', { roles: [roleIds.get('Gamma')] });
      const readable = async () => ((await client.get('/api/v1/dataset/')).json as List).ids;
      expect(await readable()).toEqual([]);
      const role = await newRole('Sales data');
      await send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [await pairId('datasource_access', `[Sales].[sales](id:${dataset})`)] });
      await send('PUT', `/api/v1/security/roles/${role}/users`, { user_ids: [id] });
      expect(await readable()).toEqual([dataset]);
      await send('PUT', `/api/v1/dataset/${dataset}`, { table_name: 'sales of 2024' });
      const record = { id: dataset, table_name: 'sales of 2024', schema: 'main', catalog: null, database: { id: 1, database_name: 'Sales' } };
      expect(app.kernel.permissions.canAccessDatasource(await userOf(id), record)).toBe(true);
      expect((await pairsOf(role)).map(({ view_menu_name }) => view_menu_name)).toEqual([`[Sales].[sales of 2024](id:${dataset})`]);
      expect(app.kernel.permissions.canAccessDatasource(await userOf(id), { ...record, id: other })).toBe(false);
      await send('PUT', `/api/v1/dataset/${dataset}`, { table_name: 'sales' });
    });
  });

  describe('[contract §1.9] security/groups', () => {
    it('users hold the roles of their groups, until they leave', async () => {
      const { id, client } = await newUser('gil');
      expect((await client.get('/api/v1/chart/')).status).toBe(403);
      const group = await created('/api/v1/security/groups/', { name: 'Analysts', label: 'A', roles: [roleIds.get('Gamma')], users: [id] });
      expect((await client.get('/api/v1/chart/')).status).toBe(200);
      expect((await app.admin.get(`/api/v1/security/groups/${group}`)).json).toMatchObject({ result: { name: 'Analysts', label: 'A', roles: [{ name: 'Gamma' }], users: [{ id, username: 'gil' }] } });
      expect((await app.admin.get(`/api/v1/security/users/${id}`)).json).toMatchObject({ result: { roles: [], groups: [{ id: group, name: 'Analysts' }] } });
      await send('PUT', `/api/v1/security/groups/${group}`, { users: [] });
      expect((await client.get('/api/v1/chart/')).status).toBe(403);
      await send('PUT', `/api/v1/security/users/${id}`, { groups: [group] });
      expect((await client.get('/api/v1/chart/')).status).toBe(200);
      await app.admin.request('DELETE', `/api/v1/security/groups/${group}`);
      expect((await client.get('/api/v1/chart/')).status).toBe(403);
    });
  });

  describe('[promises D.25] the last administrator', () => {
    it('cannot be deleted, switched off or demoted, by any route', async () => {
      // Those of other tests step down first.
      await send('PUT', `/api/v1/security/roles/${roleIds.get('Admin')}/users`, { user_ids: [app.adminId] });
      const me = `/api/v1/security/users/${app.adminId}`;
      const refusals = await Promise.all([
        app.admin.request('DELETE', me),
        app.admin.request('DELETE', withQ('/api/v1/security/users/', [app.adminId])),
        send('PUT', me, { active: false }),
        send('PUT', me, { roles: [roleIds.get('Alpha')] }),
        send('PUT', `/api/v1/security/roles/${roleIds.get('Admin')}/users`, { user_ids: [] }),
      ]);
      for (const refused of refusals) expect(refused).toMatchObject({ status: 422, json: { message: 'This would leave no active administrator. Give another active user the Admin role first.' } });
      expect((await app.admin.get(me)).json).toMatchObject({ result: { active: true, roles: [{ name: 'Admin' }] } });
    });

    it('of two who step down at once one stays, and a group can hold the role', async () => {
      const { id, client } = await newUser('ada', { roles: [roleIds.get('Admin')] });
      const alpha = [roleIds.get('Alpha')];
      const statuses = await Promise.all([send('PUT', `/api/v1/security/users/${id}`, { roles: alpha }, client), send('PUT', `/api/v1/security/users/${app.adminId}`, { roles: alpha }, app.admin)]);
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 422]);
      const left = (await app.admin.get('/api/v1/security/users/')).status === 200 ? app.admin : client;
      const admins = await left.request('POST', '/api/v1/security/groups/', { json: { name: 'Admins', roles: [roleIds.get('Admin')], users: [app.adminId] } });
      const group = (admins.json as { id: number }).id;
      expect((await send('PUT', `/api/v1/security/users/${id}`, { roles: alpha }, left)).status).toBe(200);
      expect((await send('PUT', `/api/v1/security/users/${app.adminId}`, { roles: alpha })).status).toBe(200);
      // A restart finds them too, and makes nobody else an administrator.
      expect(await ensureFirstAdmin(app.kernel.metadata('kernel'), undefined)).toBeUndefined();
      expect((await app.admin.request('DELETE', `/api/v1/security/groups/${group}`)).status).toBe(422);
      expect((await send('PUT', `/api/v1/security/groups/${group}`, { users: [] })).status).toBe(422);
      expect((await send('PUT', `/api/v1/security/users/${app.adminId}`, { roles: [roleIds.get('Admin')] })).status).toBe(200);
      expect((await app.admin.request('DELETE', `/api/v1/security/groups/${group}`)).status).toBe(200);
    });
  });

  describe('[contract §4.6] row-level security', () => {
    const rule = (more: object) => ({ name: 'north', filter_type: 'Regular', tables: [dataset], roles: [roleIds.get('Gamma')], clause: "region = 'north'", ...more });

    it('[SEC-17] is created, listed, changed, deleted', async () => {
      const answer = await send('POST', '/api/v1/rowlevelsecurity/', rule({ description: 'Why', group_key: 'g' }));
      expect(answer).toMatchObject({ status: 201, json: { result: { name: 'north', tables: [dataset] } } });
      const { id } = answer.json as { id: number };
      expect((await list('/api/v1/rowlevelsecurity/', { filters: [{ col: 'tables', opr: 'rel_m_m', value: dataset }] })).result).toEqual([
        {
          id, name: 'north', filter_type: 'Regular', tables: [{ id: dataset, schema: 'main', table_name: 'sales' }], roles: [{ id: roleIds.get('Gamma'), name: 'Gamma' }],
          clause: "region = 'north'", group_key: 'g', changed_on_delta_humanized: 'now', changed_by: { id: app.adminId, first_name: 'root', last_name: 'Test' },
        },
      ]);
      expect((await app.admin.get(`/api/v1/rowlevelsecurity/${id}`)).json).toMatchObject({ result: { description: 'Why' } });
      expect((await app.admin.get('/api/v1/rowlevelsecurity/related/tables')).json).toMatchObject({ count: 2, result: expect.arrayContaining([{ value: dataset, text: 'sales', extra: {} }]) });
      expect((await send('PUT', `/api/v1/rowlevelsecurity/${id}`, { clause: 'amount > 10' })).status).toBe(200);
      expect((await app.admin.request('DELETE', withQ('/api/v1/rowlevelsecurity/', [id]))).json).toEqual({ message: 'Deleted 1 rule' });
    });

    it('refuses bad bodies and clauses that could leave their brackets', async () => {
      const post = (more: object) => send('POST', '/api/v1/rowlevelsecurity/', rule(more));
      expect((await post({ tables: [] })).status).toBe(400);
      expect((await post({ filter_type: 'Other' })).status).toBe(400);
      expect(await post({ tables: [9999] })).toMatchObject({ status: 422, json: { message: { tables: ['Unknown ids: 9999'] } } });
      expect(await post({ roles: [9999] })).toMatchObject({ status: 422, json: { message: { roles: ['Unknown ids: 9999'] } } });
      for (const clause of ['', '1 = 1) or (1 = 1', '1 = 1; drop table t', '1 = 1 -- x', "region = 'north"]) expect([clause, (await post({ clause })).status]).toEqual([clause, 422]);
    });

    it('Regular binds holders of the roles, also by group; Base binds all but them; a change holds for the next lookup', async () => {
      const { id } = await newUser('rob');
      const group = await created('/api/v1/security/groups/', { name: 'North', roles: [roleIds.get('Gamma')], users: [id] });
      const regular = await created('/api/v1/rowlevelsecurity/', rule({ group_key: 'region' }));
      const base = await created('/api/v1/rowlevelsecurity/', rule({ name: 'small', filter_type: 'Base', roles: [roleIds.get('Alpha')], clause: 'amount < 100' }));
      const everyone = await created('/api/v1/rowlevelsecurity/', rule({ name: 'all', filter_type: 'Base', roles: [], clause: '1 = 1', tables: [dataset, other] }));
      const alpha = await app.signedIn('alpha-rows', 'Alpha');
      expect(await rulesOf(await userOf(id), dataset)).toEqual([
        { clause: "region = 'north'", groupKey: 'region', source: 'north' }, { clause: 'amount < 100', groupKey: null, source: 'small' }, { clause: '1 = 1', groupKey: null, source: 'all' },
      ]);
      expect((await rulesOf(await userOf(id), other)).map(({ source }) => source)).toEqual(['all']);
      expect((await rulesOf(await userOf(alpha.id), dataset)).map(({ source }) => source)).toEqual(['all']);
      expect((await rulesOf(await app.kernel.permissions.anonymous(await app.kernel.permissions.version()), dataset)).map(({ source }) => source)).toEqual(['small', 'all']);

      await send('PUT', `/api/v1/rowlevelsecurity/${regular}`, { clause: "region = 'south'" });
      expect((await rulesOf(await userOf(id), dataset))[0]?.clause).toBe("region = 'south'");
      await app.admin.request('DELETE', `/api/v1/security/groups/${group}`);
      expect((await rulesOf(await userOf(id), dataset)).map(({ source }) => source)).toEqual(['small', 'all']);
      await app.admin.request('DELETE', withQ('/api/v1/rowlevelsecurity/', [regular, base, everyone]));
      expect(await rulesOf(await userOf(id), dataset)).toEqual([]);
    });

    it('asks the database once, and again only after a change', async () => {
      const { id } = await newUser('sam', { roles: [roleIds.get('Gamma')] });
      const rule1 = await created('/api/v1/rowlevelsecurity/', rule({}));
      const user = await userOf(id);
      const reads = vi.spyOn(app.kernel.metadata('security').db().getExecutor(), 'executeQuery');
      const first = await Promise.all(Array.from({ length: 20 }, () => rulesOf(user, dataset)));
      expect(first.flat()).toHaveLength(20);
      expect(reads).toHaveBeenCalledTimes(1);
      for (const table of [dataset, other]) await rulesOf(user, table);
      expect(reads).toHaveBeenCalledTimes(1);
      reads.mockRestore();
      await app.admin.request('DELETE', `/api/v1/rowlevelsecurity/${rule1}`);
      expect(await rulesOf(await userOf(id), dataset)).toEqual([]);
    });

    it('holds in chart data, for administrators too', async () => {
      const regions = async (client: TestClient): Promise<unknown> => {
        const query = { columns: ['region'], metrics: [], orderby: [['region', true]], row_limit: 10 };
        const answer = await client.request('POST', '/api/v1/chart/data', { json: { datasource: { id: dataset, type: 'table' }, queries: [query], result_type: 'full', result_format: 'json' } });
        return answer.status === 200 ? (answer.json as { result: { data: { region: string | null }[] }[] }).result[0]?.data.map(({ region }) => region) : answer.text;
      };
      const { client } = await newUser('tom', { roles: [roleIds.get('Alpha')] });
      expect(await regions(client)).toHaveLength(3);
      const id = await created('/api/v1/rowlevelsecurity/', rule({ roles: [roleIds.get('Alpha'), roleIds.get('Admin')] }));
      expect([await regions(client), await regions(app.admin)]).toEqual([['north'], ['north']]);
      await send('PUT', `/api/v1/rowlevelsecurity/${id}`, { clause: "region = 'south'" });
      expect(await regions(client)).toEqual(['south']);
      await app.admin.request('DELETE', `/api/v1/rowlevelsecurity/${id}`);
      expect(await regions(client)).toHaveLength(3);
    });

    it('a role that rules hang on cannot be deleted: its users would see more', async () => {
      const role = await newRole('Bound');
      const id = await created('/api/v1/rowlevelsecurity/', rule({ roles: [role] }));
      expect(await app.admin.request('DELETE', `/api/v1/security/roles/${role}`)).toMatchObject({ status: 422, json: { message: 'There are associated row-level security rules: north. Change them first.' } });
      await app.admin.request('DELETE', `/api/v1/rowlevelsecurity/${id}`);
      expect((await app.admin.request('DELETE', `/api/v1/security/roles/${role}`)).status).toBe(200);
    });
  });

  describe('[SEC-09] guest tokens', () => {
    const ask = (json: object) => send('POST', '/api/v1/security/guest_token/', { user: { username: 'visitor', first_name: 'V', last_name: 'W' }, resources: [{ type: 'board', id: 7 }], rls: [], ...json });
    const tokenFor = async (json: object = {}): Promise<string> => ((await ask(json)).json as { token: string }).token;

    it('are issued with the documented claims for 300 s, and refused for unknown resources', async () => {
      const token = await tokenFor({ rls: [{ clause: 'a = 1' }, { dataset, clause: 'b = 2' }] });
      const claims = decodeJwt(token);
      expect(claims).toMatchObject({ type: 'guest', user: { username: 'visitor' }, resources: [{ type: 'board', id: '7' }], rls_rules: [{ clause: 'a = 1' }, { dataset, clause: 'b = 2' }], aud: 'orrery:embedded' });
      expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
      expect(await ask({ resources: [{ type: 'board', id: 'gone' }] })).toMatchObject({ status: 400, json: { message: 'The board gone does not exist or is not embedded' } });
      expect((await ask({ resources: [{ type: 'planet', id: '7' }] })).status).toBe(400);
      expect((await ask({ rls: [{ clause: '1 = 1) or (1 = 1' }] })).status).toBe(400);
      expect((await ask({ rls: undefined })).status).toBe(400);
    });

    it('make a guest by header or form field, with the permissions of the guest role', async () => {
      const token = await tokenFor({ rls: [{ clause: 'a = 1' }, { dataset, clause: 'b = 2' }] });
      const guest = { username: 'visitor', roles: ['Public'], isAnonymous: false, guest: { resources: [{ type: 'board', id: '7' }], rules: [{ clause: 'a = 1' }, { dataset, clause: 'b = 2' }] } };
      const caller = app.client();
      expect((await caller.get('/api/v1/whoami/', { 'x-guesttoken': token })).json).toEqual(guest);
      expect((await caller.request('POST', '/api/v1/whoami/', { form: { guest_token: token }, csrf: false })).json).toEqual(guest);
      expect((await caller.get('/api/v1/whoami/')).json).toMatchObject({ isAnonymous: true, guest: null });
      expect((await caller.get('/api/v1/chart/', { 'x-guesttoken': token })).status).toBe(403);
      await send('POST', `/api/v1/security/roles/${roleIds.get('Public')}/permissions`, { permission_view_menu_ids: [await pairId('can_read', 'Chart')] });
      expect((await caller.get('/api/v1/chart/', { 'x-guesttoken': token })).status).toBe(200);
      expect((await caller.get('/api/v1/me/roles/', { 'x-guesttoken': token })).json).toMatchObject({ result: { username: 'visitor', isAnonymous: false, roles: { Public: [['can_read', 'Chart']] } } });
      await send('POST', `/api/v1/security/roles/${roleIds.get('Public')}/permissions`, { permission_view_menu_ids: [] });
      expect((await send('PUT', '/api/v1/me/', { first_name: 'X' }, caller)).status).toBe(401);
    });

    it('[CVE-2022-43719] do not spare forms of other sites the CSRF token', async () => {
      const form = { guest_token: await tokenFor(), username: 'root', password: 'secret-root' };
      expect((await app.client().request('POST', '/login/', { form, csrf: false })).status).toBe(400);
    });

    it('carry their row rules, beside those of their role', async () => {
      const token = await tokenFor({ rls: [{ clause: 'a = 1' }, { dataset, clause: 'b = 2' }] });
      const user = (await app.kernel.auth.identify({ path: '/', headers: { 'x-guesttoken': token }, ip: '', origin: '' })).user;
      expect((await rulesOf(user, dataset)).map(({ clause }) => clause)).toEqual(['a = 1', 'b = 2']);
      expect((await rulesOf(user, other)).map(({ clause }) => clause)).toEqual(['a = 1']);
    });

    it('[promises D.2] keys are made by this deployment, shared by its processes, sealed and renewed', async () => {
      let time = Date.now();
      const ring = () => createGuestKeys(app.kernel.metadata('security'), app.kernel.secrets, () => time);
      const first = await ring().current();
      expect((await ring().current()).kid).toBe(first.kid);
      expect(Buffer.from(first.secret)).toHaveLength(32);
      const stored = JSON.stringify(await app.kernel.metadata('security').db<SecurityTables>().selectFrom('security_guest_key').selectAll().execute());
      expect(stored).not.toContain(Buffer.from(first.secret).toString('base64'));
      time += 90.5 * 24 * 60 * 60_000;
      const second = await ring().current();
      expect(second.kid).not.toBe(first.kid);
      expect((await ring().find(first.kid))?.kid).toBe(first.kid);
      time += 91 * 24 * 60 * 60_000;
      await ring().current();
      expect([await ring().find(first.kid), (await ring().find(second.kid))?.kid]).toEqual([undefined, second.kid]);
    });

    it('[promises D.2] forged, foreign and expired ones are refused', async () => {
      const caller = app.client();
      const status = async (token: string) => (await caller.get('/api/v1/whoami/', { 'x-guesttoken': token })).status;
      const token = await tokenFor();
      expect(await status(token)).toBe(200);
      const [header, payload, signature] = token.split('.') as [string, string, string];
      const richer = Buffer.from(JSON.stringify({ ...decodeJwt(token), resources: [{ type: 'board', id: '1' }] })).toString('base64url');
      const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      const kid = (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
      const defaultSecret = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from('test-guest-secret-change-me'));
      const { access_token: access } = (await app.client().request('POST', '/api/v1/security/login', { json: { username: 'root', password: 'secret-root', provider: 'db' }, csrf: false })).json as { access_token: string };
      for (const bad of [`${header}.${richer}.${signature}`, `${none}.${payload}.`, defaultSecret, access, 'nonsense']) expect(await status(bad)).toBe(401);
      expect((await caller.get('/api/v1/whoami/', { authorization: `Bearer ${token}` })).status).toBe(401);
      expect(app.logged.join('')).not.toContain(signature);
    });
  });
});
