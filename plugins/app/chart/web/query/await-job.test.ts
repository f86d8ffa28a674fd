import { expect, it } from 'vitest';
import type { ApiClient } from '@orrery/sdk/web';
import { awaitJob } from './await-job.ts';

const event = (id: string, job_id: string, more: object = {}) => ({ id, job_id, status: 'running', errors: [], result_url: null, ...more });

/** Answers one page of events per poll, then the result. */
function serve(...pages: (readonly object[])[]) {
  const paths: string[] = [];
  const api = {
    async get(path: string) {
      paths.push(path);
      return path.startsWith('/api/v1/async_event/') ? { result: pages.shift() ?? [] } : { result: [{ data: [] }] };
    },
  };
  return { api: api as unknown as ApiClient, paths };
}

it('[contract §3.8] polls after the last event until the job is done, and fetches its result', async () => {
  const { api, paths } = serve([event('1-0', 'other', { status: 'done', result_url: '/x' }), event('2-0', 'mine')], [], [event('3-0', 'mine', { status: 'done', result_url: '/api/v1/chart/data/qc-1' })]);
  expect(await awaitJob(api, { job_id: 'mine' }, new AbortController().signal, 1)).toEqual([{ data: [] }]);
  expect(paths).toEqual(['/api/v1/async_event/', '/api/v1/async_event/?last_id=2-0', '/api/v1/async_event/?last_id=2-0', '/api/v1/chart/data/qc-1']);
});

it('rejects with the error of the job', async () => {
  const { api } = serve([event('1-0', 'mine', { status: 'error', errors: [{ message: 'Error: no such column' }] })]);
  await expect(awaitJob(api, { job_id: 'mine' }, new AbortController().signal, 1)).rejects.toThrow('Error: no such column');
});

it('stops when nobody waits any more', async () => {
  const controller = new AbortController();
  controller.abort(new Error('left'));
  await expect(awaitJob(serve().api, { job_id: 'mine' }, controller.signal, 1)).rejects.toThrow('left');
});
