import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../../scripts/lib/running-server.ts';
import { waitForExamples } from '../../scripts/lib/wait-for-examples.ts';

/** Where the signed-in state of the administrator lies for all tests of a run. */
export const AUTH_FILE = path.resolve(import.meta.dirname, '../../test-results/.auth/admin.json');

/** One server with the example data for all tests; the login link it prints is used once, here, as a person would. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // While writing tests: ORRERY_URL names a server that runs already, ORRERY_STATE the stored state of a sign-in to it.
  if (process.env['ORRERY_URL'] && process.env['ORRERY_STATE']) {
    mkdirSync(path.dirname(AUTH_FILE), { recursive: true });
    copyFileSync(process.env['ORRERY_STATE'], AUTH_FILE);
    return async () => {};
  }
  // Embedding is off by default; guests get what Gamma may do.
  const server = await startServer({ env: { ORRERY_FEATURE_EMBEDDED_SUPERSET: 'true', ORRERY_CONF: JSON.stringify({ GUEST_ROLE_NAME: 'Gamma' }) } });
  if (!server.loginLink) throw new Error(`The server printed no login link:\n${server.output()}`);
  process.env['ORRERY_URL'] = server.url;
  const browser = await chromium.launch({ executablePath: process.env['ORRERY_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(server.loginLink);
  await page.waitForURL(/\/superset\/welcome\/|\/$/);
  await waitForExamples(context.request, server.url);
  mkdirSync(path.dirname(AUTH_FILE), { recursive: true });
  // Cookies only: what pages keep in local storage is their own business in each test.
  const { cookies } = await context.storageState();
  writeFileSync(AUTH_FILE, JSON.stringify({ cookies, origins: [] }));
  await browser.close();
  return () => server.stop();
}
