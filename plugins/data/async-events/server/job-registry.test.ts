import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { JsonObject } from '@orrery/sdk';
import { createJobRegistry } from './job-registry.ts';
import { createListeners } from './listeners.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const channel = { id: 'c', subject: '1' };

function registry(silenceMs: number) {
  const told: JsonObject[] = [];
  const cache = { get: async () => undefined, set: async () => undefined, delete: async () => undefined, singleFlight: <T>(_: string, compute: () => Promise<T>) => compute() };
  const listeners = createListeners(cache);
  const jobs = createJobRegistry({ events: { append: async (_, event) => `${told.push(event)}-0` }, listeners, log: log as never, silenceMs });
  return { told, jobs, listeners };
}

/** Work that ends only when it is stopped. */
const endless = (stopped: () => void) => ({
  key: 'k',
  run: (signal: AbortSignal) =>
    new Promise<string>((_, reject) =>
      signal.addEventListener('abort', () => {
        stopped();
        reject(new Error('stopped'));
      }),
    ),
});

it('[contract §3.8] stops a job nobody listens to any more, and says so', async () => {
  const { told, jobs } = registry(60);
  const stopped = vi.fn();
  const id = jobs.start(channel, 1, endless(stopped));
  expect(jobs.start(channel, 1, endless(stopped))).toBe(id);
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ job_id: id, status: 'error', errors: [{ message: expect.stringMatching(/nobody waited/) }] }));
  expect(jobs.start(channel, 1, endless(stopped))).not.toBe(id);
  jobs.dispose();
});

it('keeps a job while somebody listens', async () => {
  const { jobs, listeners } = registry(100);
  const stopped = vi.fn();
  jobs.start(channel, 1, endless(stopped));
  for (let round = 0; round < 8; round++) {
    await wait(40);
    listeners.heard(channel.id);
  }
  expect(stopped).not.toHaveBeenCalled();
  jobs.dispose();
  expect(stopped).toHaveBeenCalledTimes(1);
});

it('tells nothing of failures that are not meant for users', async () => {
  const { told, jobs } = registry(1000);
  jobs.start(channel, 1, { key: 'x', run: () => Promise.reject(new Error('password=secret')) });
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ status: 'error', errors: [{ message: 'Fatal error' }] }));
  jobs.dispose();
});
