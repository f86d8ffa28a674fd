import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { AdminApi } from './support/admin-api.ts';
import { openAdminApi } from './support/admin-api.ts';
import type { BundleFiles, BundleServer } from './support/bundle-server.ts';
import { craftBundle, startBundleServer, vizCode } from './support/bundle-server.ts';

const LIST = '**/dynamic-plugins/api/read';
const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}\\b`) });
/** To the Plugins page without loading the page anew, so that it tells what happened in this page. */
const toPlugins = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Plugins' }).click();

let vendor: BundleServer;
let api: AdminApi;
test.beforeAll(async () => {
  vendor = await startBundleServer();
});
test.afterAll(() => vendor.close());
test.beforeEach(async ({ page }) => {
  api = await openAdminApi(page.request);
});
test.afterEach(() => api.clean());

/** A dashboard with a chart that works beside one of the given type. */
async function makeBoard(type: string): Promise<string> {
  const strikes = await api.makeChart('Strikes', 'big_number_total');
  const broken = await api.makeChart('Broken', type);
  return api.makeDashboard(`Board of ${type}`, [{ id: strikes, name: 'Strikes' }, { id: broken, name: 'Broken' }]);
}

/** The working chart draws; the broken one shows the same data as `fallback`, says why, and offers to try again. */
async function expectFallback(page: Page, type: string, expected: { readonly plugin: string; readonly reason: RegExp; readonly fallback?: string }): Promise<void> {
  await expect(chart(page, 'Strikes')).toContainText('10,000');
  const badge = chart(page, 'Broken').getByRole('button', { name: `${type} cannot be drawn` });
  await badge.click();
  await expect(page.getByText(`“${type}” of the plugin ${expected.plugin} could not be drawn, so the same data is shown as “${expected.fallback ?? 'pie'}”.`)).toBeVisible();
  await expect(page.getByText(expected.reason)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chart(page, 'Broken')).toContainText('Small');
}

/** Code, advice and a way forward on the Plugins page. */
async function expectRow(page: Page, name: string, expected: { readonly state: string; readonly code: string; readonly what: string; readonly advice: string; readonly canRetry?: boolean }): Promise<void> {
  const line = row(page, name);
  await expect(line).toContainText(expected.state);
  await expect(line).toContainText(expected.what);
  await expect(line).toContainText(expected.advice);
  await line.getByText('Details', { exact: true }).click();
  await expect(line).toContainText(expected.code);
  await expect(line.getByRole('button', { name: `Try ${name} again` })).toHaveCount(expected.canRetry === false ? 0 : 1);
}

test('the dialog says what is wrong with a bundle, at its field', async ({ page, guard }) => {
  guard.allow(/422/);
  const good = craftBundle('wrong', vizCode('wrong'));
  const { 'plugin.json': _manifest, ...noManifest } = good;
  const { 'plugin.js': _code, ...noCode } = good;
  const cases: readonly { readonly name: string; readonly files: BundleFiles; readonly key?: string; readonly says: RegExp }[] = [
    { name: 'no-manifest', files: noManifest, says: /No plugin\.json could be read beside .*404.*Serve plugin\.json from the same folder/ },
    { name: 'no-bundle', files: noCode, says: /The file plugin\.js of the bundle could not be read: the server answered 404/ },
    { name: 'bad-manifest', files: craftBundle('wrong', vizCode('wrong'), { contribute: {}, locales: 'en' }), says: /plugin\.json .* is not valid: .*\/locales: .*\/contribute: .*\(did you mean "contributes"\?\)/s },
    { name: 'wrong-id', files: good, key: 'viz-other', says: /The bundle is plugin "viz-wrong", but it was added under the key "viz-other"/ },
    { name: 'old-sdk', files: craftBundle('wrong', vizCode('wrong'), { engines: { sdk: '^9.0.0' } }), says: /SDK.*\^9\.0\.0/s },
    { name: 'tampered', files: { ...good, 'plugin.js': `${String(good['plugin.js'])}\nfetch('https://evil.test');` }, says: /The file plugin\.js is not the one plugin\.files\.json describes\. Publish the bundle again\./ },
  ];
  await page.goto('/plugins/');
  await page.getByRole('button', { name: 'Add plugin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add plugin' });
  await dialog.getByLabel('Name').fill('Wrong');
  for (const { name, files, key = 'viz-wrong', says } of cases) {
    await dialog.getByLabel('Key').fill(key);
    await dialog.getByLabel('Bundle URL').fill(vendor.put(name, files));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText(says), name).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Pie chart')).toBeVisible();
  await expect(page.getByRole('row', { name: /wrong/i })).toHaveCount(0);
});

for (const { name, answer } of [
  { name: 'is slow', answer: 'late' },
  { name: 'answers 500', answer: 'broken' },
] as const) {
  test(`[PLUG-09] the list of added plugins ${name}: nothing waits for it, and the Plugins page says so`, async ({ page, guard }) => {
    guard.allow(/500 \(Internal Server Error\)/);
    const board = await makeBoard('unheard-of');
    let isAnswered = false;
    await page.route(LIST, async (route) => {
      if (answer === 'broken') return route.fulfill({ status: 500, json: { message: 'down' } });
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      isAnswered = true;
      return route.fulfill({ json: { result: [] } }).catch(() => undefined);
    });
    const asked = page.waitForRequest(LIST);
    await page.goto(board);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(chart(page, 'Strikes')).toContainText('10,000');
    await asked;
    // What needs the list gives it three seconds, what does not need it none.
    await chart(page, 'Broken').getByRole('button', { name: 'unheard-of cannot be drawn' }).click();
    expect(isAnswered).toBe(false);
    await expect(page.getByText('No installed plugin draws “unheard-of”, so the same data is shown as “table”.')).toBeVisible();
    await page.keyboard.press('Escape');

    await toPlugins(page);
    await expect(row(page, 'Pie chart')).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'The list of added plugins did not arrive.' });
    await expect(alert).toContainText('Everything else works. Try again');
    await page.unroute(LIST);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toHaveCount(0);
  });
}

test('[PLUG-09] entries of the list that cannot be taken are named with code, advice and Retry', async ({ page, guard }) => {
  guard.allow(/404 \(Not Found\)/);
  const files = new Map<string, string>();
  const offer = (key: string, bundle?: BundleFiles) => {
    for (const [file, text] of Object.entries(bundle ?? {})) files.set(`/acme/${key}/${file}`, String(text));
    return { id: 1, name: key, key, bundle_url: `/acme/${key}/plugin.js` };
  };
  const entries = [
    offer('viz-gone'),
    offer('viz-untidy', craftBundle('untidy', vizCode('untidy'), { contribute: {} })),
    offer('viz-renamed', craftBundle('other', vizCode('other'))),
    offer('viz-future', craftBundle('future', vizCode('future'), { engines: { sdk: '^9.0.0' } })),
    { id: 5, name: 'foreign', key: 'viz-foreign', bundle_url: 'https://elsewhere.test/plugin.js' },
  ];
  await page.route(LIST, (route) => route.fulfill({ json: { result: entries } }));
  await page.route('**/acme/**', (route) => {
    const body = files.get(new URL(route.request().url()).pathname);
    return body === undefined ? route.fulfill({ status: 404, body: 'Not found' }) : route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto('/plugins/');
  await expect(row(page, 'Pie chart')).toBeVisible();
  await expectRow(page, 'viz-gone', { state: 'Rejected', code: 'MANIFEST_UNAVAILABLE', what: 'Its plugin.json could not be fetched.', advice: 'Check that plugin.json lies beside the bundle' });
  await expectRow(page, 'viz-untidy', { state: 'Rejected', code: 'MANIFEST_INVALID', what: 'Its plugin.json has errors.', advice: 'The details list all of them.' });
  await expectRow(page, 'viz-renamed', { state: 'Rejected', code: 'MANIFEST_ID_MISMATCH', what: 'The id in its plugin.json is not the key', advice: 'add it with the id as key' });
  await expectRow(page, 'Acme future', { state: 'Rejected', code: 'SDK_INCOMPATIBLE', what: 'built for another version of the SDK', advice: 'Install a version built for this SDK.' });
  await expectRow(page, 'viz-foreign', { state: 'Rejected', code: 'ORIGIN_NOT_ALLOWED', what: 'The policy of this installation does not allow it.', advice: 'serve the plugin from an allowed origin' });

  // A way forward: mended at its source, it is taken without a reload.
  for (const [file, text] of Object.entries(craftBundle('gone', vizCode('gone')))) files.set(`/acme/viz-gone/${file}`, String(text));
  await row(page, 'viz-gone').getByRole('button', { name: 'Try viz-gone again' }).click();
  await expect(row(page, 'Acme gone')).toContainText('Active');
});

test('a plugin made for another SDK: its charts fall back and name it', async ({ page, guard }) => {
  guard.allow(/404 \(Not Found\)/);
  const board = await makeBoard('future');
  const bundle = craftBundle('future', vizCode('future'), { engines: { sdk: '^9.0.0' } });
  await page.route(LIST, (route) => route.fulfill({ json: [{ id: 1, name: 'Future', key: 'viz-future', bundle_url: '/acme/future/plugin.js' }] }));
  await page.route('**/acme/future/*', (route) => route.fulfill({ body: bundle[route.request().url().split('/').at(-1) ?? ''] ?? '', contentType: 'text/javascript' }));
  await page.goto(board);
  await expectFallback(page, 'future', { plugin: 'viz-future', reason: /\^9\.0\.0/ });
});

interface Failure {
  readonly type: string;
  readonly title: string;
  readonly code: string;
  readonly state: string;
  readonly what: string;
  readonly advice: string;
  readonly reason: RegExp;
  readonly parts?: Parameters<typeof vizCode>[1];
  /** Breaks the served file on its way to the browser; the way forward is then a second attempt. */
  readonly breakFile?: (page: Page) => Promise<void>;
  readonly allow?: readonly RegExp[];
}

const SERVED = (type: string) => `**/dynamic-plugins/files/viz-${type}/**/plugin.js*`;
const FAILURES: readonly Failure[] = [
  {
    type: 'lost', title: 'its bundle answers 404', code: 'LOAD_NETWORK', state: 'Not loaded', what: 'Its code could not be fetched.', advice: 'Check the connection and try again.', reason: /could not be fetched: the server answered 404/,
    breakFile: (page) => page.route(SERVED('lost'), (route) => route.fulfill({ status: 404, body: 'gone' })).then(() => undefined),
    allow: [/404/],
  },
  {
    type: 'forged', title: 'its served file was tampered with', code: 'INTEGRITY_MISMATCH', state: 'Not started', what: 'A file is not the one that was checked.', advice: 'Remove the plugin and add it again.', reason: /not what its publisher declared/,
    breakFile: (page) => page.route(SERVED('forged'), (route) => route.fulfill({ contentType: 'text/javascript', body: `${vizCode('forged')}\nwindow.isForged = true;` })).then(() => undefined),
    allow: [/integrity/i],
  },
  { type: 'stumbling', title: 'it throws while it is imported', code: 'LOAD_EVALUATION', state: 'Not loaded', what: 'Its code failed while being read.', advice: 'Try another version.', reason: /failed while it was loading: boom at import/, parts: { atImport: "throw new Error('boom at import');" } },
  { type: 'refusing', title: 'it throws in activate', code: 'ACTIVATE_FAILED', state: 'Not started', what: 'It failed while starting.', advice: 'Try again.', reason: /boom in activate/, parts: { inActivate: "throw new Error('boom in activate')" } },
  { type: 'dreaming', title: 'it never settles', code: 'ACTIVATE_TIMEOUT', state: 'Not started', what: 'It did not finish starting in time.', advice: 'Try again.', reason: /did not finish within 5 s/, parts: { inActivate: 'return new Promise(() => {})' } },
];

for (const { type, title, code, state, what, advice, reason, parts, breakFile, allow = [] } of FAILURES) {
  test(`${title}: the chart falls back and the Plugins page knows`, async ({ page, guard }) => {
    guard.allow(...allow);
    await api.addPlugin(`viz-${type}`, vendor.put(type, craftBundle(type, vizCode(type, parts))));
    const board = await makeBoard(type);
    await breakFile?.(page);
    await page.goto(board);
    await expectFallback(page, type, { plugin: `viz-${type}`, reason });
    await toPlugins(page);
    await expectRow(page, `Acme ${type}`, { state, code, what, advice });
    if (!breakFile) return;
    expect(await page.evaluate(() => 'isForged' in window)).toBe(false);
    await page.unroute(SERVED(type));
    await row(page, `Acme ${type}`).getByRole('button', { name: `Try Acme ${type} again` }).click();
    await expect(row(page, `Acme ${type}`)).toContainText('Active');
    await page.goBack();
    await expect(chart(page, 'Broken')).toContainText('Acme drew');
    await expect(page.getByRole('button', { name: `${type} cannot be drawn` })).toHaveCount(0);
  });
}

test('it throws in render: the chart falls back at once, and the plugin is paused when it keeps failing', async ({ page }) => {
  await api.addPlugin('viz-crashing', vendor.put('crashing', craftBundle('crashing', vizCode('crashing', { inRender: "throw new Error('boom in render')" }))));
  await page.goto(await makeBoard('crashing'));
  await expectFallback(page, 'crashing', { plugin: 'viz-crashing', reason: /boom in render/ });
  const badge = chart(page, 'Broken').getByRole('button', { name: 'crashing cannot be drawn' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await badge.click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(badge).toBeVisible();
    await expect(chart(page, 'Broken')).toContainText('Small');
  }
  await toPlugins(page);
  await expectRow(page, 'Acme crashing', { state: 'Paused', code: 'QUARANTINED', what: 'It failed three times within a minute and was paused.', advice: 'Try again, or disable it until there is a new version.' });
});
