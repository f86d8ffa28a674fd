import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KERNEL_MIGRATIONS } from '../metadata/kernel-migrations.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { createTestDatabase, DATABASE_KINDS } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { createEventLog } from './create-event-log.ts';
import type { SqlEventLog } from './create-event-log.ts';

describe.each(DATABASE_KINDS)('event log on %s', (kind) => {
  let database: TestDatabase;
  let metadata: Metadata;
  let log: SqlEventLog;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    metadata = await openMetadata({ url: database.url, file: join(mkdtempSync(join(tmpdir(), 'orrery-events-')), 'm.db') });
    await metadata.forPlugin('kernel').migrate(KERNEL_MIGRATIONS);
    log = createEventLog(metadata.forPlugin('kernel'));
  });
  afterAll(async () => {
    await metadata.close();
    await database.drop();
  });

  it('replays in order from any id, per channel', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await log.append('a', { at }));
    await log.append('b', { at: 'other' });
    expect((await log.read('a')).map(({ event }) => event['at'])).toEqual([0, 1, 2, 3, 4]);
    expect((await log.read('a', ids[2])).map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await log.read('a', ids[4])).toEqual([]);
    await expect(log.read('a', "0' or 1=1")).rejects.toThrow(TypeError);
  });

  it('orders events of one millisecond and of a clock that goes back', async () => {
    let time = 5000;
    const own = createEventLog(metadata.forPlugin('kernel'), () => time);
    const ids = [await own.append('clock', {}), await own.append('clock', {})];
    time = 4000;
    ids.push(await own.append('clock', {}));
    time = 6000;
    ids.push(await own.append('clock', {}));
    expect(ids).toEqual(['5000-0', '5000-1', '5000-2', '6000-0']);
  });

  it('[stack S4] shows a follower every event of many writers, in order, none twice', async () => {
    const seen: string[] = [];
    const subscription = log.subscribe('busy', ({ id }) => seen.push(id));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ids = await Promise.all(Array.from({ length: 50 }, (_, at) => log.append('busy', { at })));
    for (let tries = 0; tries < 100 && seen.length < 50; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(50);
    const order = seen.map((id) => id.split('-').map(Number));
    expect([...order].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)).toEqual(order);
    subscription.dispose();
    await log.append('busy', {});
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(seen).toHaveLength(50);
  });
});
