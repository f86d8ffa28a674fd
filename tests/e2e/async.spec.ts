import type { BrowserContextOptions, Page } from '@playwright/test';
import { startServer } from '../../scripts/lib/running-server.ts';
import type { RunningServer } from '../../scripts/lib/running-server.ts';
import { waitForExamples } from '../../scripts/lib/wait-for-examples.ts';
import { expect, test } from './fixtures.ts';
import type { AdminApi } from './support/admin-api.ts';
import { openAdminApi } from './support/admin-api.ts';

type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>['cookies'];

const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

/** What a page did about its jobs. */
interface Traffic {
  /** Status of each question for chart data, in the order of the answers. */
  readonly questions: number[];
  readonly polls: string[];
  readonly sockets: string[];
  /** `DELETE`s of jobs and their status. */
  readonly left: number[];
  readonly results: string[];
}

function watchTraffic(page: Page): Traffic {
  const traffic: Traffic = { questions: [], polls: [], sockets: [], left: [], results: [] };
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    const method = response.request().method();
    if (method === 'POST' && pathname.startsWith('/api/v1/chart/data')) traffic.questions.push(response.status());
    else if (pathname === '/api/v1/async_event/') traffic.polls.push(search);
    else if (method === 'DELETE' && pathname.startsWith('/api/v1/async_event/')) traffic.left.push(response.status());
    else if (pathname.startsWith('/api/v1/chart/data/qc-')) traffic.results.push(pathname);
  });
  page.on('websocket', (socket) => traffic.sockets.push(new URL(socket.url()).pathname));
  return traffic;
}

for (const transport of ['polling', 'ws'] as const) {
  test.describe(`[FLAG-06] questions answered later, heard by ${transport}`, () => {
    let server: RunningServer | undefined;
    let cookies: Cookies;
    let api: AdminApi;
    // The hook below is given a page too, before there is a server.
    test.use({ baseURL: async ({}, use) => use(server?.url), storageState: { cookies: [], origins: [] } });
    test.beforeAll(async ({ browser }) => {
      test.setTimeout(240_000);
      server = await startServer({ env: { ORRERY_FEATURE_GLOBAL_ASYNC_QUERIES: 'true', ORRERY_CONF: JSON.stringify({ GLOBAL_ASYNC_QUERIES_TRANSPORT: transport, GLOBAL_ASYNC_QUERIES_POLLING_DELAY: 200 }) } });
      const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
      const page = await context.newPage();
      await page.goto(server.loginLink ?? '');
      await page.waitForURL(/\/superset\/welcome\/|\/$/);
      await waitForExamples(context.request, server.url);
      ({ cookies } = await context.storageState());
      await context.close();
    });
    test.afterAll(() => server?.stop());
    test.beforeEach(async ({ context }) => {
      await context.addCookies(cookies);
      api = await openAdminApi(context.request);
    });
    test.afterEach(() => api.clean());

    async function makeBoard(title: string): Promise<{ readonly path: string; readonly table: number }> {
      const charts = [
        { id: await api.makeChart(`${title} total`, 'big_number_total'), name: `${title} total` },
        { id: await api.makeChart(`${title} sizes`, 'table'), name: `${title} sizes` },
        { id: await api.makeChart(`${title} shares`, 'pie'), name: `${title} shares` },
      ];
      return { path: await api.makeDashboard(title, charts), table: charts[1]?.id ?? 0 };
    }

    async function expectDrawn(page: Page, title: string): Promise<void> {
      await expect(chart(page, `${title} total`)).toContainText('10,000');
      await expect(chart(page, `${title} sizes`).getByRole('table')).toContainText('Small');
      await expect(chart(page, `${title} shares`)).toBeVisible();
    }

    test('[ASYNC-03] [ASYNC-04] [ASYNC-06] draws a dashboard, and a chart in Explore', async ({ page }) => {
      const traffic = watchTraffic(page);
      const { path, table } = await makeBoard(`Later ${transport}`);
      await page.goto(path);
      await expectDrawn(page, `Later ${transport}`);
      expect(traffic.questions).toEqual([202, 202, 202]);
      expect(traffic.results).toHaveLength(3);
      expect(new Set(traffic.results).size).toBe(3);
      expect(traffic.sockets).toEqual(transport === 'ws' ? ['/async-events/ws'] : []);
      if (transport === 'ws') expect(traffic.polls).toEqual([]);
      else expect(traffic.polls.length).toBeGreaterThan(0);
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('orrery:chart:last_async_event_id') ?? 'null') as unknown)).toMatch(/^\d+-\d+$/);

      // What is cached is answered at once: nothing to listen for.
      await page.reload();
      await expectDrawn(page, `Later ${transport}`);
      expect(traffic.questions.slice(3)).toEqual([200, 200, 200]);
      expect(traffic.sockets).toHaveLength(transport === 'ws' ? 1 : 0);

      await page.goto(`/explore/?slice_id=${table}`);
      await expect(page.getByRole('figure').getByRole('table').first()).toContainText('Small');
    });

    test('stops the query in the database when its chart is stopped', async ({ page, context }) => {
      const traffic = watchTraffic(page);
      const { result: token } = (await (await context.request.get('/api/v1/security/csrf_token/')).json()) as { result: string };
      const { result: databases } = (await (await context.request.get('/api/v1/database/')).json()) as { result: { id: number }[] };
      // So many rows that it ends only when it is stopped.
      const tables = Array.from({ length: 12 }, (_, at) => `bird_strikes AS b${at}`).join(', ');
      const made = await context.request.post('/api/v1/dataset/', { headers: { 'x-csrftoken': token }, data: { database: databases[0]?.id, schema: 'main', table_name: `endless ${Date.now()}`, sql: `SELECT b0.wildlife_size FROM ${tables}` } });
      expect(made.ok(), await made.text()).toBe(true);
      const { id } = (await made.json()) as { id: number };
      await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify({ viz_type: 'big_number_total', datasource: `${id}__table`, metric: 'count' }))}`);
      await expect.poll(() => traffic.questions).toContain(202);
      await page.getByRole('button', { name: /^(stop|cancel)\b/i }).first().click();
      await expect.poll(() => traffic.left).toEqual([200]);
      await expect
        .poll(async () => {
          const { result } = (await (await context.request.get('/api/v1/async_event/')).json()) as { result: { errors: { message: string }[] }[] };
          return result.flatMap(({ errors }) => errors.map(({ message }) => message));
        })
        .toContain('The query was cancelled.');
      await context.request.delete(`/api/v1/dataset/${id}`, { headers: { 'x-csrftoken': token } });
    });

    if (transport === 'ws') {
      test('[ASYNC-04] asks for events where websockets are not let through', async ({ page, guard }) => {
        guard.allow(/WebSocket/);
        await page.routeWebSocket(/async-events/, (socket) => socket.close({ code: 1011 }));
        const traffic = watchTraffic(page);
        const { path } = await makeBoard('Blocked');
        await page.goto(path);
        await expectDrawn(page, 'Blocked');
        // What the tests before this one asked is cached by now.
        await page.getByRole('button', { name: 'Refresh', exact: true }).click();
        await expect.poll(() => traffic.questions).toContain(202);
        await expect.poll(() => traffic.polls.length).toBeGreaterThan(0);
        await expectDrawn(page, 'Blocked');
      });
    }
  });
}
