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
 * Loads `url` with a cold cache and measures until `ready` resolves. Sizes are those of the files on disk; `only` keeps
 * those that were there at a performance mark, less what was merely fetched ahead.
 */
export async function measurePage(context: BrowserContext, url: string, distDir: string, ready: (page: Page) => Promise<unknown>, only?: { readonly mark: string; readonly without: (path: string) => boolean }): Promise<PageCost> {
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
  // What arrived after the mark did not help to get there.
  const late = only === undefined ? [] : await page.evaluate(lateScripts, only.mark);
  await page.close();
  const scripts = [...new Set(paths.filter((name) => name.endsWith('.js') && !late.includes(name) && !only?.without(name)))];
  const size = (name: string, ending: string): number => {
    const file = path.join(distDir, name.slice(name.indexOf('/static/') + 1));
    return statSync(existsSync(file + ending) ? file + ending : file).size;
  };
  const sum = (ending: string): number => scripts.reduce((total, name) => total + size(name, ending), 0);
  return { requests: paths.length, scripts, brotli: sum('.br'), gzip: sum('.gz'), transferred, taskMs };
}

/** Runs in the page: paths of scripts that ended after a performance mark. */
function lateScripts(mark: string): string[] {
  const at = performance.getEntriesByName(mark)[0]?.startTime ?? Infinity;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.filter((entry) => entry.responseEnd > at).map((entry) => new URL(entry.name).pathname);
}
