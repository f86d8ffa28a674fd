import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebApp } from '../../host/server/page/create-web-app.ts';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const LIGHT = { token: { colorPrimary: '#123456' } };
const DARK = { algorithm: 'dark' };
const ROOMS = ['data/query', 'app/security', 'app/site-info', 'app/themes', 'app/embedding'];

interface Bootstrap {
  readonly user: Readonly<Record<string, unknown>>;
  readonly common: Readonly<Record<string, unknown>> & { readonly theme: unknown; readonly menu_data: { readonly menu: readonly { readonly name: string }[]; readonly brand: unknown; readonly navbar_right: unknown } };
  readonly embedded?: unknown;
}

let app: TestApp;
let dist: string;

/** A built front end without a front end: what is asked for here is made by the server. */
function emptyDist(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'orrery-dist-'));
  mkdirSync(path.join(folder, 'static'));
  writeFileSync(path.join(folder, 'page.json'), JSON.stringify({ boot: 'static/boot.js', main: 'static/main.js', styles: [], imports: {}, integrity: {} }));
  writeFileSync(path.join(folder, 'plugin-index.json'), '[]');
  return folder;
}

async function bootstrapOf(client: TestClient, address = '/superset/welcome/', headers: Readonly<Record<string, string>> = {}): Promise<Bootstrap> {
  const page = await client.get(address, { accept: 'text/html', ...headers });
  const text = /data-bootstrap="([^"]*)"/.exec(page.text)?.[1];
  if (text === undefined) throw new Error(`${address} answered ${page.status} without bootstrap data: ${page.text.slice(0, 500)}`);
  const entities: Readonly<Record<string, string>> = { '&quot;': '"', '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return JSON.parse(text.replace(/&(?:quot|#34|#39|lt|gt|amp);/g, (entity) => entities[entity] as string)) as Bootstrap;
}

beforeAll(async () => {
  dist = emptyDist();
  const conf = { ENABLE_UI_THEME_ADMINISTRATION: true, THEME_DEFAULT: LIGHT, THEME_DARK: DARK, USER_AVATAR_URL: 'https://people.test/{username}.png' };
  app = await startApp({ more: ROOMS, pages: (kernel) => createWebApp(kernel, { distDir: dist, isDevelopment: false }).renderPage, config: { conf, featureFlags: { EMBEDDED_SUPERSET: true } } });
}, 60_000);
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true, force: true });
});

