import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { JsonObject } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { EventLog } from '@orrery/sdk/server';
import { createJobRegistry } from './job-registry.ts';
import { createListeners } from './listeners.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const channel = { id: 'c', subject: '1' };
const LONG = 60_000;

function registry(silenceMs: number, append?: EventLog['append']) {
  const told: JsonObject[] = [];
  const listeners = createListeners({ set: async () => undefined, get: async () => 0 });
  const jobs = createJobRegistry({ events: { append: append ?? (async (_, event) => `${told.push(event)}-0`) }, listeners, watch: { begin: () => undefined, end: () => undefined }, log: log as never, silenceMs, retryMs: 5 });
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
  const id = await jobs.start(channel, 1, endless(stopped));
  expect(await jobs.start(channel, 1, endless(stopped))).toBe(id);
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ job_id: id, status: 'error', errors: [{ message: expect.stringMatching(/nobody waited/) }] }));
  expect(await jobs.start(channel, 1, endless(stopped))).not.toBe(id);
  jobs.dispose();
});

it('keeps a job while somebody listens', async () => {
  const { jobs, listeners } = registry(100);
  const stopped = vi.fn();
  await jobs.start(channel, 1, endless(stopped));
  for (let round = 0; round < 8; round++) {
    await wait(40);
    listeners.heard(channel.id);
  }
  expect(stopped).not.toHaveBeenCalled();
  jobs.dispose();
  expect(stopped).toHaveBeenCalledTimes(1);
});

it('stops a job when the last one who waits for it leaves, not before', async () => {
  const { told, jobs } = registry(LONG);
  const stopped = vi.fn();
  const other = { id: 'd', subject: '1' };
  const id = await jobs.start(channel, 1, endless(stopped));
  await jobs.start(channel, 1, endless(stopped));
  await jobs.start(other, 1, endless(stopped));
  jobs.leave(channel.id, id);
  jobs.leave(channel.id, id);
  jobs.leave(channel.id, id);
  jobs.leave(channel.id, 'another job');
  jobs.leave('a stranger', id);
  expect(stopped).not.toHaveBeenCalled();
  jobs.leave(other.id, id);
  expect(stopped).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(told.filter(({ status }) => status === 'error').map(({ channel_id }) => channel_id)).toEqual(['c', 'd']));
  expect(told.at(-1)).toMatchObject({ errors: [{ message: 'The query was cancelled.' }] });
});

it('starts nothing whose events cannot be stored', async () => {
  const run = vi.fn();
  const { jobs } = registry(LONG, () => Promise.reject(new HttpError(503, 'not now')));
  const both = await Promise.allSettled([jobs.start(channel, 1, { key: 'k', run }), jobs.start(channel, 1, { key: 'k', run })]);
  expect(both).toMatchObject([{ status: 'rejected', reason: { status: 503 } }, { status: 'rejected', reason: { status: 503 } }]);
  expect(run).not.toHaveBeenCalled();
});

it('tells the end even if events cannot be stored for a while', async () => {
  const stored: JsonObject[] = [];
  let tries = 0;
  const { jobs } = registry(LONG, async (_, event) => {
    tries += 1;
    if (tries > 1 && tries < 6) throw new HttpError(503, 'not now');
    return `${stored.push(event)}-0`;
  });
  await jobs.start(channel, 1, { key: 'k', run: async () => '/there' });
  await vi.waitFor(() => expect(stored).toMatchObject([{ status: 'running' }, { status: 'done', result_url: '/there' }]));
  expect(tries).toBe(6);
});

it('tells who waits that the server ends, at once and once', async () => {
  const { told, jobs } = registry(LONG);
  await jobs.start(channel, 1, endless(() => undefined));
  jobs.dispose();
  expect(told).toMatchObject([{ status: 'running' }, { status: 'error', errors: [{ message: expect.stringMatching(/restarted/) }] }]);
  await wait(20);
  expect(told).toHaveLength(2);
});

it('tells nothing of failures that are not meant for users', async () => {
  const { told, jobs } = registry(1000);
  await jobs.start(channel, 1, { key: 'x', run: () => Promise.reject(new Error('password=secret')) });
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ status: 'error', errors: [{ message: 'Fatal error' }] }));
  jobs.dispose();
});
