import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/paths.ts';
import { filesOfGuide, installOutside, outsideFolder, writeFiles } from '../compat/outside-project.ts';
import { expect, test } from './fixtures.ts';
import type { BundleFiles, BundleServer } from './support/bundle-server.ts';
import { filesOf, startBundleServer } from './support/bundle-server.ts';
import { openAdminApi } from './support/admin-api.ts';

const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

/** The plugin of the author's guide, built outside the repository from the packed SDK. */
async function buildGuidePlugin(): Promise<BundleFiles> {
  const folder = outsideFolder('vendor');
  const files = filesOfGuide(readFileSync(path.join(root, 'sdk/GUIDE.md'), 'utf8'));
  // Another fallback than the last one of all, to see that it is the declared one that draws.
  writeFiles(folder, { ...files, 'plugin.json': (files['plugin.json'] ?? '').replace('"fallback": "table"', '"fallback": "pie"') });
  const project = await installOutside(folder);
  const built = project.run('orrery-plugin', ['build']);
  expect(built.status, built.output).toBe(0);
  const bundle = filesOf(path.join(folder, 'dist'));
  project.dispose();
  return bundle;
}

test.describe('a vendor’s plugin', () => {
  let vendor: BundleServer;
  test.beforeAll(async () => {
    vendor = await startBundleServer();
  });
  test.afterAll(() => vendor.close());

  test('is added on the Plugins page, draws, filters, falls back when it is off, comes back, and goes', async ({ page, expectAccessible }) => {
    test.setTimeout(180_000);
    const url = vendor.put('tally', await buildGuidePlugin());
    const api = await openAdminApi(page.request);

    await test.step('the gallery does not know it', async () => {
      await page.goto('/chart/add');
      await expect(page.getByRole('button', { name: /^Pie chart/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Tally/ })).toHaveCount(0);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    });

    await test.step('an administrator adds it', async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Plugins' }).click();
      await page.getByRole('button', { name: 'Add plugin' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add plugin' });
      await dialog.getByLabel('Name').fill('Tally');
      await dialog.getByLabel('Key').fill('viz-tally');
      await dialog.getByLabel('Bundle URL').fill(url);
      await expectAccessible('the dialog that adds a plugin');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByText('Tally is added and ready to use.')).toBeVisible();
      await expect(page.getByRole('row', { name: /^Tally/ })).toContainText('Ready');
    });

    await test.step('the gallery shows it, in the same page', async () => {
      await page.goBack();
      await expect(page.getByRole('button', { name: /^Tally/ })).toBeVisible();
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    });

    const strikes = await api.makeChart('Strikes', 'big_number_total');
    const sizes = await api.makeChart('Sizes', 'tally');
    const dashboard = await api.makeDashboard('Tally', [{ id: strikes, name: 'Strikes' }, { id: sizes, name: 'Sizes' }]);

    await test.step('it draws on a dashboard with the host’s React, and filters', async () => {
      await page.goto(dashboard);
      const small = chart(page, 'Sizes').getByRole('button', { name: /^Small/ });
      await expect(small).toHaveAttribute('aria-pressed', 'false');
      await expect(chart(page, 'Strikes')).toContainText('10,000');
      await small.click();
      await expect(small).toHaveAttribute('aria-pressed', 'true');
      await expect(chart(page, 'Strikes')).not.toContainText('10,000');
      await small.click();
      await expect(chart(page, 'Strikes')).toContainText('10,000');
      await expectAccessible('a dashboard with a vendor’s chart');
    });

    const badge = chart(page, 'Sizes').getByRole('button', { name: 'tally cannot be drawn' });
    await test.step('switched off, its declared fallback draws and names it', async () => {
      await page.goto('/plugins/');
      await page.getByRole('switch', { name: 'Tally enabled' }).click();
      await expect(page.getByText(/^Tally is disabled/)).toBeVisible();
      await expect(page.getByRole('row', { name: /^Tally/ })).toContainText('Disabled');
      await page.goto(dashboard);
      await badge.click();
      await expect(page.getByText('“tally” of the plugin viz-tally could not be drawn, so the same data is shown as “pie”.')).toBeVisible();
      await expect(page.getByText(/^Disabled by /)).toBeVisible();
      await expect(chart(page, 'Strikes')).toContainText('10,000');
      await expectAccessible('a chart drawn by its fallback');
    });

    await test.step('switched on again, it draws', async () => {
      await page.goto('/plugins/');
      await page.getByRole('switch', { name: 'Tally enabled' }).click();
      await expect(page.getByText(/^Tally is enabled/)).toBeVisible();
      await page.goto(dashboard);
      await expect(chart(page, 'Sizes').getByRole('button', { name: /^Small/ })).toBeVisible();
      await expect(badge).toHaveCount(0);
    });

    await test.step('removed, it is gone and the chart is a table', async () => {
      await page.goto('/plugins/');
      await page.getByRole('button', { name: 'Remove Tally' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Tally is removed.')).toBeVisible();
      await expect(page.getByRole('row', { name: /^Tally/ })).toHaveCount(0);
      await page.goto(dashboard);
      await badge.click();
      await expect(page.getByText('No installed plugin draws “tally”, so the same data is shown as “table”.')).toBeVisible();
      await expect(chart(page, 'Sizes').getByRole('table')).toContainText('Small');
    });
    await api.clean();
  });
});
