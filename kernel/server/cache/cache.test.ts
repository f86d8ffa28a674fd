import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCache } from './create-cache.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'orrery-cache-'));
const bytes = (text: string): Buffer => Buffer.from(text);

describe('cache', () => {
  it('keeps values for other processes and over restarts, until they expire', async () => {
    const place = folder();
    let time = 0;
    const [one, other] = [createCache({ folder: place, now: () => time }), createCache({ folder: place, now: () => time })];
    await one.set('k', bytes('v'), 10);
    await one.set('forever', bytes('f'), 0);
    expect((await other.get('k'))?.toString()).toBe('v');
    time = 10_001;
    expect(await one.get('k')).toBeUndefined();
    expect(await other.get('k')).toBeUndefined();
    expect((await other.get('forever'))?.toString()).toBe('f');
  });

  it('forgets at once what it deleted, and within a second in other processes', async () => {
    const place = folder();
    let time = 0;
    const [one, other] = [createCache({ folder: place, now: () => time }), createCache({ folder: place, now: () => time })];
    await one.set('k', bytes('v'), 0);
    await other.get('k');
    await one.delete('k');
    expect(await one.get('k')).toBeUndefined();
    time = 1000;
    expect(await other.get('k')).toBeUndefined();
  });

  it('stays within its memory and its disk', async () => {
    const place = folder();
    const cache = createCache({ folder: place, memoryBytes: 4000, diskBytes: 50_000 });
    for (let at = 0; at < 500; at += 1) await cache.set(`k${at}`, Buffer.alloc(900, at), 0);
    const size = readdirSync(place, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    expect(size).toBeLessThanOrEqual(50_000);
    expect((await cache.get('k499'))?.[0]).toBe(499 % 256);
  });

  it('computes once for all who wait, and again after a failure', async () => {
    const cache = createCache({ folder: folder() });
    let runs = 0;
    const compute = async (): Promise<number> => {
      runs += 1;
      if (runs === 1) throw new Error('first');
      return runs;
    };
    const failed = await Promise.allSettled([cache.singleFlight('k', compute), cache.singleFlight('k', compute)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all([cache.singleFlight('k', compute), cache.singleFlight('k', compute)])).toEqual([2, 2]);
  });
});
