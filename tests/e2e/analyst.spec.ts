import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The number a KPI card shows, as drawn. */
const kpi = (page: Page, title: string) => page.getByRole('figure', { name: title, exact: true });

test.describe('the analyst', () => {
  test('opens the flights dashboard over 3 million rows, clicks a bar and sees the other charts filter', async ({ page, expectAccessible }) => {
    await page.goto('/superset/dashboard/flights/');
    await expect(page.getByRole('heading', { level: 1, name: 'Flights' })).toBeVisible();
    await expect(kpi(page, 'Flights')).toContainText('3,000,000');
    await expect(page).toHaveTitle(/Flights/);

    const airports = page.getByRole('figure', { name: 'Busiest airports of departure' });
    // Charts below the fold are not queried before they are near.
    await page.getByRole('region', { name: 'Busiest airports of departure' }).scrollIntoViewIfNeeded();
    const bar = airports.getByRole('option').first();
    await bar.scrollIntoViewIfNeeded();
    await expect(bar).toHaveAccessibleName(/Chicago/);
    const data = page.waitForResponse((response) => response.url().includes('/api/v1/chart/data'));
    await bar.click();
    await data;
    await expect(kpi(page, 'Flights')).not.toContainText('3,000,000');
    await expect(bar).toHaveAttribute('aria-selected', 'true');
    // The chart that emits keeps all its bars.
    await expect(airports.getByRole('option')).toHaveCount(12);
    await expectAccessible('a filtered dashboard');

    await bar.click();
    await expect(kpi(page, 'Flights')).toContainText('3,000,000');
  });

  test('[VIZ-02] selects a bar by keyboard alone', async ({ page }) => {
    await page.goto('/superset/dashboard/flights/');
    await page.getByRole('region', { name: 'Busiest airports of departure' }).scrollIntoViewIfNeeded();
    const list = page.getByRole('figure', { name: 'Busiest airports of departure' }).getByRole('listbox');
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(kpi(page, 'Flights')).not.toContainText('3,000,000');
  });

  test('filters by the filter bar and finds the state again by its address', async ({ page }) => {
    await page.goto('/superset/dashboard/flights/');
    await expect(kpi(page, 'Flights')).toContainText('3,000,000');
    const state = page.getByRole('combobox', { name: 'Origin state' });
    await state.click();
    await state.fill('CA');
    await page.getByRole('option', { name: 'CA', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(kpi(page, 'Flights')).not.toContainText('3,000,000');
    await expect(page).toHaveURL(/native_filters_key=/);
    const filtered = await kpi(page, 'Flights').innerText();
    await page.reload();
    await expect(kpi(page, 'Flights')).toContainText(filtered.split('\n')[0] ?? '');
  });

  test('opens a chart in Explore, changes metric, dimension and grain, saves it as new, and finds it on a dashboard after reload', async ({ page }) => {
    const name = `Distance by state ${Date.now()}`;
    await page.goto('/superset/dashboard/flights/');
    await page.getByRole('region', { name: 'How many flights leave each week?' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/explore\/\?.*slice_id=/);
    const settings = page.getByRole('region', { name: 'Chart settings' });
    const metrics = settings.getByRole('group', { name: 'Metrics' });
    await expect(metrics.getByRole('listitem')).toHaveCount(1);

    await metrics.getByRole('button', { name: /^Remove / }).click();
    await metrics.getByRole('button', { name: /Add to Metrics/ }).click();
    await page.getByRole('tab', { name: 'Simple' }).click();
    await pick(page, 'Column', 'distance');
    await page.getByLabel('Aggregate').selectOption({ label: 'AVG' }).catch(async () => pick(page, 'Aggregate', 'AVG'));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(metrics.getByRole('listitem')).toHaveText(/AVG/);

    const dimensions = settings.getByRole('group', { name: 'Dimensions' });
    await dimensions.getByRole('button', { name: /Add to Dimensions/ }).click();
    await pick(page, 'Column', 'Origin state');
    await expect(dimensions.getByRole('listitem')).toHaveCount(1);

    await settings.getByRole('combobox', { name: 'Time grain' }).selectOption({ label: 'Month' });
    await settings.getByRole('button', { name: /^(?:Update|Create) chart$/ }).click();
    const figure = page.getByRole('region', { name: 'Chart', exact: true }).getByRole('figure');
    await expect(figure).toContainText(/series/);

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save chart' });
    await dialog.getByLabel('Save as…').check();
    await dialog.getByLabel('Chart name').fill(name);
    const board = dialog.getByRole('combobox', { name: 'Add to dashboard' });
    await board.click();
    await board.fill('Movies');
    await page.getByRole('option', { name: 'Movies' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`was added to dashboard [Movies]`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

    await page.goto('/superset/dashboard/movies/');
    const added = page.getByRole('region', { name });
    await added.scrollIntoViewIfNeeded();
    await expect(added.getByRole('figure')).toContainText(/series/);
    await page.reload();
    await page.getByRole('region', { name }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('region', { name }).getByRole('figure')).toContainText(/series/);
  });

  test('[Ctrl+K] finds a dashboard from anywhere', async ({ page }) => {
    await page.goto('/chart/list/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Dashboards');
    await page.getByRole('option', { name: /Dashboards/ }).first().click();
    await expect(page).toHaveURL(/\/dashboard\/list\//);
  });

  test('[GEN-03] sorts, filters and pages a list, and the address restores it', async ({ page }) => {
    await page.goto('/chart/list/');
    await page.getByRole('searchbox', { name: /search/i }).fill('flights');
    await expect(page).toHaveURL(/filters=/);
    await expect(page.getByRole('row')).not.toHaveCount(26);
    const count = await page.getByRole('row').count();
    await page.reload();
    await expect(page.getByRole('row')).toHaveCount(count);
  });
});

/** Chooses from a combobox by typing. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).last();
  await box.click();
  await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}
