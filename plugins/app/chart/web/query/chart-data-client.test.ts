import { describe, expect, it, vi } from 'vitest';
import type { ChartDataResult, QueryContext } from '@orrery/sdk';
import { ApiError } from '@orrery/sdk/web';
import type { ApiClient, RequestOptions } from '@orrery/sdk/web';
import { createChartDataClient } from './chart-data-client.ts';
import type { JobWaiter } from './job-waiter.ts';

const context = (column: string, more: Partial<QueryContext> = {}): QueryContext => ({
  datasource: { id: 1, type: 'table' },
  queries: [{ columns: [column] }],
  ...more,
});
const result = (text: string): ChartDataResult => ({ data: [{ text }], colnames: ['text'], coltypes: [1], rowcount: 1 });
const nameOf = (asked: QueryContext) => String(asked.queries[0]?.columns?.[0]);

interface Call {
  readonly path: string;
  readonly options: RequestOptions;
}

const queriesOf = (call: Call | undefined) => (call?.options.body as { queries: unknown[] } | undefined)?.queries;

const noJobs: JobWaiter = { isOn: false, position: () => undefined, result: () => Promise.reject(new Error('no job was accepted')), dispose: () => undefined };

/** A server that answers each question with its column's name; `batch` is what it does with several. */
function serve(batch: 'lines' | 'missing' | 'cut' | 'hangs' = 'lines') {
  const calls: Call[] = [];
  const api = {
    async post(path: string, options: RequestOptions) {
      calls.push({ path, options });
      return { result: [result(nameOf(options.body as QueryContext))] };
    },
    async *stream(path: string, options: RequestOptions) {
      calls.push({ path, options });
      if (batch === 'missing') throw new ApiError({ message: 'Not found', status: 404, url: path });
      const { queries } = options.body as { queries: readonly QueryContext[] };
      // Out of order, as answers come.
      for (const index of [...queries.keys()].reverse()) {
        if (batch === 'cut' && index === 0) return;
        if (batch === 'hangs') {
          await new Promise((_resolve, reject) => {
            options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          });
        }
        const name = nameOf(queries[index] as QueryContext);
        yield name === 'broken'
          ? { index, status: 400, body: { errors: [{ message: 'No such column', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR' }] } }
          : { index, status: 200, body: { result: [result(name)] } };
      }
    },
  };
  let now = 0;
  const client = createChartDataClient({
    api: api as unknown as ApiClient,
    jobs: noJobs,
    incomplete: () => 'cut off',
    now: () => now,
    cache: { maxCells: 100, ttlMs: 1000 },
  });
  return { client, calls, advance: (ms: number) => (now += ms) };
}

describe('chart data client', () => {
  it('asks the questions of one turn in one request, whatever order they are answered in', async () => {
    const { client, calls } = serve();
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => client.query(context(name))));
    expect(answers.map(([first]) => first?.data[0]?.['text'])).toEqual(['a', 'b', 'c']);
    expect(calls.map(({ path }) => path)).toEqual(['/api/v1/chart/data/batch']);
  });

  it('asks a single question by the contract’s own call', async () => {
    const { client, calls } = serve();
    await client.query(context('a'));
    expect(calls.map(({ path }) => path)).toEqual(['/api/v1/chart/data']);
  });

  it('shares the flight of equal questions, whatever their form data and key order', async () => {
    const { client, calls } = serve();
    const other = { queries: [{ columns: ['a'] }], datasource: { type: 'table', id: 1 }, form_data: { viz_type: 'pie', slice_id: 7 } };
    await Promise.all([client.query(context('a')), client.query(other), client.query(context('b'))]);
    expect(queriesOf(calls[0])).toHaveLength(2);
  });

  it('does not share across dashboards, whose guests may see different things', async () => {
    const { client, calls } = serve();
    const on = (dashboardId: number) => context('a', { form_data: { dashboardId } });
    await Promise.all([client.query(on(1)), client.query(on(2))]);
    expect(queriesOf(calls[0])).toHaveLength(2);
  });

  it('[GEN-01] fails one question of a batch with the server’s words and answers the others', async () => {
    const { client } = serve();
    const broken = client.query(context('broken'));
    const fine = client.query(context('a'));
    await expect(broken).rejects.toMatchObject({ name: 'ApiError', status: 400, message: 'No such column' });
    await expect(fine).resolves.toHaveLength(1);
  });

  it('fails what a batch that ended early left unanswered', async () => {
    const { client } = serve('cut');
    const [first, second] = await Promise.allSettled([client.query(context('a')), client.query(context('b'))]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'cut off' } });
    expect(second.status).toBe('fulfilled');
  });

  it('asks singly, and from then on, where the server has no batch call', async () => {
    const { client, calls } = serve('missing');
    await Promise.all([client.query(context('a')), client.query(context('b'))]);
    await Promise.all([client.query(context('c')), client.query(context('d'))]);
    expect(calls.map(({ path }) => path.replace('/api/v1/chart/data', ''))).toEqual(['/batch', '', '', '', '']);
  });

  it('aborts the request only when nobody in it waits any longer', async () => {
    const { client, calls } = serve('hangs');
    const [a, b] = [new AbortController(), new AbortController()];
    const asked = Promise.allSettled([client.query(context('a'), { signal: a.signal }), client.query(context('b'), { signal: b.signal })]);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    a.abort();
    expect(calls[0]?.options.signal?.aborted).toBe(false);
    b.abort();
    expect(calls[0]?.options.signal?.aborted).toBe(true);
    expect((await asked).map((one) => one.status === 'rejected' && (one.reason as Error).name)).toEqual(['AbortError', 'AbortError']);
  });

  it('keeps a shared flight for those who still wait, and never sends what all gave up', async () => {
    const { client, calls } = serve();
    const first = new AbortController();
    const gone = new AbortController();
    const left = client.query(context('a'), { signal: first.signal });
    const stays = client.query(context('a'));
    const dropped = client.query(context('b'), { signal: gone.signal });
    first.abort();
    gone.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
    await expect(stays).resolves.toHaveLength(1);
    expect(calls).toHaveLength(1);
    expect(nameOf(calls[0]?.options.body as QueryContext)).toBe('a');
  });

  it('answers a question it knows without asking, until that is too old, forced or not wanted', async () => {
    const { client, calls, advance } = serve();
    await client.query(context('a'));
    await client.query(context('a'));
    expect(calls).toHaveLength(1);
    await client.query(context('a'), { skipCache: true });
    await client.query(context('a', { force: true }));
    expect(calls).toHaveLength(3);
    advance(1001);
    await client.query(context('a'));
    expect(calls).toHaveLength(4);
  });

  it('forgets the least recently used answers when there are too many cells', async () => {
    const { client, calls } = serve();
    for (let at = 0; at < 60; at += 1) await client.query(context(`c${at}`));
    await client.query(context('c0'));
    await client.query(context('c59'));
    expect(calls).toHaveLength(61);
  });

  it('waits for charts whose code is on its way, but not for ever', async () => {
    const { client, calls } = serve();
    const hold = client.hold();
    const first = client.query(context('a'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(calls).toHaveLength(0);
    const second = client.query(context('b'));
    hold.dispose();
    await Promise.all([first, second]);
    expect(calls).toHaveLength(1);
  });

  it('rejects everything under way when the plugin goes', async () => {
    const { client } = serve('hangs');
    const asked = Promise.allSettled([client.query(context('a')), client.query(context('b'))]);
    client.dispose();
    expect((await asked).every(({ status }) => status === 'rejected')).toBe(true);
  });

  describe('[contract §3.8] where the server answers later', () => {
    /** Accepts every question but those of other formats when `answer` is called. */
    function serveLater() {
      const log: string[] = [];
      const answers: (() => void)[] = [];
      const signals: (AbortSignal | undefined)[] = [];
      const api = {
        async post(_path: string, { body, signal }: RequestOptions) {
          const job_id = nameOf(body as QueryContext);
          log.push(`ask ${job_id}`);
          signals.push(signal);
          await new Promise<void>((resolve) => answers.push(resolve));
          return { job_id };
        },
      };
      const jobs: JobWaiter = {
        isOn: true,
        position() {
          log.push('position');
          return '7-0';
        },
        async result({ job_id }, since, signal) {
          log.push(`wait ${job_id} since ${since}${signal.aborted ? ' no more' : ''}`);
          return [result(job_id)];
        },
        dispose: () => undefined,
      };
      const client = createChartDataClient({ api: api as unknown as ApiClient, jobs, incomplete: () => 'cut off' });
      const answer = async (count: number) => {
        await vi.waitFor(() => expect(answers).toHaveLength(count));
        for (const one of answers) one();
      };
      return { client, log, signals, answer };
    }

    it('asks each question by itself, after noting where the channel stands', async () => {
      const { client, log, answer } = serveLater();
      const asked = Promise.all([client.query(context('a')), client.query(context('b'))]);
      await answer(2);
      expect((await asked).map(([first]) => first?.data[0]?.['text'])).toEqual(['a', 'b']);
      expect(log).toEqual(['position', 'ask a', 'position', 'ask b', 'wait a since 7-0', 'wait b since 7-0']);
    });

    it('hangs up on no question it would have a job of, so that the job can be stopped', async () => {
      const { client, log, signals, answer } = serveLater();
      const controller = new AbortController();
      const left = client.query(context('a'), { signal: controller.signal });
      const samples = client.query(context('b', { result_type: 'samples' }), { signal: controller.signal });
      const settled = Promise.allSettled([left, samples]);
      await vi.waitFor(() => expect(signals).toHaveLength(2));
      controller.abort();
      expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(signals.map((signal) => signal?.aborted)).toEqual([undefined, true]);
      await answer(2);
      await vi.waitFor(() => expect(log).toContain('wait a since 7-0 no more'));
    });
  });
});
