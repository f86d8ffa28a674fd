import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerKernel } from '@orrery/kernel/server';
import { createWebApp } from '../../host/server/page/create-web-app.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'orrery-switch-'));
const distDir = path.join(folder, 'dist');
const config = { dataDir: path.join(folder, 'data') };
const WITH_SERVER = ['rest', 'explore', 'dashboard', 'dataset'];
let app: TestApp;

const pages = (kernel: ServerKernel) => createWebApp(kernel, { distDir, isDevelopment: false }).renderPage;
const switchTo = (id: string, enabled: boolean) => app.admin.request('PUT', `/api/v1/plugin/${id}`, { json: { enabled } });
const statusOf = async (resource: string): Promise<number> => (await app.admin.get(`/api/v1/${resource}/`)).status;
const pluginOf = async (id: string) => {
  const { result } = (await app.admin.get('/api/v1/plugin/')).json as { result: { id: string; state: string; server?: { state: string } }[] };
  return result.find((plugin) => plugin.id === id);
};
const serverOf = async (id: string): Promise<unknown> => (await pluginOf(id))?.server;

beforeAll(async () => {
  mkdirSync(path.join(distDir, 'static'), { recursive: true });
  writeFileSync(path.join(distDir, 'page.json'), JSON.stringify({ boot: 'b.js', main: 'm.js', styles: [], imports: {}, integrity: {} }));
  const indexed = WITH_SERVER.map((id) => ({
    manifest: { manifestVersion: 1, id, version: '0.1.0', publisher: 'orrery', displayName: id, description: id, engines: { sdk: '^0.1.0' } },
    source: 'builtin', tier: 'builtin', baseUrl: `static/plugins/${id}/`, integrity: {}, ...(id === 'rest' ? { required: true } : {}),
  }));
  writeFileSync(path.join(distDir, 'plugin-index.json'), JSON.stringify(indexed));
  app = await startApp({ pages, config });
}, 60_000);

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('[PLUG-09] the switch of a plugin', () => {
  it('stops the server half, with those that need it, and starts them again', async () => {
    expect([await statusOf('chart'), await statusOf('dashboard')]).toEqual([200, 200]);
    expect((await switchTo('explore', false)).status).toBe(200);
    expect([await statusOf('chart'), await statusOf('dashboard'), await statusOf('dataset')]).toEqual([404, 404, 200]);
    expect(await serverOf('explore')).toEqual({ state: 'disabled', reason: { code: 'DISABLED', message: 'Disabled by root' } });
    expect(await serverOf('dashboard')).toMatchObject({ state: 'blocked' });
    expect((await switchTo('explore', true)).status).toBe(200);
    expect([await statusOf('chart'), await statusOf('dashboard')]).toEqual([200, 200]);
    expect(await serverOf('explore')).toEqual({ state: 'active' });
  });

  it('leaves a required plugin on', async () => {
    expect((await switchTo('rest', false)).status).toBe(422);
    expect(await statusOf('dataset')).toBe(200);
  });

  it('holds after a restart, without the code being loaded', async () => {
    await switchTo('dashboard', false);
    await app.close();
    app = await startApp({ pages, config, admin: 'second' });
    expect([await statusOf('dashboard'), await statusOf('chart')]).toEqual([404, 200]);
    expect(app.kernel.runtime.status('dashboard')).toMatchObject({ state: 'disabled', reason: { message: 'Disabled by root' } });
    expect(app.kernel.runtime.status('dashboard')?.loadMs).toBeUndefined();
    await switchTo('dashboard', true);
    expect(await statusOf('dashboard')).toBe(200);
  });
});
