import type { Page } from 'playwright';

/** What one click on a slice cost. */
export interface ClickCost {
  /** Milliseconds from the click to the next paint, as the browser's event timing says. */
  readonly inpMs: number;
  /** Milliseconds from the click to the last change of any chart. */
  readonly repaintedMs: number;
  readonly calls: number;
}

const SETTLED_MS = 1500;

/** Clicks a slice of the first pie and watches until the page is still. */
export async function clickSlice(page: Page, slice: string): Promise<ClickCost> {
  const target = page.getByRole('option', { name: slice }).first();
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is no ${slice} to click`);
  await page.evaluate(watchPage);
  let calls = 0;
  const count = (request: { resourceType(): string; url(): string }): void => void (calls += request.resourceType() === 'fetch' && request.url().includes('/chart/data') ? 1 : 0);
  page.on('request', count);
  await target.click();
  await page.waitForTimeout(SETTLED_MS);
  page.off('request', count);
  return { ...(await page.evaluate(readWatch)), calls };
}

interface Watch {
  inpMs: number;
  clickedAt: number;
  changedAt: number;
  stop(): void;
}

/** Runs in the page. */
function watchPage(): void {
  const watch: Watch = { inpMs: 0, clickedAt: 0, changedAt: 0, stop: () => undefined };
  const timing = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watch.inpMs = Math.max(watch.inpMs, entry.duration);
  });
  timing.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  document.addEventListener('pointerdown', () => void (watch.clickedAt = performance.now()), { capture: true, once: true });
  const changes = new MutationObserver(() => requestAnimationFrame(() => void (watch.changedAt = performance.now())));
  // Drawings change by their paths, or by being replaced.
  changes.observe(document.querySelector('main') ?? document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['d'] });
  watch.stop = () => {
    timing.disconnect();
    changes.disconnect();
  };
  (globalThis as { orreryWatch?: Watch }).orreryWatch = watch;
}

/** Runs in the page. */
function readWatch(): { inpMs: number; repaintedMs: number } {
  const watch = (globalThis as { orreryWatch?: Watch }).orreryWatch;
  if (!watch) throw new Error('Nothing was watched');
  watch.stop();
  return { inpMs: watch.inpMs, repaintedMs: Math.max(0, watch.changedAt - watch.clickedAt) };
}
