import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '@orrery/sdk';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { KERNEL_MIGRATIONS } from '../metadata/kernel-migrations.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { createTestDatabase, DATABASE_KINDS } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { createJobQueue } from './create-job-queue.ts';
import type { SqlJobQueue } from './create-job-queue.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

describe.each(DATABASE_KINDS)('job queue on %s', (kind) => {
  let database: TestDatabase;
  let metadata: Metadata;
  let queue: SqlJobQueue;
  const store = () => metadata.forPlugin('kernel');
  const stateOf = async (id: string) => store().db<KernelTables>().selectFrom('job').select(['state', 'attempts', 'error', 'progress']).where('id', '=', id).executeTakeFirst();
  const until = async (check: () => boolean | Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 400; tries += 1) {
      if (await check()) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('did not happen');
  };

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    metadata = await openMetadata({ url: database.url, file: join(mkdtempSync(join(tmpdir(), 'orrery-jobs-')), 'm.db') });
    await store().migrate(KERNEL_MIGRATIONS);
  });
  afterAll(async () => {
    await metadata.close();
    await database.drop();
  });
  beforeEach(async () => {
    await store().db<KernelTables>().deleteFrom('job').execute();
    queue = createJobQueue(store(), silent);
    queue.start();
    return () => queue.stop();
  });

  it('runs a job once, also with several processes at work', async () => {
    const other = createJobQueue(store(), silent);
    other.start();
    const seen: string[] = [];
    for (const one of [queue, other]) one.process('greet', async ({ name }) => { await new Promise((resolve) => setTimeout(resolve, 5)); seen.push(String(name)); });
    const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => queue.enqueue('greet', { name: at })));
    await until(async () => (await stateOf(ids[19] as string))?.state === 'done' && seen.length >= 20);
    await other.stop();
    expect(seen.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at));
  });

  it('tries again after a failure, with the reason kept, and gives up in the end', async () => {
    let tries = 0;
    queue.process('flaky', async () => { tries += 1; if (tries < 2) throw new Error('not yet'); });
    queue.process('hopeless', async () => { throw new Error('never'); });
    const [flaky, hopeless] = [await queue.enqueue('flaky', {}), await queue.enqueue('hopeless', {}, { attempts: 1 })];
    await until(async () => (await stateOf(hopeless))?.state === 'failed');
    expect(await stateOf(hopeless)).toMatchObject({ attempts: 1, error: 'never' });
    await until(async () => (await stateOf(flaky))?.state === 'done');
    expect(tries).toBe(2);
  });

  it('drops a second job of the same key while the first lives', async () => {
    let release: () => void = () => {};
    queue.process('slow', () => new Promise<void>((resolve) => (release = resolve)));
    const first = await queue.enqueue('slow', {}, { uniqueKey: 'k' });
    expect(await queue.enqueue('slow', {}, { uniqueKey: 'k' })).toBe(first);
    await until(async () => (await stateOf(first))?.state === 'running');
    release();
    await until(async () => (await stateOf(first))?.state === 'done');
    expect(await queue.enqueue('slow', {}, { uniqueKey: 'k', delayMs: 60_000 })).not.toBe(first);
  });

  it('cancels a running job through its signal', async () => {
    let reason: unknown;
    queue.process('long', (_payload, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => { reason = signal.reason; reject(signal.reason); })));
    const id = await queue.enqueue('long', {});
    await until(async () => (await stateOf(id))?.state === 'running');
    expect(await queue.cancel(id)).toBe(true);
    await until(() => reason !== undefined);
    expect((await stateOf(id))?.state).toBe('cancelled');
    expect(await queue.cancel(id)).toBe(false);
  });

  it('puts jobs back on shutdown, and takes over those of a dead process', async () => {
    queue.process('work', (_payload, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    const id = await queue.enqueue('work', {});
    await until(async () => (await stateOf(id))?.state === 'running');
    await queue.stop();
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });

    await store().db<KernelTables>().updateTable('job').set({ state: 'running', heartbeat_on: Date.now() - 61_000 }).execute();
    const next = createJobQueue(store(), silent);
    next.process('work', async (_payload, { heartbeat }) => heartbeat(0.5));
    next.start();
    await until(async () => (await stateOf(id))?.state === 'done');
    await next.stop();
  });
});
