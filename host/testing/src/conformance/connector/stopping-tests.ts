import { expect, it } from 'vitest';
import type { ConnectorBench } from './connector-bench.ts';
import { failureOf, rowsOf } from './connector-bench.ts';
import { startFairClock } from './fair-clock.ts';

/** What a page that was closed may cost the database (contract: stopped there, not only here). */
const WITHIN_MS = 1000;
/** However busy the machine is. */
const AT_MOST_MS = 15_000;
/** Moments at which callers leave, in milliseconds: before, while and after the statement reaches the engine. */
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 23, 26, 30, 35, 40, 50, 70];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tests of statements that must end before they are done: by time or because their caller left. */
export function stoppingTests({ options, subject }: ConnectorBench): void {
  const connection = () => subject().connection;
  const marked = (marker: string): string => options.slowSql.replace(/^(.*?\bSELECT\b)(?= count)/is, `$1 '${marker}' AS marker,`);
  const running = async (marker: string): Promise<number> => Number((await rowsOf(connection(), options.runningSql?.(marker) ?? 'SELECT 0'))[0]?.[0]);
  const untilQuiet = async (marker: string, started: number): Promise<void> => {
    while ((await running(marker)) > 0 && performance.now() - started < AT_MOST_MS) await pause(20);
    expect(await running(marker)).toBe(0);
  };

  it('stops in time', async () => {
    const clock = startFairClock();
    const started = performance.now();
    expect(await failureOf(rowsOf(connection(), options.slowSql, { timeoutMs: 500 }))).toMatchObject({ code: 'timeout' });
    expect(clock.stop()).toBeLessThan(500 + WITHIN_MS);
    expect(performance.now() - started).toBeLessThan(AT_MOST_MS);
  }, 40_000);

  it('cancels in the engine within a second', async () => {
    const marker = `m${Date.now()}`;
    const controller = new AbortController();
    const cancelled = failureOf(rowsOf(connection(), marked(marker), { signal: controller.signal }));
    if (options.runningSql) await expect.poll(() => running(marker), { timeout: AT_MOST_MS }).toBe(1);
    else await pause(300);
    const clock = startFairClock();
    const started = performance.now();
    controller.abort();
    expect(await cancelled).toMatchObject({ code: 'cancelled' });
    await untilQuiet(marker, started);
    expect(clock.stop()).toBeLessThan(WITHIN_MS);
    expect(performance.now() - started).toBeLessThan(AT_MOST_MS);
  }, 40_000);

  it('leaves nothing running in the engine, whenever its caller leaves', async () => {
    expect(await failureOf(rowsOf(connection(), 'SELECT 1', { signal: AbortSignal.abort() }))).toMatchObject({ code: 'cancelled' });
    const marker = `w${Date.now()}`;
    for (const moment of MOMENTS) {
      const controller = new AbortController();
      const cancelled = failureOf(rowsOf(connection(), marked(marker), { signal: controller.signal }));
      await pause(moment);
      const clock = startFairClock();
      const started = performance.now();
      controller.abort();
      expect(await cancelled, `after ${moment} ms`).toMatchObject({ code: 'cancelled' });
      await untilQuiet(marker, started);
      expect(clock.stop(), `after ${moment} ms`).toBeLessThan(WITHIN_MS);
    }
  }, 180_000);
}
