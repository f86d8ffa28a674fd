import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@orrery/sdk/web';
import { createTestChannel, done, failed, running } from './channel.test-kit.ts';
import type { TestChannel } from './channel.test-kit.ts';

let channel: TestChannel;
beforeEach(() => {
  channel = createTestChannel();
});
afterEach(() => channel.close());

const forever = () => new AbortController().signal;
const dataOf = (job: string) => [{ data: [{ from: `/api/v1/chart/data/qc-${job}` }] }];
const quiet = () => new Promise((resolve) => setTimeout(resolve, 40));

it('[ASYNC-03] asks for events once for all charts, after the last one heard, and only while a chart waits', async () => {
  const hub = channel.hub();
  await quiet();
  expect(channel.calls).toEqual([]);
  const answers = ['a', 'b', 'c'].map((job_id) => hub.result({ job_id }, undefined, forever()));
  await vi.waitFor(() => expect(channel.polls().length).toBeGreaterThan(2));
  // Three charts asking for themselves would ask thrice between two pauses.
  expect(new Set(channel.polls())).toEqual(new Set(['GET /api/v1/async_event/']));
  const before = channel.polls().length;
  channel.tell(running('a'));
  channel.tell(done('b'));
  const last = channel.tell(done('a'));
  expect(await Promise.all(answers.slice(0, 2))).toEqual([dataOf('a'), dataOf('b')]);
  await vi.waitFor(() => expect(channel.polls().slice(before)).toContain(`GET /api/v1/async_event/?last_id=${last}`));
  channel.tell(done('c'));
  expect(await answers[2]).toEqual(dataOf('c'));
  await quiet();
  const asked = channel.calls.length;
  await quiet();
  expect(channel.calls).toHaveLength(asked);
});

it('[ASYNC-06] fetches a result once however many charts wait for it, and skips the jobs of others', async () => {
  const hub = channel.hub();
  const answers = [1, 2, 3].map(() => hub.result({ job_id: 'shared' }, undefined, forever()));
  channel.tell(done('of another page'));
  channel.tell(done('shared'));
  expect(await Promise.all(answers)).toEqual([dataOf('shared'), dataOf('shared'), dataOf('shared')]);
  expect(channel.calls.filter((call) => call.includes('chart/data'))).toEqual(['GET /api/v1/chart/data/qc-shared']);
});

it('[ASYNC-06] [GEN-01] fails only the chart whose job failed, with the server’s words', async () => {
  const hub = channel.hub();
  const broken = hub.result({ job_id: 'broken' }, undefined, forever());
  const silent = hub.result({ job_id: 'silent' }, undefined, forever());
  const fine = hub.result({ job_id: 'fine' }, undefined, forever());
  channel.tell(failed('broken', 'Error: no such column'));
  channel.tell({ job_id: 'silent', status: 'error' });
  channel.tell(done('fine'));
  await expect(broken).rejects.toMatchObject({ name: 'ApiError', message: 'Error: no such column', errors: [{ message: 'Error: no such column' }] });
  await expect(silent).rejects.toThrow('The query failed');
  expect(await fine).toEqual(dataOf('fine'));
});

it('[ASYNC-05] answers a job whose end was told before its 202 arrived', async () => {
  const hub = channel.hub();
  const first = hub.result({ job_id: 'first' }, undefined, forever());
  channel.tell(done('early'));
  channel.tell(done('first'));
  await first;
  expect(await hub.result({ job_id: 'early' }, undefined, forever())).toEqual(dataOf('early'));
});

it('[GEN-11] [ASYNC-03] goes on where another page of the session was, and tells it on', async () => {
  const [old, mine] = [channel.tell(done('old')), channel.tell(running('mine'))];
  const end = channel.tell(done('mine'));
  channel.stored.set('last_async_event_id', old);
  await channel.hub().result({ job_id: 'mine' }, old, forever());
  expect(channel.polls()[0]).toBe(`GET /api/v1/async_event/?last_id=${old}`);
  expect(channel.stored.get('last_async_event_id')).toBe(end);
  expect(mine).not.toBe(end);
  // A page that is behind does not set the others back.
  channel.stored.set('last_async_event_id', '9999-0');
  channel.tell(done('next'));
  await channel.hub().result({ job_id: 'next' }, end, forever());
  expect(channel.stored.get('last_async_event_id')).toBe('9999-0');
});

