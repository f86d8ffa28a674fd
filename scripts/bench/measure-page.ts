import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import type { Browser, BrowserContext, Page } from 'playwright';

/** What loading one page cost. */
export interface PageCost {
  readonly requests: number;
  readonly scripts: readonly string[];
  /** Bytes of JavaScript on the wire. */
  readonly brotli: number;
  readonly gzip: number;
  /** Bytes of everything the page fetched, as transferred. */
  readonly transferred: number;
  /** Main-thread milliseconds from navigation to the moment awaited. */
  readonly taskMs: number;
}

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['ORRERY_CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ARGS });
}

/** A context signed in through the one-time link of a fresh server. */
export async function signIn(browser: Browser, loginLink: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(loginLink);
  await page.close();
  return context;
}

/**
 * Loads `url` with a cold cache and measures until `ready` resolves. Sizes are those of the files on disk. With
 * `neededFor`, a performance mark, only scripts without which the page does not reach the mark count: how much of what
 * was fetched ahead happens to arrive before it is a matter of the machine's load, not of the page.
 */
export async function measurePage(context: BrowserContext, url: string, distDir: string, ready: (page: Page) => Promise<unknown>, neededFor?: string): Promise<PageCost> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Performance.enable');
  const paths: string[] = [];
  let transferred = 0;
  client.on('Network.loadingFinished', (event) => void (transferred += event.encodedDataLength));
  await client.send('Network.enable');
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) paths.push(new URL(request.url()).pathname);
  });
  await page.goto(url, { waitUntil: 'commit' });
  await ready(page);
  const { metrics } = await client.send('Performance.getMetrics');
  const taskMs = (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
  const early = neededFor === undefined ? undefined : await page.evaluate(scriptsBefore, neededFor);
  await page.close();
  let scripts = [...new Set(paths.filter((name) => name.endsWith('.js') && (early === undefined || early.includes(name))))];
  if (neededFor !== undefined) scripts = await onlyNeeded(context, url, scripts, neededFor);
  const size = (name: string, ending: string): number => {
    const file = path.join(distDir, name.slice(name.indexOf('/static/') + 1));
    return statSync(existsSync(file + ending) ? file + ending : file).size;
  };
  const sum = (ending: string): number => scripts.reduce((total, name) => total + size(name, ending), 0);
  return { requests: paths.length, scripts, brotli: sum('.br'), gzip: sum('.gz'), transferred, taskMs };
}

const NOT_REACHED_MS = 4000;

/** Drops every script that can be held back without the page missing its mark. */
async function onlyNeeded(context: BrowserContext, url: string, scripts: readonly string[], mark: string): Promise<string[]> {
  const browser = context.browser();
  if (!browser) throw new Error('The context has no browser of its own.');
  const spare: string[] = [];
  const { cookies } = await context.storageState();
  for (const name of scripts) {
    // A context of its own: boots that do not finish would start safe mode for the next page.
    const trial = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 }, storageState: { cookies, origins: [] } });
    const page = await trial.newPage();
    // Never answered: what waits for it waits for ever.
    await page.route((address) => address.pathname === name || spare.includes(address.pathname), () => undefined);
    await page.goto(url, { waitUntil: 'commit' });
    const isReached = await page
      .waitForFunction((wanted) => performance.getEntriesByName(wanted).length > 0, mark, { timeout: NOT_REACHED_MS })
      .then(() => true, () => false);
    if (isReached) spare.push(name);
    await trial.close();
  }
  return scripts.filter((name) => !spare.includes(name));
}

/** Runs in the page: paths of scripts that had arrived at a performance mark. */
function scriptsBefore(mark: string): string[] {
  const at = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.filter((entry) => entry.responseEnd <= at).map((entry) => new URL(entry.name).pathname);
}
