import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventLog } from '@orrery/sdk/server';
import { createCutLine } from '../../../../../tests/support/cut-line.ts';
import type { CutLine } from '../../../../../tests/support/cut-line.ts';
import { createRedisEventLog } from './redis-event-log.ts';
import type { RedisLink } from './redis-link.ts';
import { createRedisLink } from './redis-link.ts';
import { createRedisMarks } from './redis-marks.ts';

const url = process.env['ORRERY_TEST_REDIS'];
if (!url) console.info('Skipped: events in Redis need a server; name one in ORRERY_TEST_REDIS.');

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const links: { dispose(): void }[] = [];
afterEach(() => {
  for (const link of links.splice(0).reverse()) link.dispose();
  vi.clearAllMocks();
});

const kept = <T extends { dispose(): void }>(one: T): T => {
  links.push(one);
  return one;
};
const linkTo = async (address: string): Promise<RedisLink> => kept(await createRedisLink(address, log as never));
const logAt = async (address: string): Promise<EventLog> => createRedisEventLog(await linkTo(address));

async function line(): Promise<CutLine> {
  const made = await createCutLine(url!);
  kept({ dispose: made.close });
  return made;
}

const PATIENT = { timeout: 15_000, interval: 50 };
const away = expect.objectContaining({ status: 503, body: { message: expect.stringMatching(/event store\. Try again/) } }) as unknown;

it('says what is wrong with an address, and never what it says', async () => {
  for (const bad of ['nonsense', 'http://user:hidden-word@host', '//host']) {
    await expect(createRedisLink(bad, log as never)).rejects.toThrow(/redis:\/\/host:6379/);
    await expect(createRedisLink(bad, log as never)).rejects.not.toThrow(/hidden-word/);
  }
});

it('[promises R2] a Redis that is not there is a clear refusal, told once in the log, and no fault', async () => {
  const events = await logAt('redis://:hidden-word@127.0.0.1:1');
  await expect(events.append('c', {})).rejects.toEqual(away);
  await expect(events.read('c')).rejects.toEqual(away);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('hidden-word');
}, 30_000);

describe.skipIf(!url)('[contract §3.8] events in Redis', () => {
  it('replay after an id, in order, and wake those who wait in another process', async () => {
    const [writer, reader] = [await logAt(url!), await logAt(url!)];
    const channel = randomUUID();
    const first = await writer.append(channel, { n: 1 });
    expect(first).toMatch(/^\d{13}-\d+$/);
    const got: unknown[] = [];
    const subscription = reader.subscribe(channel, ({ event }) => got.push(event));
    await reader.read(channel);
    const ids = [await writer.append(channel, { n: 2 }), await writer.append(channel, { n: 3 })];
    expect((await reader.read(channel, first)).map(({ id }) => id)).toEqual(ids);
    expect(await reader.read(channel, first, 1)).toEqual([{ id: ids[0], event: { n: 2 } }]);
    expect(await reader.read(channel, ids[1])).toEqual([]);
    await vi.waitFor(() => expect(got).toEqual([{ n: 2 }, { n: 3 }]), PATIENT);
    subscription.dispose();
    await writer.append(channel, { n: 4 });
    await reader.read(channel);
    expect(got).toHaveLength(2);
    expect(await reader.read(randomUUID())).toEqual([]);
  });

  it('keep about the last thousand of a channel, for a day', async () => {
    const events = await logAt(url!);
    const channel = randomUUID();
    for (let round = 0; round < 13; round++) await Promise.all(Array.from({ length: 100 }, (_, at) => events.append(channel, { at: round * 100 + at })));
    const all = await events.read(channel, undefined, 5000);
    expect(all.length).toBeGreaterThanOrEqual(1000);
    expect(all.length).toBeLessThan(1200);
    expect(all.at(-1)?.event).toEqual({ at: 1299 });
    const redis = new Redis(url!);
    const left = await redis.ttl(`orrery:async:${channel}`);
    redis.disconnect();
    expect(left).toBeGreaterThan(86_000);
    expect(left).toBeLessThanOrEqual(86_400);
  }, 60_000);

  it('[promises R2] come through after Redis was away: a clear refusal meanwhile, and nothing missed', async () => {
    const way = await line();
    const [near, far] = [await logAt(way.url), await logAt(url!)];
    const channel = randomUUID();
    const before = await near.append(channel, { n: 1 });
    const got: unknown[] = [];
    near.subscribe(channel, ({ event }) => got.push(event));
    await near.read(channel);
    way.cut();
    await expect(near.read(channel)).rejects.toEqual(away);
    await expect(near.append(channel, { n: 'never' })).rejects.toEqual(away);
    const late: unknown[] = [];
    near.subscribe(channel, ({ event }) => late.push(event));
    await far.append(channel, { n: 2 });
    // Long enough that its question about the end of the channel is plainly late.
    await wait(800);
    way.mend();
    await vi.waitFor(async () => expect((await near.read(channel, before)).map(({ event }) => event)).toEqual([{ n: 2 }]), PATIENT);
    await vi.waitFor(() => expect(got).toEqual([{ n: 2 }]), PATIENT);
    // Subscribed while it was away, and told what came since.
    await vi.waitFor(() => expect(late).toEqual([{ n: 2 }]), PATIENT);
    await far.append(channel, { n: 3 });
    await vi.waitFor(() => expect([got.at(-1), late.at(-1)]).toEqual([{ n: 3 }, { n: 3 }]), PATIENT);
    expect(log.info).toHaveBeenCalledWith('Redis answers again.');
  }, 60_000);

  it('[promises R2] do not hang on a Redis that accepts and says nothing', async () => {
    const way = await line();
    const events = await logAt(way.url);
    await events.append('hush', { n: 1 });
    way.hush();
    await expect(events.read('hush')).rejects.toEqual(away);
  }, 30_000);

  it('signs of listeners are seen by all', async () => {
    const [one, two] = [createRedisMarks(await linkTo(url!)), createRedisMarks(await linkTo(url!))];
    const channel = randomUUID();
    expect(await two.get(channel)).toBe(0);
    await one.set(channel, 1234, 60);
    expect(await two.get(channel)).toBe(1234);
  });
});