describe('[contract §1.11] page bootstrap', () => {
  it('carries every documented key of `common`, `conf` and the flags that are on by default', async () => {
    const { common } = await bootstrapOf(app.admin);
    expect(Object.keys(common)).toEqual(expect.arrayContaining([
      'application_root', 'static_assets_prefix', 'conf', 'locale', 'feature_flags', 'd3_format', 'd3_time_format', 'currencies', 'deckgl_tiles',
      'extra_categorical_color_schemes', 'extra_sequential_color_schemes', 'theme', 'menu_data', 'flash_messages', 'pdf_compression_level',
    ]));
    expect(Object.keys(common['conf'] as object)).toEqual(expect.arrayContaining([
      'SUPERSET_WEBSERVER_TIMEOUT', 'SUPERSET_DASHBOARD_POSITION_DATA_LIMIT', 'SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT', 'SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE', 'ENABLE_JAVASCRIPT_CONTROLS',
      'DEFAULT_SQLLAB_LIMIT', 'DEFAULT_VIZ_TYPE', 'SQL_MAX_ROW', 'SUPERSET_WEBSERVER_DOMAINS', 'SQLLAB_SAVE_WARNING_MESSAGE', 'SQLLAB_DEFAULT_DBID', 'DISPLAY_MAX_ROW', 'GLOBAL_ASYNC_QUERIES_TRANSPORT',
      'GLOBAL_ASYNC_QUERIES_POLLING_DELAY', 'GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL', 'SQL_VALIDATORS_BY_ENGINE', 'SQLALCHEMY_DOCS_URL', 'SQLALCHEMY_DISPLAY_TEXT', 'DASHBOARD_AUTO_REFRESH_MODE',
      'DASHBOARD_AUTO_REFRESH_INTERVALS', 'DASHBOARD_VIRTUALIZATION', 'SCHEDULED_QUERIES', 'EXCEL_EXTENSIONS', 'CSV_EXTENSIONS', 'COLUMNAR_EXTENSIONS', 'ALLOWED_EXTENSIONS', 'SAMPLES_ROW_LIMIT',
      'DEFAULT_TIME_FILTER', 'HTML_SANITIZATION', 'HTML_SANITIZATION_SCHEMA_EXTENSIONS', 'WELCOME_PAGE_LAST_TAB', 'VIZ_TYPE_DENYLIST', 'ALERT_REPORTS_DEFAULT_CRON_VALUE', 'ALERT_REPORTS_DEFAULT_RETENTION',
      'ALERT_REPORTS_DEFAULT_WORKING_TIMEOUT', 'NATIVE_FILTER_DEFAULT_ROW_LIMIT', 'SUPERSET_CLIENT_RETRY_ATTEMPTS', 'SUPERSET_CLIENT_RETRY_DELAY', 'SUPERSET_CLIENT_RETRY_BACKOFF_MULTIPLIER',
      'SUPERSET_CLIENT_RETRY_MAX_DELAY', 'SUPERSET_CLIENT_RETRY_JITTER_MAX', 'SUPERSET_CLIENT_RETRY_STATUS_CODES', 'PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET', 'JWT_ACCESS_CSRF_COOKIE_NAME', 'SQLLAB_QUERY_RESULT_TIMEOUT',
    ]));
    for (const flag of ['SQLLAB_BACKEND_PERSISTENCE', 'DASHBOARD_VIRTUALIZATION', 'ALERTS_ATTACH_REPORTS', 'EMBEDDABLE_CHARTS', 'DRILL_TO_DETAIL', 'DRILL_BY', 'AVOID_COLORS_COLLISION', 'CSS_TEMPLATES']) expect(common['feature_flags']).toHaveProperty(flag, true);
  });

  it('[BOOT-04] carries the menu of the caller beside brand and languages', async () => {
    const { common } = await bootstrapOf(app.admin);
    expect(common.menu_data).toMatchObject({ brand: { text: 'Orrery' }, navbar_right: { languages: { de: { name: 'Deutsch' } }, user_is_anonymous: false } });
    expect({ result: common.menu_data.menu }).toEqual((await app.admin.get('/api/v1/menu/')).json);
    const { client } = await app.signedIn('lab', 'sql_lab');
    expect((await bootstrapOf(client)).common.menu_data.menu.map(({ name }) => name)).toEqual(['SQL Lab']);
    expect((await bootstrapOf(app.client(), '/login/')).common.menu_data.menu).toEqual([]);
  });

  it('[UI-02] carries the themes of the settings, then those an administrator set', async () => {
    const themeOf = async () => (await bootstrapOf(app.admin)).common.theme;
    expect(await themeOf()).toEqual({ default: LIGHT, dark: DARK, enableUiThemeAdministration: true });
    const added = { token: { colorPrimary: '#0a0a0a' } };
    const { id } = (await app.admin.request('POST', '/api/v1/theme/', { json: { theme_name: 'House', json_data: JSON.stringify(added) } })).json as { id: number };
    await app.admin.request('PUT', `/api/v1/theme/${id}/set_system_default`);
    expect(await themeOf()).toEqual({ default: added, dark: DARK, enableUiThemeAdministration: true });
    const changed = { token: { colorPrimary: '#0b0b0b' } };
    await app.admin.request('PUT', `/api/v1/theme/${id}`, { json: { json_data: JSON.stringify(changed) } });
    await app.admin.request('PUT', `/api/v1/theme/${id}/set_system_dark`);
    expect(await themeOf()).toEqual({ default: changed, dark: changed, enableUiThemeAdministration: true });
    await app.admin.request('DELETE', '/api/v1/theme/unset_system_default');
    await app.admin.request('DELETE', '/api/v1/theme/unset_system_dark');
    expect(await themeOf()).toEqual({ default: LIGHT, dark: DARK, enableUiThemeAdministration: true });
  });

  it('[BOOT-06] embedded pages name their dashboard and nobody’s user, and are not there without the flag', async () => {
    const { id } = (await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Shown' } })).json as { id: number };
    const embed = async (allowed_domains: readonly string[]) => ((await app.admin.request('POST', `/api/v1/dashboard/${id}/embedded`, { json: { allowed_domains } })).json as { result: { uuid: string } }).result.uuid;
    const uuid = await embed([]);
    const page = await bootstrapOf(app.admin, `/embedded/${uuid}`);
    expect(page).toMatchObject({ embedded: { dashboard_id: String(id) }, config: { GUEST_TOKEN_HEADER_NAME: 'X-GuestToken' }, user: { isAnonymous: true, roles: {} } });
    expect(page.common.menu_data.menu).toEqual([]);
    expect(await embed(['https://host.test'])).toBe(uuid);
    const status = async (referer?: string) => (await app.client().get(`/embedded/${uuid}`, { accept: 'text/html', ...(referer === undefined ? {} : { referer }) })).status;
    expect([await status(), await status('https://evil.test/'), await status('https://host.test/page')]).toEqual([403, 403, 200]);
    expect((await app.client().get('/embedded/00000000-0000-4000-8000-000000000000', { accept: 'text/html' })).status).toBe(404);
  });
});

describe('[contract §1.9] me and user', () => {
  it('[BOOT-05] me/roles holds roles with their pairs, data permissions and the names of the groups', async () => {
    const { client, id } = await app.signedIn('gus', 'Gamma');
    expect((await client.get('/api/v1/me/roles/')).json).toMatchObject({ result: { groups: [] } });
    const roles = (await app.admin.get('/api/v1/security/roles/')).json as { result: { id: number; name: string }[] };
    const lab = roles.result.find(({ name }) => name === 'sql_lab')?.id;
    for (const name of ['Writers', 'Analysts']) expect((await app.admin.request('POST', '/api/v1/security/groups/', { json: { name, roles: [lab], users: [id] } })).status).toBe(201);
    const { result } = (await client.get('/api/v1/me/roles/')).json as { result: Readonly<Record<string, unknown>> };
    expect(result).toEqual({
      userId: id, username: 'gus', firstName: 'gus', lastName: 'Test', email: 'gus@test.invalid', isActive: true, isAnonymous: false, createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), loginCount: 1,
      roles: { Gamma: expect.arrayContaining([['can_read', 'Chart']]), sql_lab: expect.arrayContaining([['can_read', 'SavedQuery']]) }, permissions: { database_access: [], datasource_access: [] }, groups: ['Analysts', 'Writers'],
    });
    expect((await bootstrapOf(client)).user).toEqual(result);
    expect((await client.get('/api/v1/me/')).json).toMatchObject({ result: { id, username: 'gus', email: 'gus@test.invalid', first_name: 'gus', last_name: 'Test', is_active: true, is_anonymous: false, login_count: 1 } });
  });

  it('[SEC-18] avatars redirect to the deployment’s pictures', async () => {
    const avatar = (client: TestClient, id: unknown) => client.get(`/api/v1/user/${String(id)}/avatar.png`);
    expect(await avatar(app.admin, app.adminId)).toMatchObject({ status: 301, headers: { location: 'https://people.test/root.png' } });
    expect([(await avatar(app.admin, 9999)).status, (await avatar(app.admin, 'x')).status, (await avatar(app.client(), app.adminId)).status]).toEqual([404, 404, 401]);
  });
});

