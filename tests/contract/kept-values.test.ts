import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepInMetadata } from '@orrery/sdk/server';
import type { Metadata } from '../../kernel/server/metadata/open-metadata.ts';
import { openMetadata } from '../../kernel/server/metadata/open-metadata.ts';
import { createTestDatabase, DATABASE_KINDS } from '../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../kernel/server/testing/test-database.ts';

const text = async (found: Promise<Buffer | undefined>): Promise<string | undefined> => (await found)?.toString();
const bytes = (value: string): Buffer => Buffer.from(value);

describe.each(DATABASE_KINDS)('[contract §8.5] values kept in the metadata on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orrery-kept-'));
  let database: TestDatabase;
  let metadata: Metadata;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    metadata = await openMetadata({ file: path.join(folder, 'metadata.db'), ...(database.url === undefined ? {} : { url: database.url }) });
  });
  afterAll(async () => {
    await metadata.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const rows = () => metadata.forPlugin('test').db<{ kept_value: { expires_on: number } }>().selectFrom('kept_value').select('expires_on').execute();

  it('are the same for every plugin and process, whoever asks first', async () => {
    const [one, other] = await Promise.all([keepInMetadata(metadata.forPlugin('one')), keepInMetadata(metadata.forPlugin('other'))]);
    const value = Buffer.from([0, 255, 10, 128]);
    await one.set('k', value, 60);
    expect(await other.get('k')).toEqual(value);
    await other.set('k', bytes('new'), 60);
    expect(await text(one.get('k'))).toBe('new');
    await one.delete('k');
    expect(await other.get('k')).toBeUndefined();
    expect(await one.get('\0%_')).toBeUndefined();
  });

  it('stay until their time is over, and are cleared then', async () => {
    let time = 1_700_000_000_000;
    const store = await keepInMetadata(metadata.forPlugin('one'), () => time);
    await store.set('hour', bytes('h'), 3600);
    await store.set('forever', bytes('f'), 0);
    time += 3_599_999;
    expect(await text(store.get('hour'))).toBe('h');
    time += 1;
    expect(await store.get('hour')).toBeUndefined();
    expect(await text((await keepInMetadata(metadata.forPlugin('one'), () => time)).get('forever'))).toBe('f');
    expect(await rows()).toEqual([{ expires_on: 0 }]);
    await store.delete('forever');
  });

  it('written again unchanged are written only once a hundredth of their time has passed', async () => {
    let time = 1_700_000_000_000;
    const store = await keepInMetadata(metadata.forPlugin('one'), () => time);
    await store.set('k', bytes('v'), 100);
    const [first] = await rows();
    time += 999;
    await store.set('k', bytes('v'), 100);
    expect(await rows()).toEqual([first]);
    time += 2;
    await store.set('k', bytes('v'), 100);
    expect(await rows()).toEqual([{ expires_on: time + 100_000 }]);
    await store.set('k', bytes('v'), 10);
    expect(await rows()).toEqual([{ expires_on: time + 10_000 }]);
    await store.set('k', bytes('v'), 0);
    expect(await rows()).toEqual([{ expires_on: 0 }]);
    await store.set('k', bytes('v'), 100);
    expect(await rows()).toEqual([{ expires_on: time + 100_000 }]);
  });
});
