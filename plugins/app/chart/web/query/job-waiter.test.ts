// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { PluginContext } from '@orrery/sdk/web';
import { fakeBootstrap } from '@orrery/testing';
import { createTestChannel, done } from './async/channel.test-kit.ts';
import { createJobWaiter } from './job-waiter.ts';

function open(flags: Readonly<Record<string, boolean>> = { GLOBAL_ASYNC_QUERIES: true }) {
  const channel = createTestChannel();
  const storage = { get: (key: string) => channel.stored.get(key), set: (key: string, value: unknown) => void channel.stored.set(key, value) };
  const bootstrap = fakeBootstrap({ common: { feature_flags: flags, conf: { GLOBAL_ASYNC_QUERIES_POLLING_DELAY: 5 } } });
  const waiter = createJobWaiter({ api: channel.api, bootstrap, storage, i18n: { t: (key: string) => key } } as unknown as PluginContext);
  return { channel, waiter };
}

it('[FLAG-06] [contract §3.8] is on with its flag, waits for a job and remembers how far the channel was heard', async () => {
  expect(open({}).waiter.isOn).toBe(false);
  const { channel, waiter } = open();
  expect(waiter.isOn).toBe(true);
  expect(waiter.position()).toBeUndefined();
  const end = channel.tell(done('job'));
  expect(await waiter.result({ job_id: 'job' }, waiter.position(), new AbortController().signal)).toEqual([{ data: [{ from: '/api/v1/chart/data/qc-job' }] }]);
  expect(waiter.position()).toBe(end);
  waiter.dispose();
});

it('[C6] starts nothing when the plugin went while the code was on its way', async () => {
  const { channel, waiter } = open();
  const waiting = waiter.result({ job_id: 'job' }, undefined, new AbortController().signal);
  waiter.dispose();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(channel.calls).toEqual([]);
});
