import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Disposable, JsonObject, Logger } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { EventLog } from '@orrery/sdk/server';
import type { AsyncEvent, AsyncWork } from '../contract.ts';
import type { Channel } from './channel-tokens.ts';
import type { JobWatch, WatchedJob } from './job-watch.ts';
import type { Listeners } from './listeners.ts';

/** Work in this process that somebody waits for. */
export interface JobRegistry extends Disposable {
  /** Starts the work, or joins the same of the same user; answers the job's id. Rejects without starting it when its events cannot be stored. */
  start(channel: Channel, userId: number | null, work: AsyncWork): Promise<string>;
  /** One who waited for a job of this channel does so no more; the last one to go stops it. Unknown jobs are passed over. */
  leave(channelId: string, jobId: string): void;
}

export interface JobRegistryOptions {
  readonly events: Pick<EventLog, 'append'>;
  readonly listeners: Listeners;
  readonly watch: Pick<JobWatch, 'begin' | 'end'>;
  readonly log: Logger;
  /** A job nobody has listened to for so long is stopped. */
  readonly silenceMs?: number;
  /** Pause between two tries to store the end of a job. */
  readonly retryMs?: number;
  readonly now?: () => number;
}

interface Job {
  readonly id: string;
  readonly key: string;
  readonly userId: number | null;
  /** How many wait, by channel; those who left stay with 0, and are told the end too. */
  readonly waiting: Map<string, number>;
  readonly controller: AbortController;
  /** The beginning was told. */
  begun: Promise<void>;
  /** Why it was stopped. */
  stopped?: string;
}

type Told = Pick<AsyncEvent, 'status' | 'errors' | 'result_url'>;

const SILENCE_MS = 120_000;
const RETRY_MS = 1000;
/** Whoever has not heard of the end by then asks again. */
const TRIES = 600;
const SILENT = 'The query was stopped because nobody waited for its result any more. Run it again.';
const LEFT = 'The query was cancelled.';
const ENDED = 'The server was restarted while the query ran. Run it again.';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const failed = (messages: readonly string[]): Told => ({ status: 'error', errors: messages.map((message) => ({ message })), result_url: null });

/** What is told of a failure; texts meant for users only. */
function messagesOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { message, errors } = error.body as { message?: unknown; errors?: readonly { message?: unknown }[] };
  if (errors) return errors.map((one) => String(one.message ?? 'Unknown error'));
  if (message !== null && typeof message === 'object') return [JSON.stringify(message)];
  return [String(message ?? 'Unknown error')];
}

/** Tells of a job whose process died. */
export async function tellLost(events: Pick<EventLog, 'append'>, job: WatchedJob): Promise<void> {
  await events.append(job.channel_id, { ...job, ...failed([ENDED]) } as unknown as JsonObject);
}

export function createJobRegistry({ events, listeners, watch, log, silenceMs = SILENCE_MS, retryMs = RETRY_MS, now = Date.now }: JobRegistryOptions): JobRegistry {
  const jobs = new Map<string, Job>();
  const running = new Set<Job>();
  let isOver = false;

  async function tell(job: Job, channel: string, told: Told): Promise<void> {
    const event = { channel_id: channel, job_id: job.id, user_id: job.userId, ...told };
    await events.append(channel, event as unknown as JsonObject);
  }

  /** Keeps trying while the event store is away: who waits would wait for ever. */
  async function tellSurely(job: Job, channel: string, told: Told): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await tell(job, channel, told);
      } catch (error) {
        if (isOver || tries >= TRIES) return log.error('The end of a background query could not be told.', { error: textOf(error) });
        await wait(retryMs, undefined, { ref: false });
      }
    }
  }

  const tellAll = (job: Job, told: Told): Promise<unknown> => Promise.all([...job.waiting.keys()].map((channel) => tellSurely(job, channel, told)));

  const watched = (job: Job, channel: string): WatchedJob => ({ job_id: job.id, channel_id: channel, user_id: job.userId });

  /** From now on who asks the same gets a job that will be told again. */
  function forget(job: Job): void {
    if (jobs.get(job.key) === job) jobs.delete(job.key);
  }

  function stop(job: Job, reason: string): void {
    forget(job);
    job.stopped ??= reason;
    job.controller.abort();
  }

  async function run(job: Job, work: AsyncWork): Promise<void> {
    running.add(job);
    const end = await work.run(job.controller.signal).then(
      (result_url): Told => ({ status: 'done', errors: [], result_url }),
      (error: unknown): Told => {
        const texts = job.stopped === undefined ? messagesOf(error) : [job.stopped];
        if (!texts) log.error('A background query failed unexpectedly.', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
        return failed(texts ?? ['Fatal error']);
      },
    );
    forget(job);
    // A server that ends has told it already.
    if (running.delete(job)) await tellAll(job, end);
    for (const channel of job.waiting.keys()) watch.end(watched(job, channel));
  }

  async function begin(job: Job, channel: string, work: AsyncWork): Promise<void> {
    try {
      await tell(job, channel, { status: 'running', errors: [], result_url: null });
    } catch (error) {
      forget(job);
      throw error;
    }
    if (isOver) throw new HttpError(503, ENDED);
    void run(job, work);
  }

  async function stopSilent(): Promise<void> {
    for (const job of jobs.values()) {
      const heard = await Promise.all([...job.waiting.keys()].map((channel) => listeners.lastHeard(channel)));
      if (Math.max(...heard) < now() - silenceMs) stop(job, SILENT);
    }
  }
  const timer = setInterval(() => void stopSilent(), Math.max(50, silenceMs / 10)).unref();

  return {
    async start(channel, userId, work) {
      listeners.heard(channel.id);
      const key = `${channel.subject}\0${work.key}`;
      const known = jobs.get(key);
      const job: Job = known ?? { id: randomUUID(), key, userId, waiting: new Map(), controller: new AbortController(), begun: Promise.resolve() };
      job.waiting.set(channel.id, (job.waiting.get(channel.id) ?? 0) + 1);
      if (!known) {
        jobs.set(key, job);
        job.begun = begin(job, channel.id, work);
      }
      await job.begun;
      if (jobs.get(key) === job) watch.begin(watched(job, channel.id));
      return job.id;
    },
    leave(channelId, jobId) {
      for (const job of jobs.values()) {
        const count = job.id === jobId ? (job.waiting.get(channelId) ?? 0) : 0;
        if (count === 0) continue;
        job.waiting.set(channelId, count - 1);
        if ([...job.waiting.values()].every((left) => left === 0)) stop(job, LEFT);
      }
    },
    dispose() {
      isOver = true;
      clearInterval(timer);
      jobs.clear();
      // Told at once: what events are stored in ends right after this.
      for (const job of running) {
        void tellAll(job, failed([ENDED]));
        job.controller.abort();
      }
      running.clear();
    },
  };
}
