import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerKernel } from '@orrery/kernel/server';
import type { JsonObject, User } from '@orrery/sdk';
import { BootstrapData, defineServerPlugin } from '@orrery/sdk/server';
import { createWebApp } from '../../host/server/page/create-web-app.ts';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { SECRET_MASK, SettingsService } from '../../plugins/app/settings/contract.ts';
import type { SettingsGroup } from '../../plugins/app/settings/contract.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'orrery-settings-'));
const distDir = path.join(folder, 'dist');
let app: TestApp;
let service: SettingsService;
let analyst: Awaited<ReturnType<TestApp['signedIn']>>;

/** A plugin without server code, as most with settings are. */
const mailer = fakePlugin(
  {
    id: 'mailer',
    entry: { web: 'plugin.js' },
    points: { 'core.settings': 1 },
    contributes: {
      'core.settings': [
        {
          id: 'mailer.mine', title: 'Mine', scope: 'user',
          schema: { type: 'object', properties: { rows: { type: 'integer', minimum: 1, maximum: 500 }, token: { type: 'string', writeOnly: true, minLength: 4 } } },
        },
        {
          id: 'mailer.server', title: 'Server', scope: 'admin',
          schema: {
            type: 'object',
            required: ['host'],
            properties: {
              host: { type: 'string', default: 'localhost', minLength: 1 },
              rows: { type: 'integer', default: 100 },
              mode: { oneOf: [{ const: 'tls', title: 'TLS' }, { const: 'plain', title: 'Plain' }], default: 'tls', 'x-public': true },
              smtp: { type: 'object', properties: { port: { type: 'integer', default: 25 }, password: { type: 'string', writeOnly: true } } },
              keys: { type: 'array', items: { type: 'object', properties: { value: { type: 'string', writeOnly: true } } } },
            },
          },
        },
      ],
    },
  },
  {},
);

const reader = fakePlugin({ id: 'reader', dependencies: { settings: '^0.1.0' } }, defineServerPlugin({ requires: { settings: SettingsService }, activate: (_ctx, { settings }) => void (service = settings) }));

const put = (client: TestApp['admin'], id: string, json: unknown) => client.request('PUT', `/api/v1/settings/${id}`, { json });
const groupsOf = async (client: TestApp['admin']) => ((await client.get('/api/v1/settings/')).json as { result: SettingsGroup[] }).result;
const group = async (client: TestApp['admin'], id: string) => (await groupsOf(client)).find((each) => each.id === id);
const pageData = async (user: Partial<User>) => {
  const { points } = app.kernel.runtime;
  const source = await points.load(BootstrapData, 'settings.values');
  return ((await source({ isAnonymous: false, isAdmin: false, roles: {}, id: null, ...user } as User)) as { plugin_settings: Record<string, JsonObject> }).plugin_settings;
};

beforeAll(async () => {
  mkdirSync(path.join(distDir, 'static'), { recursive: true });
  writeFileSync(path.join(distDir, 'page.json'), JSON.stringify({ boot: 'b.js', main: 'm.js', styles: [], imports: {}, integrity: {} }));
  writeFileSync(path.join(distDir, 'plugin-index.json'), '[]');
  const pages = (kernel: ServerKernel) => createWebApp(kernel, { distDir, isDevelopment: false }).renderPage;
  app = await startApp({ more: ['app/settings'], extra: [mailer, reader], pages, config: { dataDir: path.join(folder, 'data') } });
  analyst = await app.signedIn('ann', 'Gamma');
}, 60_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.admin.request('DELETE', '/api/v1/settings/mailer.server');
  await analyst.client.request('DELETE', '/api/v1/settings/mailer.mine');
});

