import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineServerPlugin } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { fakePlugin, startTestKernel } from '../testing/start-test-kernel.ts';
import type { TestKernel } from '../testing/start-test-kernel.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { safeNext } from './safe-next.ts';

let test: TestKernel;
const plugin = fakePlugin({ id: 'thing' }, defineServerPlugin({
  activate(ctx) {
    ctx.permissions.declare([{ pair: ['can_read', 'Thing'], roles: ['Gamma'] }, { pair: ['can_write', 'Thing'], roles: ['Gamma'] }]);
    ctx.route({ method: 'GET', path: '/api/v1/thing/', permission: ['can_read', 'Thing'], handler: ({ user }) => ({ user: user.username }) });
    ctx.route({ method: 'POST', path: '/api/v1/thing/', permission: ['can_write', 'Thing'], handler: () => ({ done: true }) });
    ctx.route({ method: 'POST', path: '/api/v1/thing/data', permission: ['can_read', 'Thing'], csrf: false, handler: () => ({ done: true }) });
  },
}));

beforeAll(async () => {
  test = await startTestKernel({ plugins: [plugin] });
  for (const name of ['ann', 'bob', 'carl', 'dora']) await test.addUser(name, 'Gamma');
  await test.addUser('root', 'Admin');
}, 30_000);
afterAll(() => test.close());
const db = () => test.kernel.metadata('test').db<KernelTables>();

describe('form login', () => {
  it('[SEC-16] signs in, keeps the session, signs out', async () => {
    const client = test.client();
    expect((await client.get('/api/v1/thing/')).status).toBe(401);
    const answer = await client.request('POST', '/login/?next=/dashboard/list/', { form: { username: 'ann', password: 'secret-ann' }, headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/dashboard/list/']);
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect((await client.get('/api/v1/thing/')).json).toEqual({ user: 'ann' });
    const stolen = client.cookies.get('session') as string;
    await client.get('/logout/');
    expect(client.cookies.has('session')).toBe(false);
    expect((await test.client().get('/api/v1/thing/', { cookie: `session=${stolen}` })).status).toBe(401);
  });

  it('answers JSON to those who ask for it, and 401 to a wrong password, a wrong name and a disabled user alike', async () => {
    await db().updateTable('ab_user').set({ active: 0 }).where('username', '=', 'dora').execute();
    await test.kernel.permissions.invalidate();
    const answers = await Promise.all([['ann', 'wrong'], ['nobody', 'wrong'], ['dora', 'secret-dora']].map(([username = '', password = '']) => test.client().request('POST', '/login/', { form: { username, password } })));
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, json: { message: 'Invalid username or password' } });
    expect((await test.client().login('ann')).json).toEqual({ result: 'OK', next: '/' });
    const page = await test.client().request('POST', '/login/', { form: { username: 'ann', password: 'no' }, headers: { accept: 'text/html' } });
    expect([page.status, page.headers['content-type'], page.text.includes('Invalid username or password')]).toEqual([401, 'text/html; charset=utf-8', true]);
  });

  it('gives a new session id at login and ignores a planted one', async () => {
    const client = test.client();
    await client.get('/api/v1/security/csrf_token/');
    const before = client.cookies.get('session');
    await client.login('ann');
    expect(client.cookies.get('session')).not.toBe(before);
    expect((await test.client().get('/api/v1/thing/', { cookie: 'session=a.planted' })).status).toBe(401);
  });

  it('takes about as long for unknown names as for known ones', async () => {
    const time = async (username: string): Promise<number> => {
      const started = performance.now();
      await test.kernel.auth.checkPassword(username, 'wrong', `ip-${username}`).catch(() => {});
      return performance.now() - started;
    };
    await time('warm-up');
    const median = (values: number[]): number => values.sort((a, b) => a - b)[2] as number;
    const known = median([await time('ann'), await time('ann'), await time('ann'), await time('ann'), await time('ann')]);
    const unknown = median([await time('zoe'), await time('zoe'), await time('zoe'), await time('zoe'), await time('zoe')]);
    expect(unknown).toBeGreaterThan(known * 0.5);
  });

  it('stores neither session ids nor passwords', async () => {
    const client = test.client();
    await client.login('ann');
    const rows = JSON.stringify([await db().selectFrom('session').selectAll().execute(), await db().selectFrom('ab_user').selectAll().execute()]);
    expect(rows).not.toContain(client.cookies.get('session'));
    expect(rows).not.toContain('secret-ann');
  });

  it('ends a session that expired', async () => {
    const client = test.client();
    await client.login('ann');
    await db().updateTable('session').set({ expires_on: Date.now() - 1 }).execute();
    expect(await client.get('/api/v1/thing/')).toMatchObject({ status: 401, json: { message: 'Not authorized' } });
    expect((await client.request('POST', '/api/v1/thing/', { json: {} })).status).toBe(401);
  });
});