describe('with embedding and theme administration switched off', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await startApp({ more: ROOMS, pages: (kernel) => createWebApp(kernel, { distDir: dist, isDevelopment: false }).renderPage, config: { conf: { THEME_DEFAULT: LIGHT } } });
  }, 60_000);
  afterAll(() => plain.close());

  it('[contract §1.4] [SEC-09] there are no guests: no token is made, none is taken, no page is embedded', async () => {
    const { id } = (await plain.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Hidden' } })).json as { id: number };
    const ask = { user: { username: 'v' }, resources: [{ type: 'dashboard', id: String(id) }], rls: [] };
    expect((await plain.admin.request('POST', '/api/v1/security/guest_token/', { json: ask })).status).toBe(404);
    const { token } = (await app.admin.request('POST', '/api/v1/security/guest_token/', { json: { ...ask, resources: [] } })).json as { token: string };
    expect((await plain.client().get('/api/v1/me/roles/', { 'x-guesttoken': token })).status).toBe(401);
    for (const [method, json] of [['GET', undefined], ['POST', { allowed_domains: [] }], ['PUT', { allowed_domains: [] }], ['DELETE', undefined]] as const) {
      expect([method, (await plain.admin.request(method, `/api/v1/dashboard/${id}/embedded`, json ? { json } : {})).status]).toEqual([method, 404]);
    }
    expect((await plain.admin.get('/api/v1/embedded_dashboard/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await plain.client().get('/embedded/00000000-0000-4000-8000-000000000000', { accept: 'text/html' })).status).toBe(404);
  });

  it('pages start with the themes of the settings, pictures answer 204', async () => {
    expect((await bootstrapOf(plain.admin)).common.theme).toEqual({ default: LIGHT, dark: {}, enableUiThemeAdministration: false });
    expect((await plain.admin.get(`/api/v1/user/${plain.adminId}/avatar.png`)).status).toBe(204);
  });

  it('[contract §1.7] [contract §1.8] what hangs on a flag answers 404', async () => {
    for (const address of ['/api/v1/tag/', '/api/v1/report/', '/api/v1/report/_info', '/api/v1/report/1', '/api/v1/report/1/log/', '/api/v1/report/slack_channels/', '/api/v1/extensions/', '/api/v1/async_event/']) expect([address, (await plain.admin.get(address)).status]).toEqual([address, 404]);
  });
});
