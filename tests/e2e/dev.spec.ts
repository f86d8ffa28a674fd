import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { APIRequestContext } from '@playwright/test';
import { createPlugin } from '../../scripts/create-plugin/create-plugin.ts';
import { registryFile, root } from '../../scripts/paths.ts';
import { expect, test } from './fixtures.ts';
import { openAdminApi } from './support/admin-api.ts';

/** All of it lies in one folder: the plugin, a registry that names it, what is built. Inside the repository, as a plugin under development is. */
const scratch = path.join(root, `.cache/dev-spec-${process.pid}`);
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-dev-'));
let development: ChildProcess | undefined;
let output = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  mkdirSync(scratch, { recursive: true });
  const registry = path.join(scratch, 'plugin-registry.json');
  copyFileSync(registryFile, registry);
  await createPlugin({ kind: 'viz', name: 'dev-dots', dir: path.relative(root, path.join(scratch, 'plugin')), registry });
  development = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev/main.ts', '--port', '0', '--data', dataDir, '--no-examples'], {
    cwd: root,
    env: { ...process.env, ORRERY_DIST: path.join(scratch, 'dist'), ORRERY_REGISTRY: registry },
  });
  for (const stream of [development.stdout, development.stderr]) stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 90_000 }).toMatch(/^ready http/m);
});

test.afterAll(async () => {
  const running = development;
  if (running && running.exitCode === null) {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
  }
  for (const folder of [scratch, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** A small table as a dataset. */
async function addSales(request: APIRequestContext): Promise<void> {
  const instance = await DuckDBInstance.create(path.join(dataDir, 'sales.duckdb'));
  const connection = await instance.connect();
  await connection.run("CREATE TABLE sales AS SELECT * FROM (VALUES ('north'), ('north'), ('south')) AS t(region)");
  connection.closeSync();
  instance.closeSync();
  const { result: token } = (await (await request.get('/api/v1/security/csrf_token/')).json()) as { result: string };
  const headers = { 'x-csrftoken': token };
  const database = await request.post('/api/v1/database/', { headers, data: { database_name: 'Sales', engine: 'duckdb', parameters: { file: 'sales.duckdb' } } });
  const { id } = (await database.json()) as { id: number };
  const dataset = await request.post('/api/v1/dataset/', { headers, data: { database: id, schema: 'main', table_name: 'sales' } });
  expect(dataset.ok(), await dataset.text()).toBe(true);
}

test('npm run dev swaps an edited viz plugin into the open page', async ({ browser }) => {
  test.setTimeout(60_000);
  const context = await browser.newContext({ baseURL: /^ready (\S+)/m.exec(output)?.[1], storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(/http:\/\/\S+\/login\/link\/\S+/.exec(output)?.[0] ?? '');
  await page.waitForURL(/\/superset\/welcome\/|\/$/);
  await addSales(context.request);
  const api = await openAdminApi(context.request, { table: 'sales', column: 'region' });
  const id = await api.makeChart('Regions', 'dev-dots');

  await page.goto(await api.makeDashboard('Development', [{ id, name: 'Regions' }]));
  const chart = page.getByRole('figure', { name: 'Regions' });
  await expect(chart).toContainText('north');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const edit = (file: string, from: string, to: string): void => {
    const full = path.join(scratch, 'plugin/web', file);
    const text = readFileSync(full, 'utf8');
    expect(text).toContain(from);
    writeFileSync(full, text.replace(from, to));
  };

  await test.step('a component', async () => {
    edit('chart.tsx', '{point.value.toLocaleString()}', '{`${point.value} sold`}');
    await expect(chart).toContainText('2 sold');
  });
  await test.step('the transformation of the results', async () => {
    edit('viz.ts', 'const label = String(', "const label = '→ ' + String(");
    await expect(chart).toContainText('→ south');
  });
  await test.step('a style sheet', async () => {
    edit('styles.css', 'cursor: pointer;', 'cursor: crosshair;');
    await expect(chart.locator('.viz-dev-dots-row').first()).toHaveCSS('cursor', 'crosshair');
    await expect(page.locator('link[rel=stylesheet][data-plugin=viz-dev-dots]')).toHaveCount(1);
  });
  await test.step('a mistake changes nothing, its correction does', async () => {
    edit('chart.tsx', ' sold`', ' sold` oops');
    await expect.poll(() => output).toMatch(/dev: viz-dev-dots: .*chart\.tsx/s);
    await expect(chart).toContainText('2 sold');
    edit('chart.tsx', ' sold` oops', ' pieces`');
    await expect(chart).toContainText('2 pieces');
  });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});