it('misses no end when the questions were asked before another page went ahead', async () => {
  const start = channel.tell(done('before'));
  const end = channel.tell(done('late'));
  const hub = channel.hub();
  const ahead = hub.result({ job_id: 'ahead' }, end, forever());
  await vi.waitFor(() => expect(channel.polls()).toContain(`GET /api/v1/async_event/?last_id=${end}`));
  // Its 202 took longer; its end lies before where the page began.
  expect(await hub.result({ job_id: 'late' }, start, forever())).toEqual(dataOf('late'));
  channel.tell(done('ahead'));
  expect(await ahead).toEqual(dataOf('ahead'));
});

it('reads on at once where more than one answer’s worth was told', async () => {
  for (let at = 0; at < 250; at += 1) channel.tell(done(`other-${at}`));
  channel.tell(done('mine'));
  await channel.hub({ settings: { pollMs: 60_000, socketUrl: undefined } }).result({ job_id: 'mine' }, undefined, forever());
  expect(channel.polls()).toHaveLength(3);
});

it('tells the server of each chart that waits no longer, and stops asking with the last one', async () => {
  const hub = channel.hub();
  const [one, two] = [new AbortController(), new AbortController()];
  channel.failing.leaving = new ApiError({ message: 'Away', status: 503, url: '' });
  const left = [hub.result({ job_id: 'job' }, undefined, one.signal), hub.result({ job_id: 'job' }, undefined, two.signal)];
  const settled = Promise.allSettled(left);
  one.abort();
  two.abort();
  expect((await settled).map((answer) => answer.status === 'rejected' && (answer.reason as Error).name)).toEqual(['AbortError', 'AbortError']);
  expect(channel.calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /api/v1/async_event/job', 'DELETE /api/v1/async_event/job']);
  await quiet();
  const asked = channel.calls.length;
  await quiet();
  expect(channel.calls).toHaveLength(asked);
});

it('tells of a job nobody waited for when it was accepted, and puts up with servers that cannot be told', async () => {
  const hub = channel.hub();
  for (const job_id of ['one', 'two']) {
    await expect(hub.result({ job_id }, undefined, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    await quiet();
  }
  // The first answer was 404: this server has no such call.
  expect(channel.calls).toEqual(['DELETE /api/v1/async_event/one']);
});

it('asks again when the server was away, and fails the charts with its words when it refuses', async () => {
  const hub = channel.hub();
  channel.failing.events = new ApiError({ message: 'Away', status: 503, url: '' });
  const patient = hub.result({ job_id: 'patient' }, undefined, forever());
  await vi.waitFor(() => expect(channel.polls().length).toBeGreaterThan(1));
  channel.failing = {};
  channel.tell(done('patient'));
  expect(await patient).toEqual(dataOf('patient'));
  channel.failing.events = new ApiError({ message: 'Not authorized', status: 401, url: '' });
  const refused = hub.result({ job_id: 'refused' }, undefined, forever());
  await expect(refused).rejects.toMatchObject({ status: 401, message: 'Not authorized' });
  const asked = channel.polls().length;
  await quiet();
  expect(channel.polls()).toHaveLength(asked);
});

it('[C6] rejects who waits and leaves nothing behind when the plugin goes', async () => {
  const hub = channel.hub();
  const waiting = hub.result({ job_id: 'job' }, undefined, forever());
  await vi.waitFor(() => expect(channel.polls().length).toBeGreaterThan(0));
  hub.dispose();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(channel.calls.at(-1)).toBe('DELETE /api/v1/async_event/job');
  const asked = channel.calls.length;
  await quiet();
  expect(channel.calls).toHaveLength(asked);
});
