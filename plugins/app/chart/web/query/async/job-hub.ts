import type { ChartDataResult, Disposable } from '@orrery/sdk';
import { ApiError, isApiError } from '@orrery/sdk/web';
import type { AcceptedJob } from '../job-waiter.ts';
import { createChannelPosition } from './channel-position.ts';
import type { SharedPosition } from './channel-position.ts';
import type { JobEvent } from './job-event.ts';
import { openFeed } from './open-feed.ts';
import type { Feed, FeedOptions } from './open-feed.ts';

type Results = readonly ChartDataResult[];

/** All jobs the page waits for, heard of through one transport. */
export interface JobHub extends Disposable {
  /**
   * Waits for the end of a job and fetches what it came to. `since` is where the channel stood before the job was asked
   * for. Rejects with an {@link ApiError} in the server's words, or when `signal` aborts; the server is told of that.
   */
  result(job: AcceptedJob, since: string | undefined, signal: AbortSignal): Promise<Results>;
}

export interface JobHubOptions extends Omit<FeedOptions, 'health'> {
  readonly position: SharedPosition;
  /** Message for a failure the server has no words for. */
  readonly failed: () => string;
  /** A websocket nobody waits at is closed after so long, ms. */
  readonly idleMs?: number;
}

interface Waiter {
  resolve(results: Results): void;
  reject(error: unknown): void;
}

interface Job {
  readonly waiters: Set<Waiter>;
  /** Set while its result is being fetched. */
  fetching?: AbortController;
}

const EVENTS = '/api/v1/async_event/';
const IDLE_MS = 30_000;
/** Ends remembered for those whose 202 arrives after them (census ASYNC-05). */
const MAX_ENDS = 500;

export function createJobHub(options: JobHubOptions): JobHub {
  const { api, failed, idleMs = IDLE_MS } = options;
  const position = createChannelPosition(options.position);
  const health = { failures: 0 };
  const jobs = new Map<string, Job>();
  const ends = new Map<string, JobEvent>();
  let feed: Feed | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let canLeave = true;

  const closeFeed = (): void => {
    clearTimeout(idle);
    feed?.dispose();
    feed = undefined;
  };

  function listen(since: string | undefined): void {
    clearTimeout(idle);
    if (position.cover(since, feed === undefined)) closeFeed();
    feed ??= openFeed({ ...options, health }, { position: () => position.id, onEvents: hear, onFailure: failAll });
  }

  function rest(): void {
    if (jobs.size > 0 || !feed) return;
    clearTimeout(idle);
    if (feed.isPolling) closeFeed();
    else idle = setTimeout(closeFeed, idleMs);
  }

  function hear(events: readonly JobEvent[]): void {
    for (const event of events) {
      position.reach(event.id);
      if (event.status === 'running') continue;
      ends.set(event.job_id, event);
      const [oldest] = ends.keys();
      if (ends.size > MAX_ENDS && oldest !== undefined) ends.delete(oldest);
      finish(event);
    }
  }

  function settle(id: string, job: Job, tell: (waiter: Waiter) => void): void {
    if (jobs.get(id) !== job) return;
    jobs.delete(id);
    for (const waiter of job.waiters) tell(waiter);
    rest();
  }

  function finish({ job_id: id, status, errors, result_url: url }: JobEvent): void {
    const job = jobs.get(id);
    if (!job || job.fetching) return;
    if (status === 'done' && url) {
      job.fetching = new AbortController();
      api.get<{ result: Results }>(url, { signal: job.fetching.signal }).then(
        ({ result }) => settle(id, job, (waiter) => waiter.resolve(result)),
        (error: unknown) => settle(id, job, (waiter) => waiter.reject(error)),
      );
      return;
    }
    const error = new ApiError({ message: errors[0]?.message ?? failed(), status: 500, errors, url: EVENTS });
    settle(id, job, (waiter) => waiter.reject(error));
  }

  /** Without events nobody would ever be answered; those whose result is on its way will be. */
  function failAll(error: unknown): void {
    closeFeed();
    for (const [id, job] of [...jobs]) if (!job.fetching) settle(id, job, (waiter) => waiter.reject(error));
  }

  /** Each accepted question counts at the server, so each that is given up is told, and the last one stops the job. */
  function leave(id: string): void {
    if (!canLeave) return;
    api.delete(`${EVENTS}${encodeURIComponent(id)}`, { redirectOn401: false }).catch((error: unknown) => {
      // Servers without the call need not be asked again.
      if (isApiError(error) && (error.status === 404 || error.status === 405)) canLeave = false;
    });
  }

  function giveUp(id: string, job: Job, waiter: Waiter): void {
    job.waiters.delete(waiter);
    if (!job.fetching) leave(id);
    if (job.waiters.size > 0) return;
    job.fetching?.abort();
    if (jobs.get(id) === job) jobs.delete(id);
    rest();
  }

  return {
    result({ job_id: id }, since, signal) {
      if (signal.aborted) {
        leave(id);
        return Promise.reject(reasonOf(signal));
      }
      return new Promise<Results>((resolve, reject) => {
        const job: Job = jobs.get(id) ?? { waiters: new Set() };
        jobs.set(id, job);
        const abandon = (): void => {
          giveUp(id, job, waiter);
          reject(reasonOf(signal));
        };
        const end = (): void => signal.removeEventListener('abort', abandon);
        const waiter: Waiter = {
          resolve: (results) => (end(), resolve(results)),
          reject: (error) => (end(), reject(error instanceof Error ? error : new Error(String(error)))),
        };
        job.waiters.add(waiter);
        signal.addEventListener('abort', abandon, { once: true });
        const known = ends.get(id);
        if (known) finish(known);
        else listen(since);
      });
    },
    dispose() {
      closeFeed();
      const reason = new DOMException('The plugin was stopped', 'AbortError');
      for (const [id, job] of [...jobs]) {
        job.fetching?.abort();
        if (!job.fetching) leave(id);
        settle(id, job, (waiter) => waiter.reject(reason));
      }
      clearTimeout(idle);
    },
  };
}

const reasonOf = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError'));