describe('[PLUG] settings of plugins', () => {
  it('shows administrators all groups, others their own', async () => {
    const ids = async (client: TestApp['admin']) => (await groupsOf(client)).map(({ id }) => id).filter((id) => id.startsWith('mailer.'));
    expect(await ids(app.admin)).toEqual(['mailer.server', 'mailer.mine']);
    expect(await ids(analyst.client)).toEqual(['mailer.mine']);
    expect((await put(analyst.client, 'mailer.server', { rows: 7 })).status).toBe(403);
    expect((await analyst.client.request('DELETE', '/api/v1/settings/mailer.server')).status).toBe(403);
    expect((await put(app.admin, 'mailer.none', {})).status).toBe(404);
    expect((await app.client().get('/api/v1/settings/')).status).toBe(401);
  });

  it('answers all problems at once, by field, and stores nothing of it', async () => {
    const answer = await put(app.admin, 'mailer.server', { host: '', rows: 'many', mode: 'none', smtp: { port: 'x' }, extra: 1 });
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({
      message: {
        host: ['Shorter than minimum length 1.'], rows: ['Not a valid integer.'], mode: ['Must be one of: tls, plain.'], 'smtp.port': ['Not a valid integer.'], extra: ['Unknown field.'],
      },
    });
    expect((await put(analyst.client, 'mailer.mine', { rows: 501 })).json).toEqual({ message: { rows: ['Must be less than or equal to 500.'] } });
    expect((await put(app.admin, 'mailer.server', [1])).status).toBe(422);
    expect((await group(app.admin, 'mailer.server'))?.values).toEqual({});
  });

  it('gives each person their own, over what administrators set, over the defaults', async () => {
    await put(app.admin, 'mailer.server', { rows: 50, host: 'mail.test' });
    expect((await group(analyst.client, 'mailer.mine'))?.defaults).toEqual({ rows: 50 });
    expect(await service.get('mailer', { id: analyst.id })).toEqual({ host: 'mail.test', rows: 50, mode: 'tls', smtp: { port: 25 } });
    await put(analyst.client, 'mailer.mine', { rows: 9 });
    expect(await service.get('mailer', { id: analyst.id })).toMatchObject({ rows: 9 });
    expect(await service.get('mailer')).toMatchObject({ rows: 50 });
    expect((await group(app.admin, 'mailer.mine'))?.values).toEqual({});
    expect(await pageData({ id: analyst.id })).toEqual({ mailer: { rows: 9, host: 'mail.test' } });
    await analyst.client.request('DELETE', '/api/v1/settings/mailer.mine');
    expect(await service.get('mailer', { id: analyst.id })).toMatchObject({ rows: 50 });
  });

  it('seals secrets, keeps them when they are masked or absent, and never answers them', async () => {
    const secret = 'hunter2-hunter2';
    const first = await put(app.admin, 'mailer.server', { smtp: { password: secret, port: 26 }, keys: [{ value: secret }] });
    expect(first.json).toMatchObject({ result: { values: { smtp: { password: SECRET_MASK, port: 26 }, keys: SECRET_MASK } } });
    expect((await put(app.admin, 'mailer.server', { smtp: { password: SECRET_MASK, port: 27 } })).status).toBe(200);
    expect(await service.get('mailer')).toMatchObject({ smtp: { password: secret, port: 27 }, keys: [{ value: secret }] });
    const rows = await app.kernel.metadata('settings').db<{ plugin_settings: object }>().selectFrom('plugin_settings').selectAll().execute();
    const seen = [first.text, JSON.stringify(await groupsOf(app.admin)), JSON.stringify(await pageData({ id: 1, isAdmin: true })), JSON.stringify(rows), ...app.logged].join('\n');
    expect(seen).not.toContain(secret);
    expect((await put(app.admin, 'mailer.server', { smtp: { password: null } })).json).toMatchObject({ result: { values: { keys: SECRET_MASK } } });
    expect(await service.get('mailer')).toMatchObject({ smtp: { port: 25 } });
    expect((await service.get('mailer'))['smtp']).not.toHaveProperty('password');
    expect((await put(analyst.client, 'mailer.mine', { token: 'abc' })).json).toEqual({ message: { token: ['Shorter than minimum length 4.'] } });
  });

  it('tells visitors only what is public', async () => {
    await put(app.admin, 'mailer.server', { mode: 'plain', host: 'mail.test' });
    expect(await pageData({ isAnonymous: true })).toEqual({ mailer: { mode: 'plain' } });
    const page = await app.client().get('/no/such/page', { accept: 'text/html' });
    expect(page.text).toMatch(/plugin_settings.*plain/);
    expect(page.text).not.toContain('mail.test');
  });

  it('knows the settings of plugins added at run time, and forgets them with the plugin', async () => {
    const manifest = {
      manifestVersion: 1, id: 'acme', version: '1.0.0', publisher: 'acme', displayName: 'Acme', description: 'For a test.', engines: { sdk: '^0.1.0' }, entry: { web: 'plugin.js' },
      points: { 'core.settings': 1, 'core.bootstrap-data': 1 },
      contributes: { 'core.settings': [{ id: 'acme.main', title: 'Acme', scope: 'admin', schema: { type: 'object', properties: { color: { type: 'string' } } } }], 'core.bootstrap-data': [{ id: 'acme.data' }] },
    };
    const vendor = createServer((request, response) => response.writeHead(request.url === '/plugin.files.json' ? 404 : 200).end(request.url === '/plugin.json' ? JSON.stringify(manifest) : 'export default {}'));
    await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
    try {
      const bundle_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/plugin.js`;
      const added = await app.admin.request('POST', '/dynamic-plugins/api/', { json: { name: 'Acme', key: 'acme', bundle_url } });
      expect(added.status).toBe(201);
      expect((await put(app.admin, 'acme.main', { color: 'red' })).status).toBe(200);
      expect(await pageData({ id: 1 })).toEqual({ acme: { color: 'red' } });
      // Only its settings: a vendor's manifest gives it nothing to say about pages.
      expect(app.kernel.runtime.points.find(BootstrapData, 'acme.data')).toBeUndefined();
      await app.admin.request('DELETE', `/dynamic-plugins/api/${(added.json as { id: number }).id}`);
      expect((await put(app.admin, 'acme.main', { color: 'red' })).status).toBe(404);
    } finally {
      await new Promise((done) => vendor.close(done));
    }
  });
});
