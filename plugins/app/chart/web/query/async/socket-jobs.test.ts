import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Socket, createTestChannel, done, failed, running } from './channel.test-kit.ts';
import type { TestChannel } from './channel.test-kit.ts';

let channel: TestChannel;
let socketUrl: string;
beforeEach(async () => {
  channel = createTestChannel();
  socketUrl = await channel.listen();
});
afterEach(() => channel.close());

const forever = () => new AbortController().signal;
const dataOf = (job: string) => [{ data: [{ from: `/api/v1/chart/data/qc-${job}` }] }];
const quiet = () => new Promise((resolve) => setTimeout(resolve, 40));
const hubWith = (options: object = {}) => channel.hub({ settings: { pollMs: 5, socketUrl }, ...options });
const connected = (count: number) => vi.waitFor(() => expect(channel.connected()).toBe(count), 5000);

it('[ASYNC-04] opens one connection for all charts with the first that waits, and asks nothing', async () => {
  const hub = hubWith();
  await quiet();
  expect(channel.opened).toEqual([]);
  const answers = ['a', 'b', 'broken'].map((job_id) => hub.result({ job_id }, undefined, forever()));
  const broken = expect(answers[2]).rejects.toThrow('Error: no such table');
  await connected(1);
  channel.tell(running('a'));
  channel.tell(failed('broken', 'Error: no such table'));
  channel.tell(done('b'));
  channel.tell(done('a'));
  expect(await Promise.all(answers.slice(0, 2))).toEqual([dataOf('a'), dataOf('b')]);
  await broken;
  expect(channel.opened).toHaveLength(1);
  expect(channel.polls()).toEqual([]);
});

it('[contract §3.8] hears what was told between the answer and the connection, after the last event', async () => {
  const seen = channel.tell(done('old'));
  channel.tell(done('quick'));
  const hub = hubWith();
  expect(await hub.result({ job_id: 'quick' }, seen, forever())).toEqual(dataOf('quick'));
  expect(channel.opened).toEqual([seen]);
  // A browser that never heard of the channel begins at its beginning.
  expect(await hubWith().result({ job_id: 'quick' }, undefined, forever())).toEqual(dataOf('quick'));
  expect(channel.opened).toEqual([seen, '0-0']);
});

it('[ASYNC-04] connects again where it broke off, and asks for events meanwhile', async () => {
  const hub = hubWith({ retryMs: 100 });
  const [one, two, three] = ['one', 'two', 'three'].map((job_id) => hub.result({ job_id }, undefined, forever()));
  await connected(1);
  const last = channel.tell(done('one'));
  await one;
  await channel.cut(true);
  // Told while the connection is down.
  channel.tell(done('two'));
  expect(await two).toEqual(dataOf('two'));
  expect(channel.polls()[0]).toBe(`GET /api/v1/async_event/?last_id=${last}`);
  await channel.listen(Number(new URL(socketUrl).port));
  await connected(1);
  await vi.waitFor(() => expect(channel.opened).toHaveLength(2));
  await quiet();
  const asked = channel.polls().length;
  await quiet();
  expect(channel.polls()).toHaveLength(asked);
  channel.tell(done('three'));
  expect(await three).toEqual(dataOf('three'));
  expect(channel.polls()).toHaveLength(asked);
});

it('[ASYNC-04] really falls back to polling when it cannot connect, and tries no more after six times', async () => {
  await channel.cut(true);
  let tries = 0;
  const Counting = class extends (Socket as new (url: string) => WebSocket) {
    constructor(url: string) {
      super(url);
      tries += 1;
    }
  } as unknown as typeof WebSocket;
  const hub = hubWith({ WebSocket: Counting, retryMs: 1 });
  const waiting = hub.result({ job_id: 'job' }, undefined, forever());
  await vi.waitFor(() => expect(tries).toBe(6), 5000);
  const asked = channel.polls().length;
  await vi.waitFor(() => expect(channel.polls().length).toBeGreaterThan(asked + 3), 5000);
  channel.tell(done('job'));
  expect(await waiting).toEqual(dataOf('job'));
  // The next chart does not begin anew what the network forbids.
  channel.tell(done('next'));
  expect(await hub.result({ job_id: 'next' }, undefined, forever())).toEqual(dataOf('next'));
  expect(tries).toBe(6);
});

it('asks for events while a connection takes too long, or when the browser refuses to open it', async () => {
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  channel.tell(done('job'));
  const settings = { pollMs: 5, socketUrl: `ws://127.0.0.1:${(mute.address() as AddressInfo).port}/` };
  expect(await channel.hub({ settings, openMs: 20, retryMs: 60_000 }).result({ job_id: 'job' }, undefined, forever())).toEqual(dataOf('job'));
  mute.close();
  const Refusing = class {
    constructor() {
      throw new DOMException('An insecure WebSocket connection may not be initiated', 'SecurityError');
    }
  } as unknown as typeof WebSocket;
  expect(await hubWith({ WebSocket: Refusing }).result({ job_id: 'job' }, undefined, forever())).toEqual(dataOf('job'));
});

it('passes over messages that are no events', async () => {
  const hub = hubWith();
  const waiting = hub.result({ job_id: 'job' }, undefined, forever());
  await connected(1);
  for (const nonsense of [{ id: 'x' }, { id: 7, job_id: 'job' }, { job_id: ['job'], status: 'done' }]) channel.tell(nonsense);
  channel.tell(done('job'));
  expect(await waiting).toEqual(dataOf('job'));
});

it('closes the connection when nothing has waited for a while, and keeps it for what comes sooner', async () => {
  const hub = hubWith({ idleMs: 300 });
  for (const job_id of ['one', 'two']) {
    const waiting = hub.result({ job_id }, undefined, forever());
    await connected(1);
    channel.tell(done(job_id));
    await waiting;
  }
  expect(channel.opened).toHaveLength(1);
  await connected(0);
  const waiting = hub.result({ job_id: 'three' }, undefined, forever());
  await connected(1);
  channel.tell(done('three'));
  expect(await waiting).toEqual(dataOf('three'));
  expect(channel.opened).toHaveLength(2);
});

it('[C6] closes the connection with the plugin, whether it stands or is being made', async () => {
  const hub = hubWith();
  const waiting = hub.result({ job_id: 'job' }, undefined, forever());
  await connected(1);
  hub.dispose();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await connected(0);
  const early = hubWith();
  const never = early.result({ job_id: 'job' }, undefined, forever());
  early.dispose();
  await expect(never).rejects.toMatchObject({ name: 'AbortError' });
  await quiet();
  expect(channel.connected()).toBe(0);
  expect(channel.polls()).toEqual([]);
});
