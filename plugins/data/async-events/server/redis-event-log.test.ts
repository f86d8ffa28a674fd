import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createRedisEventLog } from './redis-event-log.ts';

const url = process.env['ORRERY_TEST_REDIS'];
if (!url) console.info('Skipped: events in Redis need a server; name one in ORRERY_TEST_REDIS.');

describe.skipIf(!url)('events in Redis', () => {
  it('replay after an id, in order, and wake those who wait', async () => {
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } as never;
    const [writer, reader] = [await createRedisEventLog(url!, log), await createRedisEventLog(url!, log)];
    const channel = randomUUID();
    const first = await writer.append(channel, { n: 1 });
    const got: unknown[] = [];
    const subscription = reader.subscribe(channel, ({ event }) => got.push(event));
    await wait(200);
    await writer.append(channel, { n: 2 });
    await writer.append(channel, { n: 3 });
    expect((await reader.read(channel, first)).map(({ event }) => event)).toEqual([{ n: 2 }, { n: 3 }]);
    await vi.waitFor(() => expect(got).toEqual([{ n: 2 }, { n: 3 }]));
    subscription.dispose();
    writer.dispose();
    reader.dispose();
  });
});
