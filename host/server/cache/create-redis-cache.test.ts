import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCutLine } from '../../../tests/support/cut-line.ts';
import { createRedisCache } from './create-redis-cache.ts';
import type { RedisCacheOptions } from './create-redis-cache.ts';

const url = process.env['ORRERY_TEST_REDIS'];
if (!url) console.info('Skipped: a cache in Redis needs a server; name one in ORRERY_TEST_REDIS.');

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0).reverse()) close();
  vi.clearAllMocks();
});

async function cacheAt(address: string, deployment: string, more: Partial<RedisCacheOptions> = {}) {
  const cache = await createRedisCache({ url: address, deployment, log, ...more });
  open.push(() => cache.dispose());
  return cache;
}
async function lineTo(address: string) {
  const line = await createCutLine(address);
  open.push(line.close);
  return line;
}
function client(): Redis {
  const redis = new Redis(url!);
  open.push(() => redis.disconnect());
  return redis;
}
const text = async (found: Promise<Buffer | undefined>): Promise<string | undefined> => (await found)?.toString();
const bytes = (value: string): Buffer => Buffer.from(value);
const PATIENT = { timeout: 15_000, interval: 50 };
vi.setConfig({ testTimeout: 60_000 });

it('says what is wrong with an address, and never what it says', async () => {
  for (const bad of ['nonsense', 'http://user:hidden-word@host', '//host']) {
    const error = await createRedisCache({ url: bad, deployment: 'd', log }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringMatching(/redis:\/\/host:6379/) });
    expect(String(error)).not.toContain('hidden-word');
  }
});

it('[promises R2] a Redis that is not there is a miss, told once in the log without the password', async () => {
  const cache = await cacheAt('redis://:hidden-word@127.0.0.1:1', 'd');
  await cache.set('k', bytes('v'), 60);
  expect(await cache.get('k')).toBeUndefined();
  await cache.delete('k');
  expect(await cache.singleFlight('k', async () => 7)).toBe(7);
  expect(log.warn.mock.calls).toEqual([[expect.stringMatching(/cannot be reached/), { reason: 'ECONNREFUSED' }]]);
  expect(JSON.stringify(Object.values(log).map(({ mock }) => mock.calls))).not.toContain('hidden-word');
});

