import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestKernel } from '../../../../kernel/server/testing/start-test-kernel.ts';
import type { JobLedger } from './job-ledger.ts';
import { createSqlLedger } from './job-ledger.ts';
import { createJobWatch } from './job-watch.ts';
import type { JobWatch, WatchedJob } from './job-watch.ts';
import { createRedisLedger } from './redis/redis-ledger.ts';
import { createRedisLink } from './redis/redis-link.ts';
import { migrations } from './tables.ts';

const url = process.env['ORRERY_TEST_REDIS'];
if (!url) console.info('Skipped: the ledger in Redis needs a server; name one in ORRERY_TEST_REDIS.');
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } as never;
const BEAT = 40;

const KINDS: readonly (readonly [string, () => Promise<{ ledger: JobLedger; end(): Promise<void> }>])[] = [
  [
    'the metadata database',
    async () => {
      const kernel = await startTestKernel();
      const metadata = kernel.kernel.metadata('async-events');
      await metadata.migrate(migrations);
      return { ledger: createSqlLedger(metadata), end: kernel.close };
    },
  ],
  ...(url
    ? ([
        [
          'Redis',
          async () => {
            const link = await createRedisLink(url, log);
            await link.ask((redis) => redis.del('orrery:async:jobs'));
            return { ledger: createRedisLedger(link), end: async () => link.dispose() };
          },
        ],
      ] as const)
    : []),
];

describe.each(KINDS)('[promises R3] jobs of processes that died, in %s', (_name, open) => {
  let ledger: JobLedger;
  let end: () => Promise<void>;
  const watches: JobWatch[] = [];
  let lost: WatchedJob[] = [];

  beforeEach(async () => {
    ({ ledger, end } = await open());
    lost = [];
  });
  afterEach(async () => {
    for (const watch of watches.splice(0)) watch.dispose();
    await end();
  });
  const watch = (onLost = async (job: WatchedJob): Promise<unknown> => lost.push(job), beatMs = BEAT): JobWatch => {
    const made = createJobWatch({ ledger, onLost, beatMs });
    watches.push(made);
    return made;
  };
  const job = (id: string): WatchedJob => ({ job_id: id, channel_id: 'c', user_id: 1 });

  it('are told of once, by whoever finds them', async () => {
    // What kill -9 leaves behind.
    await ledger.note(JSON.stringify(['dead', 'c', 1]), Date.now() - 1_000_000);
    watch();
    watch();
    watch();
    await vi.waitFor(() => expect(lost).toEqual([job('dead')]));
    await new Promise((resolve) => setTimeout(resolve, BEAT * 5));
    expect(lost).toHaveLength(1);
  });

  it('are not those that run, nor those that ended', async () => {
    const own = watch(undefined, 600);
    own.begin(job('long'));
    own.begin(job('short'));
    own.end(job('short'));
    watch(undefined, 600);
    // Longer than a process may give no sign.
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(lost).toEqual([]);
    own.end(job('long'));
    await vi.waitFor(async () => expect(await ledger.takeOlder(Date.now() + 1000)).toEqual([]));
  });

  it('are told of later when that does not work at once', async () => {
    await ledger.note(JSON.stringify(['dead', 'c', null]), 5);
    let tries = 0;
    watch(async (one) => {
      tries += 1;
      if (tries < 3) throw new Error('away');
      lost.push(one);
    });
    await vi.waitFor(() => expect(lost).toEqual([{ ...job('dead'), user_id: null }]), { timeout: 5000 });
  });
});
