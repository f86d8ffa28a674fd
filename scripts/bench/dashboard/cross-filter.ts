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
  const point = await target.evaluate(pointInside);
  await page.evaluate(watchPage);
  let calls = 0;
  const count = (request: { resourceType(): string; url(): string }): void => void (calls += request.resourceType() === 'fetch' && request.url().includes('/chart/data') ? 1 : 0);
  page.on('request', count);
  await page.mouse.click(point.x, point.y);
  await page.waitForTimeout(SETTLED_MS);
  page.off('request', count);
  return { ...(await page.evaluate(readWatch)), calls };
}

/** Runs in the page: where a shape can be hit; the middle of a ring's box is not on the ring. */
function pointInside(shape: Element): { x: number; y: number } {
  const { left, top, width, height } = shape.getBoundingClientRect();
  for (let at = 0; at < 400; at += 1) {
    const [x, y] = [left + (width * ((at % 20) + 0.5)) / 20, top + (height * (Math.floor(at / 20) + 0.5)) / 20];
    if (document.elementFromPoint(x, y) === shape) return { x, y };
  }
  throw new Error('The shape cannot be hit');
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
  // A drawing changes by its paths, colours and texts, or by being replaced.
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['d', 'fill', 'aria-label'] });
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
  if (watch.changedAt <= watch.clickedAt) throw new Error('The click changed nothing');
  return { inpMs: watch.inpMs, repaintedMs: Math.max(0, watch.changedAt - watch.clickedAt) };
}
