import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileCache } from './create-file-cache.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'orrery-cache-'));
const bytes = (text: string): Buffer => Buffer.from(text);
const filesIn = (place: string) => readdirSync(place, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).map((file) => statSync(join(file.parentPath, file.name)));

describe('cache in files', () => {
  it('keeps values for other processes and over restarts, until they expire', async () => {
    const place = folder();
    let time = 0;
    const [one, other] = [createFileCache({ folder: place, now: () => time }), createFileCache({ folder: place, now: () => time })];
    await one.set('k', bytes('v'), 10);
    await one.set('forever', bytes('f'), 0);
    expect((await other.get('k'))?.toString()).toBe('v');
    time = 10_001;
    expect(await one.get('k')).toBeUndefined();
    expect(await other.get('k')).toBeUndefined();
    expect((await other.get('forever'))?.toString()).toBe('f');
    expect(filesIn(place).map(({ mode }) => mode & 0o777)).toEqual([0o600]);
  });

  it('forgets at once what it deleted, and within a second in other processes', async () => {
    const place = folder();
    let time = 0;
    const [one, other] = [createFileCache({ folder: place, now: () => time }), createFileCache({ folder: place, now: () => time })];
    await one.set('k', bytes('v'), 0);
    await other.get('k');
    await one.delete('k');
    expect(await one.get('k')).toBeUndefined();
    time = 1000;
    expect(await other.get('k')).toBeUndefined();
  });

  it('answers within a second what another process wrote in place of a value', async () => {
    const place = folder();
    let time = 0;
    const [one, other] = [createFileCache({ folder: place, now: () => time }), createFileCache({ folder: place, now: () => time })];
    await one.set('k', bytes('old'), 0);
    expect((await other.get('k'))?.toString()).toBe('old');
    await one.set('k', bytes('new'), 0);
    time = 1000;
    expect((await other.get('k'))?.toString()).toBe('new');
    expect((await one.get('k'))?.toString()).toBe('new');
  });

  it('stays within its memory and its disk', async () => {
    const place = folder();
    const cache = createFileCache({ folder: place, memoryBytes: 4000, diskBytes: 50_000 });
    for (let at = 0; at < 500; at += 1) await cache.set(`k${at}`, Buffer.alloc(900, at), 0);
    expect(filesIn(place).reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(50_000);
    expect((await cache.get('k499'))?.[0]).toBe(499 % 256);
  });

  it('computes once for all who wait, and again after a failure', async () => {
    const cache = createFileCache({ folder: folder() });
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