describe('CSRF', () => {
  it('[SEC-14] refuses writes of a session without its token', async () => {
    const [client, other] = [test.client(), test.client()];
    await client.login('ann');
    await other.login('bob');
    const missing = await client.request('POST', '/api/v1/thing/', { json: {}, csrf: false });
    expect(missing).toMatchObject({ status: 400, json: { errors: [{ error_type: 'GENERIC_BACKEND_ERROR', level: 'warning', message: expect.stringContaining('CSRF token is missing') }] } });
    const foreign = ((await other.get('/api/v1/security/csrf_token/')).json as { result: string }).result;
    expect((await client.request('POST', '/api/v1/thing/', { json: {}, csrf: false, headers: { 'x-csrftoken': foreign } })).text).toContain('CSRF token is invalid');
    expect((await client.request('POST', '/api/v1/thing/', { json: {} })).json).toEqual({ done: true });
    expect((await client.request('POST', '/api/v1/thing/data', { json: {}, csrf: false })).status).toBe(200);
    const own = ((await client.get('/api/v1/security/csrf_token/')).json as { result: string }).result;
    expect((await client.request('POST', '/api/v1/thing/', { form: { csrf_token: own }, csrf: false })).status).toBe(200);
  });

  it('[CVE-2022-43719] does not let another site sign anybody in or out', async () => {
    expect((await test.client().request('POST', '/login/', { form: { username: 'ann', password: 'secret-ann' }, csrf: false })).status).toBe(400);
    const client = test.client();
    await client.login('ann');
    await client.get('/logout/', { 'sec-fetch-site': 'cross-site' });
    expect((await client.get('/api/v1/thing/')).status).toBe(200);
  });
});

describe('rate limit', () => {
  it('[D.2 #51] slows guessing down per name and address, also in parallel', async () => {
    const attempt = (ip: string, password = 'wrong') => test.kernel.auth.checkPassword('carl', password, ip).then(() => 200, (error: { status: number }) => error.status);
    const statuses = await Promise.all(Array.from({ length: 14 }, () => attempt('10.0.0.1')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(await attempt('10.0.0.1', 'secret-carl')).toBe(429);
    expect(await attempt('10.0.0.2', 'secret-carl')).toBe(200);
    await db().updateTable('login_attempt').set(({ eb }) => ({ at: eb('at', '-', 16 * 60_000) })).execute();
    expect(await attempt('10.0.0.1', 'secret-carl')).toBe(200);
  });

  it('answers 429 with the time to wait', async () => {
    const client = test.client();
    const login = () => client.request('POST', '/api/v1/security/login', { json: { username: 'zoe', password: 'x', provider: 'db' }, csrf: false });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await login()).status).toBe(401);
    const refused = await login();
    expect([refused.status, Number(refused.headers['retry-after']) > 800, refused.json]).toEqual([429, true, { message: 'Too many login attempts. Try again in 15 minutes.' }]);
  });
});

