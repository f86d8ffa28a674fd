import type { BrowserContext, Page } from 'playwright';

/** What opening a page of charts cost. */
export interface OpenCost {
  /** Milliseconds from navigation start to the last chart drawn. */
  readonly doneMs: number;
  readonly taskMs: number;
  readonly heapBytes: number;
  /** Calls of data: documents, scripts and styles not counted. */
  readonly calls: number;
}

const TIMEOUT_MS = 120_000;

/** Opens `url` in a page tall enough to show every chart, until `count` elements match `drawn`; `then` may use the page. */
export async function openPage(context: BrowserContext, url: string, drawn: string, count: number, then?: (page: Page) => Promise<void>): Promise<OpenCost> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 600 + count * 100 });
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  let calls = 0;
  page.on('request', (request) => void (calls += ['fetch', 'xhr'].includes(request.resourceType()) ? 1 : 0));
  await page.goto(url, { waitUntil: 'commit' });
  const doneMs = await page.evaluate(whenDrawn, { drawn, count, timeout: TIMEOUT_MS });
  const read = async (): Promise<Record<string, number>> => Object.fromEntries((await client.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const { TaskDuration = 0 } = await read();
  await client.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = 0 } = await read();
  await then?.(page);
  await page.close();
  return { doneMs, taskMs: TaskDuration * 1000, heapBytes: JSHeapUsedSize, calls };
}

/** Runs in the page: when the frame that shows the last chart was painted. */
function whenDrawn({ drawn, count, timeout }: { drawn: string; count: number; timeout: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (document.querySelectorAll(drawn).length >= count) requestAnimationFrame(() => resolve(performance.now()));
      else if (performance.now() > timeout) reject(new Error(`${document.querySelectorAll(drawn).length} of ${count} charts were drawn: ${document.body.innerText.slice(0, 500)}`));
      else requestAnimationFrame(look);
    };
    look();
  });
}
