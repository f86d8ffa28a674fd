import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The groups of Explore: one for everybody, one for each person. */
const section = (page: Page, name: string) => page.getByRole('region', { name });
const newCharts = (page: Page, name: string) => section(page, name).getByRole('form', { name: 'New charts' });

async function resetAll(page: Page): Promise<void> {
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string };
  for (const id of ['explore.defaults', 'explore.mine']) {
    const answer = await page.request.delete(`/api/v1/settings/${id}`, { headers: { 'x-csrftoken': token } });
    expect(answer.ok()).toBe(true);
  }
}

async function datasetId(page: Page): Promise<number> {
  const { result } = (await (await page.request.get('/api/v1/dataset/?q=(page_size:100)')).json()) as { result: { id: number; table_name: string }[] };
  return result.find(({ table_name }) => table_name === 'bird_strikes')?.id ?? 0;
}

test.describe.serial('settings', () => {
  test.beforeEach(({ page }) => resetAll(page));
  test.afterEach(({ page }) => resetAll(page));

  test('[PLUG] are reached from the account menu, saved, used by Explore, and set back', async ({ page, expectAccessible }) => {
    await page.goto('/superset/welcome/');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL(/\/settings\/$/);
    await expect(section(page, 'Your settings').getByRole('group', { name: 'Appearance' })).toBeVisible();

    const everybody = newCharts(page, 'For everybody');
    await everybody.getByLabel('Row limit').fill('250');
    await everybody.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/^New charts is saved/)).toBeVisible();
    // What administrators set is the default of each person.
    const mine = newCharts(page, 'Your settings');
    await expect(mine.getByLabel('Row limit')).toHaveValue('250');
    await mine.getByLabel('Row limit').fill('123');
    await mine.getByLabel('Time range').selectOption('Last year');
    await expect(mine.getByText('Default: 250')).toBeVisible();
    await expectAccessible('settings with changes');
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine.getByText('Unsaved changes')).toHaveCount(0);

    const address = `/explore/?viz_type=table&datasource_type=table&datasource_id=${await datasetId(page)}`;
    await page.goto(address);
    await expect(page.getByRole('combobox', { name: /row limit/i })).toHaveValue(/^123$/);
    await page.goto('/settings/#explore.mine');
    await newCharts(page, 'Your settings').getByRole('button', { name: 'Back to defaults' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back to defaults' }).click();
    await expect(newCharts(page, 'Your settings').getByLabel('Row limit')).toHaveValue('250');
    await page.goto(address);
    await expect(page.getByRole('combobox', { name: /row limit/i })).toHaveValue(/^250$/);
  });

  test('[PLUG] say what is wrong beside the field, and are not left by accident', async ({ page, guard, expectAccessible }) => {
    guard.allow(/422/);
    await page.goto('/settings/');
    const mine = newCharts(page, 'Your settings');
    const limit = mine.getByLabel('Row limit');
    await limit.fill('0');
    await page.keyboard.press('Enter');
    await expect(mine.getByText('Must be greater than or equal to 1.')).toBeVisible();
    await expect(limit).toBeFocused();
    await expectAccessible('settings with an error');
    await page.getByRole('navigation').getByRole('link', { name: 'Charts' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Some settings are not saved.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/settings\/$/);
    await mine.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Charts' }).click();
    await expect(page).toHaveURL(/\/chart\/list\//);
  });

  test('[PLUG] of everybody are for administrators, one’s own for all, in both languages', async ({ page, browser }) => {
    const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string };
    const headers = { 'x-csrftoken': token };
    const { result: roles } = (await (await page.request.get('/api/v1/security/roles/?q=(page_size:100)')).json()) as { result: { id: number; name: string }[] };
    const gamma = roles.find(({ name }) => name === 'Gamma')?.id;
    const data = { first_name: 'Gerda', last_name: 'G', username: 'settings-gerda', email: 'settings-gerda@test.invalid', active: true, roles: [gamma], password: 'a long Pass-phrase 7' };
    const made = await page.request.post('/api/v1/security/users/', { headers, data });
    expect(made.ok(), await made.text()).toBe(true);
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env['ORRERY_URL'], locale: 'en-US' });
    try {
      const own = await context.newPage();
      await own.goto('/login/?next=/settings/');
      await own.getByLabel(/user ?name/i).fill(data.username);
      await own.getByLabel(/password/i).fill(data.password);
      await own.getByRole('button', { name: /sign in|log in/i }).click();
      await expect(own.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await expect(newCharts(own, 'Your settings')).toBeVisible();
      await expect(section(own, 'For everybody')).toHaveCount(0);
      await own.goto('/lang/de');
      await own.goto('/settings/');
      await expect(own.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
      await expect(own.getByRole('form', { name: 'Neue Diagramme' }).getByLabel('Zeilengrenze')).toBeVisible();
      expect(await own.locator('main').innerText()).not.toMatch(/%[\w.-]+%/);
    } finally {
      await context.close();
      const { id } = (await made.json()) as { id: number };
      await page.request.delete(`/api/v1/security/users/${id}`, { headers });
    }
  });
});

test('[D8] the search for the plugin that breaks something pauses and resumes in the page as it is', async ({ page, expectAccessible }) => {
  const state = (name: RegExp) => page.getByRole('row', { name });
  await page.goto('/chart/add');
  await expect(page.getByRole('button', { name: /^Pie chart/ })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Plugins' }).click();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Find the cause of a problem' }).click();
  await expect(page.getByRole('heading', { name: 'Which plugin breaks it?' })).toBeFocused();
  await expect(state(/^Pie chart/)).toContainText('Disabled');
  await expect(state(/^Home/)).not.toContainText('Disabled');
  await expectAccessible('a search for a cause');
  await page.getByRole('button', { name: 'It works now' }).click();
  await expect(page.getByRole('button', { name: 'Still broken' })).toBeEnabled();
  await page.reload();
  // The state is kept in the browser, and the search goes on.
  await expect(page.getByRole('heading', { name: 'Which plugin breaks it?' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  for (let round = 0; round < 10 && (await page.getByRole('button', { name: 'Still broken' }).isVisible()); round++) {
    await page.getByRole('button', { name: 'Still broken' }).click();
    await expect(page.getByRole('button', { name: 'Still broken' }).and(page.locator(':enabled')).or(page.getByText(/seems to be the cause/))).toBeVisible();
  }
  await expect(page.getByText(/seems to be the cause/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto('/chart/add');
  await expect(page.getByRole('button', { name: /^Pie chart/ })).toBeVisible();
});