describe('JWT', () => {
  const login = async (json: unknown) => test.client().request('POST', '/api/v1/security/login', { json, csrf: false });

  it('[contract §0.2] issues access and refresh tokens', async () => {
    const { access_token: access, refresh_token: refresh } = (await login({ username: 'bob', password: 'secret-bob', provider: 'db', refresh: true })).json as Record<string, string>;
    const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
    expect((await test.client().get('/api/v1/thing/', bearer(access))).json).toEqual({ user: 'bob' });
    expect((await test.client().request('POST', '/api/v1/thing/', { json: {}, headers: bearer(access) })).status).toBe(200);
    expect((await test.client().get('/api/v1/thing/', bearer(refresh))).status).toBe(401);
    const fresh = (await test.client().request('POST', '/api/v1/security/refresh', { headers: bearer(refresh) })).json as { access_token: string };
    expect((await test.client().get('/api/v1/thing/', bearer(fresh.access_token))).status).toBe(200);
    expect((await test.client().request('POST', '/api/v1/security/refresh', { headers: bearer(access) })).status).toBe(401);
  });

  it('[D.2 #63] refuses forged tokens', async () => {
    const { access_token: access = '' } = (await login({ username: 'bob', password: 'secret-bob', provider: 'db' })).json as Record<string, string>;
    const [, payload = '', signature = ''] = access.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const other = Buffer.from(JSON.stringify({ ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), sub: '1' })).toString('base64url');
    for (const token of [`${none}.${payload}.`, `${access.split('.')[0]}.${other}.${signature}`, `${access}x`, 'nonsense']) {
      expect((await test.client().get('/api/v1/thing/', { authorization: `Bearer ${token}` })).status).toBe(401);
    }
  });

  it('refuses wrong and incomplete logins', async () => {
    expect(await login({ username: 'bob', password: 'no', provider: 'db' })).toMatchObject({ status: 401, json: { message: 'Not authorized' } });
    expect(await login({ username: 'bob' })).toMatchObject({ status: 400, json: { message: { password: ['Missing data for required field.'] } } });
  });

  it('ends tokens and other sessions with a new password', async () => {
    const client = test.client();
    const elsewhere = test.client();
    await client.login('carl');
    await elsewhere.login('carl');
    const { access_token: access } = (await login({ username: 'carl', password: 'secret-carl', provider: 'db' })).json as Record<string, string>;
    expect((await client.request('PUT', '/api/v1/me/', { json: { password: 'short' } })).status).toBe(422);
    expect((await client.request('PUT', '/api/v1/me/', { json: { password: 'another secret' } })).status).toBe(200);
    expect((await test.client().get('/api/v1/thing/', { authorization: `Bearer ${access}` })).status).toBe(401);
    expect((await elsewhere.get('/api/v1/thing/')).status).toBe(401);
    expect((await client.get('/api/v1/thing/')).status).toBe(200);
  });
});

describe('permissions', () => {
  it('[ASVS 8.3.2] change holds from the next request on', async () => {
    const client = test.client();
    await client.login('ann');
    expect((await client.get('/api/v1/thing/')).status).toBe(200);
    const revoked = await db().deleteFrom('ab_permission_role').where('subject', '=', 'Thing').where('action', '=', 'can_read').returningAll().execute();
    await test.kernel.permissions.invalidate();
    expect(await client.get('/api/v1/thing/')).toMatchObject({ status: 403, json: { message: 'Forbidden' } });
    await db().insertInto('ab_permission_role').values(revoked).execute();
    await test.kernel.permissions.invalidate();
    expect((await client.get('/api/v1/thing/')).status).toBe(200);
  });

  it('keeps grants an administrator took back when the plugin declares them again', async () => {
    await db().deleteFrom('ab_permission_role').where('subject', '=', 'Thing').where('action', '=', 'can_write').execute();
    const again = await startTestKernel({ plugins: [plugin], config: { dataDir: test.dataDir } });
    const rows = await db().selectFrom('ab_permission_role').selectAll().where('subject', '=', 'Thing').where('action', '=', 'can_write').execute();
    await again.close();
    expect(rows).toEqual([]);
  });

  it('[SEC-05] opens datasets by any pair of the chain', async () => {
    const dataset = { id: 3, table_name: 'flights', schema: 'main', catalog: null, database: { id: 1, database_name: 'examples' } };
    const user = (pair: readonly [string, string]) => ({ id: 9, username: 'x', firstName: '', lastName: '', email: '', roles: { r: [pair] }, isAnonymous: false, isAdmin: false });
    const pairs = [['database_access', '[examples].(id:1)'], ['schema_access', '[examples].[main]'], ['datasource_access', '[examples].[flights](id:3)'], ['all_datasource_access', 'all_datasource_access']] as const;
    for (const pair of pairs) expect(test.kernel.permissions.canAccessDatasource(user(pair), dataset), pair[1]).toBe(true);
    expect(test.kernel.permissions.canAccessDatasource(user(['datasource_access', '[examples].[other](id:4)']), dataset)).toBe(false);
  });
});

