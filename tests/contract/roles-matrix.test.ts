import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteDefinition } from '@orrery/sdk/server';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { serverRooms } from '../support/server-rooms.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** Routes that ask for no pair: each looks at its caller itself, or has nothing to hide. A new one is thought about here first. */
const OPEN = new Set([
  'GET /health', 'GET /healthcheck', 'GET /ping', 'POST /login/', 'GET /login/link/:token', 'GET /logout/', 'POST /logout/', 'GET /lang/:locale',
  'GET /api/v1/security/csrf_token/', 'POST /api/v1/security/login', 'POST /api/v1/security/refresh', 'GET /api/v1/me/', 'PUT /api/v1/me/', 'GET /api/v1/me/roles/',
  'GET /superset/language_pack/:lang/', 'POST /superset/log/', 'GET /superset/explore/p/:key/', 'GET /superset/dashboard/p/:key/',
]);
const ROLES = ['Alpha', 'Gamma', 'sql_lab', 'Public'] as const;
/** What no answer may tell: where the code lies, what it is written in, how a statement of ours reads. */
const LEAKS = [/\n\s+at /, /\.ts:\d/, /\/node_modules\//, /kysely|better-sqlite|libsql|SQLITE_/i, /\b(?:from|into|update) "?(?:ab_user|ab_role|dbs|slices|dashboards|tables)\b/, /argon2/, /secret-/];

let app: TestApp;
let routes: readonly RouteDefinition[];
const clients = new Map<string, TestClient>();

const nameOf = ({ method, path }: RouteDefinition): string => `${method} ${path}`;
const addressOf = (route: RouteDefinition, value: string): string => route.path.replace(/:\w+/g, value).replace(/\*\w*$/, 'x');
const call = (client: TestClient, route: RouteDefinition, value = '1'): Promise<{ status: number; text: string }> => client.request(route.method, addressOf(route, value), route.method === 'GET' || route.multipart ? {} : { json: {} });

beforeAll(async () => {
  app = await startApp({ more: serverRooms(['pack/examples']), config: { featureFlags: { TAGGING_SYSTEM: true, EMBEDDED_SUPERSET: true, ENABLE_EXTENSIONS: true } } });
  const dataset = await addDataset(app, await addSalesDatabase(app), 'sales');
  await addChart(app, dataset, 'Theirs');
  await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Theirs' } });
  routes = [...app.kernel.http.routes.keys()].map(({ definition }) => definition);
  for (const role of ROLES) clients.set(role, (await app.signedIn(`matrix-${role.toLowerCase()}`, role)).client);
}, 120_000);
afterAll(() => app?.close());

describe('[promises D.15] every route and every role', () => {
  it('asks for a pair, or is known to be open', () => {
    expect(routes.filter((route) => route.permission === null && !OPEN.has(nameOf(route))).map(nameOf)).toEqual([]);
    expect(routes.length).toBeGreaterThan(200);
  });

  it('writes need the CSRF token, but for those the contract spares', () => {
    const spared = routes.filter(({ method, csrf }) => method !== 'GET' && csrf === false).map(nameOf).toSorted();
    const documented = ['POST /api/v1/chart/data', 'POST /api/v1/dashboard/:pk/cache_dashboard_screenshot/', 'POST /api/v1/security/login', 'POST /api/v1/security/refresh', 'POST /datasource/samples', 'POST /superset/explore_json/', 'POST /superset/log/'];
    expect(spared.filter((route) => !documented.includes(route))).toEqual([]);
    const served = new Set(routes.map(nameOf));
    expect(documented.filter((route) => served.has(route) && !spared.includes(route))).toEqual([]);
  });

  it('[contract §0.2] a write without the token: 400 in the shape of the contract, and to a page’s form the way to the login', async () => {
    const form = { username: 'root', password: 'secret-root' };
    const page = await app.client().request('POST', '/login/', { form, csrf: false, headers: { accept: 'text/html' } });
    expect([page.status, page.headers['location']]).toEqual([302, '/login/']);
    expect(page.headers['set-cookie']).toBeUndefined();
    const refusal = { errors: [{ message: expect.stringContaining('CSRF'), error_type: 'GENERIC_BACKEND_ERROR', level: 'warning', extra: { issue_codes: [{ code: 1011 }] } }] };
    expect(await app.client().request('POST', '/login/', { form, csrf: false })).toMatchObject({ status: 400, json: refusal });
    for (const token of [undefined, 'x', 'ä'.repeat(43)]) {
      expect(await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'x' }, csrf: false, headers: token === undefined ? {} : { 'x-csrftoken': encodeURIComponent(token) } })).toMatchObject({ status: 400, json: refusal });
    }
  });

  it.each(ROLES)('%s gets 403 wherever the pair is missing, whatever the object', async (role) => {
    const client = clients.get(role) as TestClient;
    const held = (await client.get('/api/v1/me/roles/')).json as { result: { roles: Record<string, [string, string][]> } };
    const pairs = new Set(Object.values(held.result.roles).flat().map(([action, subject]) => `${action} on ${subject}`));
    const refused = routes.filter(({ permission }) => permission && !pairs.has(`${permission[0]} on ${permission[1]}`));
    const wrong: string[] = [];
    for (const route of refused) {
      for (const value of ['1', '999999']) {
        const { status, text } = await call(client, route, value);
        if (status !== 403 || text !== '{"message":"Forbidden"}') wrong.push(`${nameOf(route)} ${value}: ${status} ${text.slice(0, 100)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(refused.length).toBeGreaterThan(role === 'Alpha' ? 30 : 60);
  }, 120_000);

  it('strangers get 401 on all of them', async () => {
    const stranger = app.client();
    const wrong: string[] = [];
    for (const route of routes.filter(({ permission }) => permission !== null)) {
      const { status } = await call(stranger, route);
      if (status !== 401) wrong.push(`${nameOf(route)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

describe('[promises D.19] [promises D.56] odd ids and empty bodies', () => {
  it('an administrator’s reads answer no failure, and nothing of the inside', async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ method, path }) => method === 'GET' && path.includes(':'))) {
      for (const value of ['*', '%25', '%00', '%2e%2e', '99999999999999999999', '1e309', '-1', "1'--", '%F0%9D%9F%8F', '%5B%5D', 'null']) {
        const { status, text } = await call(app.admin, route, value);
        const leak = LEAKS.find((one) => one.test(text));
        if (status >= 500 || leak) wrong.push(`${nameOf(route)} ${value}: ${status} ${String(leak ?? '')} ${text.slice(0, 160)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('empty, foreign and mistyped bodies are refused without a failure', async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ method, multipart, rawBody, path }) => (method === 'POST' || method === 'PUT') && !multipart && !rawBody && !/logout/.test(path))) {
      for (const json of [undefined, [], 'text', 5, null, JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1,"toString":2,"nonsense":{}}')]) {
        const { status, text } = await app.admin.request(route.method, addressOf(route, '999999'), json === undefined ? {} : { json });
        const leak = LEAKS.find((one) => one.test(text));
        if (status >= 500 || leak) wrong.push(`${nameOf(route)} ${JSON.stringify(json)}: ${status} ${String(leak ?? '')} ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

describe('[promises D.26] many callers at once', () => {
  it('each answer is its own caller’s', async () => {
    const names = ['root', ...ROLES.map((role) => `matrix-${role.toLowerCase()}`)];
    const callers = [app.admin, ...ROLES.map((role) => clients.get(role) as TestClient)];
    const answers = await Promise.all(
      Array.from({ length: 640 }, async (_, at) => {
        const who = (at * 7) % callers.length;
        const answer = await (callers[who] as TestClient).get('/api/v1/me/');
        return [names[who], (answer.json as { result: { username: string } }).result.username] as const;
      }),
    );
    expect(answers.filter(([expected, got]) => expected !== got)).toEqual([]);
  });
});
