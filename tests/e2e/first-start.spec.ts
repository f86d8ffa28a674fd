import { expect, test } from '@playwright/test';
import { startServer } from '../../scripts/lib/running-server.ts';
import type { RunningServer } from '../../scripts/lib/running-server.ts';

test.describe('a fresh server under a sub-path, without examples', () => {
  let server: RunningServer;
  const problems: string[] = [];
  test.beforeAll(async () => {
    server = await startServer({ args: ['--no-examples'], env: { ORRERY_APPLICATION_ROOT: '/bi' } });
  });
  test.afterAll(() => server.stop());

  test('[GEN-08] lets the administrator in by the printed link, once, and works under its root', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    expect(server.loginLink).toContain('/bi/login/link/');
    await page.goto(server.loginLink ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/bi\//);

    // An empty installation says what to do next.
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboards' }).click();
    await expect(page).toHaveURL(/\/bi\/dashboard\/list\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
    await expect(page.getByText(/no data|no dashboards/i).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
    expect(problems).toEqual([]);
    await context.close();

    const second = await browser.newContext();
    const again = await second.newPage();
    await again.goto(server.loginLink ?? '');
    await expect(again).toHaveURL(/\/bi\/login\//);
    await second.close();
  });

  test('[ERR] a session that ended sends to the login page and back', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/chart/list/`);
    await expect(page).toHaveURL(/\/bi\/login\/\?next=/);
    await context.close();
  });
});
