import { expect, test } from './fixtures.ts';

/** Every page a person can open, with what must be on it. */
const PAGES: readonly { readonly name: string; readonly path: string; readonly heading: RegExp }[] = [
  { name: 'home', path: '/superset/welcome/', heading: /./ },
  { name: 'dashboards', path: '/dashboard/list/', heading: /dashboards/i },
  { name: 'charts', path: '/chart/list/', heading: /charts/i },
  { name: 'new chart', path: '/chart/add', heading: /chart/i },
  { name: 'plugins', path: '/plugins/', heading: /plugins/i },
  { name: 'settings', path: '/settings/', heading: /settings/i },
  { name: 'explore', path: '/explore/?slice_id=1', heading: /./ },
  { name: 'dashboard', path: '/superset/dashboard/flights/', heading: /flights/i },
];

for (const scheme of ['light', 'dark'] as const) {
  for (const { name, path, heading } of PAGES) {
    test(`[GEN-14] ${name} is accessible in ${scheme}`, async ({ page, expectAccessible }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(`${name}, ${scheme}`);
    });
  }
}

for (const { name, path, heading } of PAGES) {
  test(`${name} fits 375 px without scrolling sideways`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('an unknown address gets a page that helps', async ({ page, guard, expectAccessible }) => {
  guard.allow(/404/);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expectAccessible('not found');
});

test('[ROUTE-02] login page is accessible and says what is wrong', async ({ browser, guard }) => {
  guard.allow(/401/);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env['ORRERY_URL'] });
  const page = await context.newPage();
  await page.goto('/dashboard/list/');
  await expect(page).toHaveURL(/\/login\//);
  await page.getByLabel(/user ?name/i).fill('admin');
  await page.getByLabel(/password/i).fill('wrong');
  await page.getByRole('button', { name: /sign in|log in/i }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.close();
});

test('[I18N-03] the second language is complete on the pages a visitor sees', async ({ page }) => {
  await page.goto('/lang/de');
  await page.goto('/dashboard/list/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.waitForLoadState('networkidle');
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/%\w+[.\w]*%|\b[a-z]+\.[a-z]+[A-Z]\w*\b/);
  await page.goto('/lang/en');
});