describe.skipIf(!url)('cache in Redis', () => {
  it('keeps any bytes for other processes, and apart from other deployments', async () => {
    const deployment = randomUUID();
    const [one, other, stranger] = [await cacheAt(url!, deployment), await cacheAt(url!, deployment), await cacheAt(url!, randomUUID())];
    const value = Buffer.from([0, 255, 128, 10, 13, 0]);
    await one.set('k', value, 60);
    await one.set('empty', Buffer.alloc(0), 60);
    expect(await other.get('k')).toEqual(value);
    expect(await other.get('empty')).toEqual(Buffer.alloc(0));
    expect(await stranger.get('k')).toBeUndefined();
  });

  it('leaves nothing in Redis without an end', async () => {
    const deployment = randomUUID();
    const cache = await cacheAt(url!, deployment);
    for (const [key, seconds] of [['minute', 60], ['part', 0.2], ['forever', 0]] as const) await cache.set(key, bytes('v'), seconds);
    const redis = client();
    const left = (key: string): Promise<number> => redis.ttl(`orrery:cache:${deployment}:${key}`);
    expect(await left('minute')).toBeGreaterThan(50);
    expect(await left('minute')).toBeLessThanOrEqual(60);
    expect(await left('part')).toBeLessThanOrEqual(1);
    expect(await left('forever')).toBeGreaterThan(86_400);
  });

  it('answers after a second at most what others wrote, deleted, or let expire', async () => {
    const deployment = randomUUID();
    let time = 0;
    const [one, other] = [await cacheAt(url!, deployment), await cacheAt(url!, deployment, { now: () => time })];
    await one.set('k', bytes('old'), 60);
    expect(await text(other.get('k'))).toBe('old');
    await one.set('k', bytes('new'), 60);
    time += 1000;
    expect(await text(other.get('k'))).toBe('new');
    await one.delete('k');
    expect(await one.get('k')).toBeUndefined();
    time += 1000;
    expect(await other.get('k')).toBeUndefined();
    await one.set('short', bytes('v'), 1);
    expect(await text(other.get('short'))).toBe('v');
    await vi.waitFor(async () => {
      time += 1000;
      expect(await other.get('short')).toBeUndefined();
    }, PATIENT);
  });

  it('keeps no value that is too large, nor the one it replaces', async () => {
    const deployment = randomUUID();
    const [one, other] = [await cacheAt(url!, deployment, { valueBytes: 1000 }), await cacheAt(url!, deployment)];
    await one.set('k', Buffer.alloc(1000, 1), 60);
    expect((await other.get('k'))?.length).toBe(1000);
    await one.set('k', Buffer.alloc(1001, 2), 60);
    expect(await one.get('k')).toBeUndefined();
    expect(await client().exists(`orrery:cache:${deployment}:k`)).toBe(0);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('[promises R2] while Redis is away misses at once, tells it once, and is back by itself', async () => {
    const deployment = randomUUID();
    const line = await lineTo(url!);
    const [near, far] = [await cacheAt(line.url, deployment), await cacheAt(url!, deployment)];
    await far.set('k', bytes('v'), 600);
    for (const key of ['deleted', 'replaced']) await far.set(key, bytes('old'), 600);
    line.cut();
    await vi.waitFor(async () => expect(await near.get('k')).toBeUndefined(), PATIENT);
    await near.set('replaced', bytes('never kept'), 600);
    await near.delete('deleted');
    for (let round = 0; round < 500; round += 1) await near.get('k');
    expect(await text(far.get('k'))).toBe('v');
    line.mend();
    await vi.waitFor(async () => expect(await text(near.get('k'))).toBe('v'), PATIENT);
    // What was deleted or replaced meanwhile does not come back.
    expect([await near.get('deleted'), await near.get('replaced')]).toEqual([undefined, undefined]);
    await vi.waitFor(async () => expect([await far.get('deleted'), await far.get('replaced')]).toEqual([undefined, undefined]), PATIENT);
    await near.set('replaced', bytes('kept again'), 600);
    expect(await text((await cacheAt(url!, deployment)).get('replaced'))).toBe('kept again');
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.info.mock.calls).toEqual([['The cache in Redis is back.']]);
  });

  it('[promises R2] waits once for a Redis that accepts and says nothing', async () => {
    const line = await lineTo(url!);
    const cache = await cacheAt(line.url, randomUUID());
    line.hush();
    const began = Date.now();
    expect(await (await cacheAt(line.url, randomUUID())).get('k')).toBeUndefined();
    for (let round = 0; round < 50; round += 1) expect(await cache.get('k')).toBeUndefined();
    expect(Date.now() - began).toBeLessThan(20_000);
    line.mend();
    await vi.waitFor(async () => {
      await cache.set('k', bytes('v'), 60);
      expect(await text(cache.get('k'))).toBe('v');
    }, PATIENT);
  });

  it('does without a Redis that refuses, and says so once', async () => {
    const admin = client();
    const user = `u${randomUUID()}`;
    await admin.call('ACL', 'SETUSER', user, 'on', '>hidden-word', '~*', '+@all', '-set');
    const address = new URL(url!);
    address.username = user;
    address.password = 'hidden-word';
    try {
      const cache = await cacheAt(address.href, randomUUID());
      for (let round = 0; round < 5; round += 1) await cache.set('k', bytes('v'), 60);
      expect(await cache.get('k')).toBeUndefined();
      expect(log.warn.mock.calls).toEqual([[expect.stringMatching(/refuses/), { reason: 'NOPERM' }]]);
      address.password = 'other-hidden-word';
      vi.clearAllMocks();
      const stranger = await cacheAt(address.href, randomUUID());
      expect(await stranger.get('k')).toBeUndefined();
      expect(log.warn).toHaveBeenCalledTimes(1);
      expect(JSON.stringify(log.warn.mock.calls)).not.toContain('hidden-word');
    } finally {
      await admin.call('ACL', 'DELUSER', user);
    }
  });
});
