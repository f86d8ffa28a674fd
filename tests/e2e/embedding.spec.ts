import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { AdminApi } from './support/admin-api.ts';
import { openAdminApi } from './support/admin-api.ts';
import type { EmbeddingSite } from './support/embedding-site.ts';
import { startEmbeddingSite } from './support/embedding-site.ts';

/** What the page around the frame offers to the test (see the site's script). */
interface Host {
  ask(method: string, args?: object): Promise<unknown>;
  emit(method: string, args: object): void;
  readonly heard: readonly { readonly method: string; readonly args: Readonly<Record<string, unknown>> }[];
}

const RULE = "wildlife_size = 'Small'";

test.describe('[SEC-10] a dashboard inside another site', () => {
  let portal: EmbeddingSite;
  let stranger: EmbeddingSite;
  test.beforeAll(async () => {
    [portal, stranger] = await Promise.all([startEmbeddingSite(), startEmbeddingSite()]);
  });
  test.afterAll(() => Promise.all([portal.close(), stranger.close()]));

  async function send<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
    const { result: token } = (await (await request.get('/api/v1/security/csrf_token/')).json()) as { result: string };
    const answer = await request.post(path, { headers: { 'x-csrftoken': token }, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  }

  async function embed(request: APIRequestContext, api: AdminApi, domains: readonly string[]): Promise<{ src: string; issue: () => Promise<string> }> {
    const charts = [
      { id: await api.makeChart('Strikes', 'big_number_total'), name: 'Strikes' },
      { id: await api.makeChart('Sizes', 'table'), name: 'Sizes' },
    ];
    const path = await api.makeDashboard('Embedded board', charts);
    const id = Number(/\d+/.exec(path)?.[0]);
    const { result } = await send<{ result: { uuid: string } }>(request, `/api/v1/dashboard/${id}/embedded`, { allowed_domains: domains });
    const issue = async () => (await send<{ token: string }>(request, '/api/v1/security/guest_token/', { user: { username: 'guest' }, resources: [{ type: 'dashboard', id: result.uuid }], rls: [{ clause: RULE }] })).token;
    return { src: `${process.env['ORRERY_URL']}/embedded/${result.uuid}`, issue };
  }

  test('draws with the guest’s token and rows only, and answers the host', async ({ page, request }) => {
    const api = await openAdminApi(request);
    const { src, issue } = await embed(request, api, [portal.origin]);
    const answer = await request.get(src, { headers: { referer: `${portal.origin}/` } });
    expect(answer.headers()['content-security-policy']).toContain(`frame-ancestors ${portal.origin}`);
    expect(answer.headers()['x-frame-options']).toBeUndefined();

    // Whoever is signed in here counts for nothing inside the frame.
    await page.goto(portal.page(`${src}?uiConfig=16`, await issue()));
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1, name: 'Embedded board' })).toBeVisible();
    await expect(frame.getByRole('navigation')).toHaveCount(0);
    const sizes = frame.getByRole('figure', { name: 'Sizes', exact: true });
    await expect(sizes.getByRole('table')).toContainText('Small');
    await expect(sizes.getByRole('table')).not.toContainText('Large');
    await expect(sizes.getByRole('table')).not.toContainText('Medium');
    await expect(frame.getByRole('figure', { name: 'Strikes', exact: true })).not.toContainText('10,000');
    await expect(frame.getByRole('figure', { name: 'Strikes', exact: true })).toContainText(/\d,\d{3}/);

    const ask = (method: string, args = {}) => page.evaluate(([name, given]) => (window as unknown as Host).ask(name as string, given as object), [method, args] as const);
    expect(await ask('getScrollSize')).toEqual({ width: 1000, height: expect.any(Number) });
    expect(await ask('getActiveTabs')).toEqual([]);
    expect(await ask('getDataMask')).toEqual({});
    expect(await ask('getDashboardPermalink', { anchor: 'CHART-0' })).toMatch(/\/superset\/dashboard\/p\/\w+/);
    await expect(ask('makeCoffee')).rejects.toThrow('Method "makeCoffee" is not defined');

    // The next token goes the same way, and the charts ask with it.
    const next = await issue();
    const asked = page.waitForRequest((sent) => sent.url().includes('/chart/data') && sent.headers()['x-guesttoken'] === next);
    await page.evaluate((guestToken) => (window as unknown as Host).emit('guestToken', { guestToken }), next);
    await frame.getByRole('button', { name: 'Refresh', exact: true }).click();
    await asked;
    await api.clean();
  });

  test('hides its title when the host wants that', async ({ page, request }) => {
    const api = await openAdminApi(request);
    const { src, issue } = await embed(request, api, []);
    await page.goto(portal.page(`${src}?uiConfig=1`, await issue()));
    await expect(page.frameLocator('iframe').getByRole('figure', { name: 'Sizes', exact: true }).getByRole('table')).toContainText('Small');
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0);
    await api.clean();
  });

  test('refuses other sites, strangers and visitors without a frame, and says why', async ({ page, request, guard }) => {
    test.setTimeout(120_000);
    guard.allow(/status of 40[134]/, /The guest token was refused/);
    const api = await openAdminApi(request);
    const { src, issue } = await embed(request, api, [portal.origin]);
    const frame = page.frameLocator('iframe');

    await page.goto(stranger.page(src, await issue()));
    await expect(frame.getByRole('heading', { name: 'This dashboard may not be shown here' })).toBeVisible();
    await expect(frame.getByText(`${stranger.origin} is not among the allowed domains`)).toBeVisible();

    await page.goto(portal.page(src, 'forged'));
    await expect(frame.getByText('Something went wrong with embedded authentication. Check the dev console for details.')).toBeVisible();

    await page.goto(portal.page(src));
    await expect(frame.getByText('Waiting for the page around this dashboard to sign you in')).toBeVisible();
    await expect(frame.getByText('The page around this dashboard has sent no guest token.')).toBeVisible({ timeout: 25_000 });
    await expect(frame.getByRole('figure')).toHaveCount(0);

    expect((await page.goto(src))?.status()).toBe(403);
    await expect(page.getByText('did not say who it is')).toBeVisible();
    await page.goto(src, { referer: `${portal.origin}/` });
    await expect(page.getByText('This page belongs inside another one')).toBeVisible();
    expect((await page.goto(`${src.slice(0, -4)}0000`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no embedded dashboard at this address' })).toBeVisible();
    await api.clean();
  });
});
