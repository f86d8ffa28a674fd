import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebApp } from '../../../../host/server/page/create-web-app.ts';
import type { ServerKernel } from '../../../../kernel/server/index.ts';
import { startApp } from '../../../../tests/contract/start-app.ts';
import type { TestApp } from '../../../../tests/contract/start-app.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-embedding-'));
const distDir = path.join(folder, 'dist');
const flags = { EMBEDDED_SUPERSET: true };
let app: TestApp;
let id = 0;
let uuid = '';

const pages = (kernel: ServerKernel) => createWebApp(kernel, { distDir, isDevelopment: false }).renderPage;
const allow = (domains: readonly string[]) => app.admin.request('PUT', `/api/v1/dashboard/${id}/embedded`, { json: { allowed_domains: domains } });
/** A page as a frame asks for it; `client` has a session or none. */
const frame = async (address: string, referer?: string, client = app.client()) => {
  const answer = await client.request('GET', address, { headers: { accept: 'text/html', ...(referer ? { referer } : {}) } });
  const policy = String(answer.headers['content-security-policy']);
  return { status: answer.status, text: answer.text, ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1] };
};

beforeAll(async () => {
  mkdirSync(path.join(distDir, 'static'), { recursive: true });
  writeFileSync(path.join(distDir, 'page.json'), JSON.stringify({ boot: 'b.js', main: 'm.js', styles: [], imports: {}, integrity: {} }));
  writeFileSync(path.join(distDir, 'plugin-index.json'), '[]');
  app = await startApp({ admin: 'marguerite', more: ['app/embedding'], pages, config: { dataDir: path.join(folder, 'data'), featureFlags: flags } });
  const made = await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Fleet', slug: 'fleet' } });
  id = (made.json as { id: number }).id;
  uuid = ((await allow([])).json as { result: { uuid: string } }).result.uuid;
}, 60_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('[SEC-10] the page of an embedded dashboard', () => {
  it('goes only to the allowed domains, and only they may frame it', async () => {
    await allow(['https://portal.test', 'http://localhost:9000/path']);
    const page = await frame(`/embedded/${uuid}`, 'https://portal.test/reports?x=1');
    expect(page.status).toBe(200);
    expect(page.ancestors).toBe('https://portal.test http://localhost:9000');
    for (const referer of [undefined, 'https://evil.test/', 'https://portal.test.evil.test/', 'http://portal.test/']) {
      const refused = await frame(`/embedded/${uuid}`, referer);
      expect(refused.status).toBe(403);
      expect(refused.text).not.toContain('data-bootstrap');
      expect(refused.text).not.toContain('Fleet');
    }
  });

  it('may be framed by all when no domain is named', async () => {
    await allow([]);
    expect(await frame(`/embedded/${uuid}/`)).toMatchObject({ status: 200, ancestors: '*' });
  });

  it('[ROUTE-07] is found by id and slug of the dashboard too, under the same rules', async () => {
    await allow(['https://portal.test']);
    for (const name of [String(id), 'fleet']) {
      expect((await frame(`/dashboard/${name}/embedded/`, 'https://portal.test/')).text).toContain(`&quot;dashboard_id&quot;:&quot;${id}&quot;`);
      expect((await frame(`/dashboard/${name}/embedded`, 'https://evil.test/')).status).toBe(403);
    }
    const other = await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Not embedded', slug: 'quiet' } });
    for (const name of [(other.json as { id: number }).id, 'quiet', 'nobody', '99999999999999999999', "' or 1=1"]) expect((await frame(`/dashboard/${encodeURIComponent(name)}/embedded/`, 'https://portal.test/')).status).toBe(404);
  });

  it('[BOOT-06] carries the dashboard and the name of the header, and forgets whoever is signed in', async () => {
    await allow([]);
    const { text } = await frame(`/embedded/${uuid}/`, undefined, app.admin);
    expect(text).toContain('GUEST_TOKEN_HEADER_NAME');
    expect(text).not.toContain('marguerite');
    expect((await frame('/embedded/00000000-0000-4000-8000-000000000000/')).status).toBe(404);
  });

  it('is not there without the flag', async () => {
    // The same object the server reads its flags from.
    flags.EMBEDDED_SUPERSET = false;
    try {
      expect((await frame(`/embedded/${uuid}/`)).status).toBe(404);
    } finally {
      flags.EMBEDDED_SUPERSET = true;
    }
  });
});