describe('me', () => {
  it('[BOOT-05] describes the caller', async () => {
    expect((await test.client().get('/api/v1/me/')).status).toBe(401);
    const client = test.client();
    await client.login('root');
    expect((await client.get('/api/v1/me/')).json).toMatchObject({ result: { username: 'root', is_active: true, is_anonymous: false } });
    expect((await client.get('/api/v1/me/roles/')).json).toMatchObject({
      result: { username: 'root', isActive: true, isAnonymous: false, roles: { Admin: expect.arrayContaining([['can_read', 'Thing']]) }, permissions: { database_access: [], datasource_access: [] }, createdOn: expect.any(String) },
    });
  });

  it('switches the language, and goes nowhere else', async () => {
    const client = test.client();
    expect((await client.get('/lang/de?next=//evil.example')).headers['location']).toBe('/');
    expect(client.cookies.get('locale')).toBe('de');
    expect((await client.get('/lang/..%2f')).status).toBe(404);
  });
});

describe('first administrator', () => {
  it('gets a link once, and none any more when there is a password', async () => {
    const empty = await startTestKernel();
    const metadata = empty.kernel.metadata('test');
    const first = await ensureFirstAdmin(metadata, undefined);
    expect(first?.needsLink).toBe(true);
    const token = await empty.kernel.auth.links.create(first?.userId ?? 0);
    const client = empty.client();
    expect((await empty.client().request('HEAD', `/login/link/${token}`)).status).toBe(410);
    expect((await client.get(`/login/link/${token}`)).status).toBe(302);
    expect((await client.get('/api/v1/me/')).json).toMatchObject({ result: { username: 'admin', has_password: false } });
    expect((await empty.client().get(`/login/link/${token}`)).status).toBe(410);
    expect((await ensureFirstAdmin(metadata, undefined))?.needsLink).toBe(true);
    await client.request('PUT', '/api/v1/me/', { json: { password: 'a long secret' } });
    expect(await ensureFirstAdmin(metadata, undefined)).toBeUndefined();
    expect(empty.logged.join('')).not.toContain(token);
    await empty.close();
  });

  it('expires links', async () => {
    const token = await test.kernel.auth.links.create(1);
    await db().updateTable('login_link').set(({ eb }) => ({ expires_on: eb('expires_on', '-', 13 * 3_600_000) })).execute();
    expect(await test.kernel.auth.links.redeem(token)).toBeUndefined();
  });
});

it.each(['//e.example', '/\\e.example', 'https:e', 'https://e.example', '/\t/e.example', '/..//e.example', '\u2028//e', 'javascript:alert(1)', '', undefined, ['/a']])('[D.2 #44] never redirects to %j', (next) => {
  expect(safeNext(next, '/home/')).toBe('/home/');
});

it('follows paths of its own', () => {
  expect(safeNext('/dashboard/1/?a=b#c', '/')).toBe('/dashboard/1/?a=b#c');
});
