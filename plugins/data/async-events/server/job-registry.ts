import { randomUUID } from 'node:crypto';
import type { Disposable, JsonObject, Logger } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { EventLog } from '@orrery/sdk/server';
import type { AsyncEvent, AsyncWork } from '../contract.ts';
import type { Channel } from './channel-tokens.ts';
import type { Listeners } from './listeners.ts';

/** Work in this process that somebody waits for. */
export interface JobRegistry extends Disposable {
  /** Starts the work, or joins the same of the same user; answers the job's id. */
  start(channel: Channel, userId: number | null, work: AsyncWork): string;
}

export interface JobRegistryOptions {
  readonly events: Pick<EventLog, 'append'>;
  readonly listeners: Listeners;
  readonly log: Logger;
  /** A job nobody has listened to for so long is stopped. */
  readonly silenceMs?: number;
  readonly now?: () => number;
}

interface Job {
  readonly id: string;
  readonly channels: Set<string>;
  readonly controller: AbortController;
}

const SILENCE_MS = 120_000;
const STOPPED = 'The query was stopped because nobody waited for its result any more. Run it again.';
const ENDED = 'The server was restarted while the query ran. Run it again.';

/** What is told of a failure; texts meant for users only. */
function messagesOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { message, errors } = error.body as { message?: unknown; errors?: readonly { message?: unknown }[] };
  if (errors) return errors.map((one) => String(one.message ?? 'Unknown error'));
  if (message !== null && typeof message === 'object') return [JSON.stringify(message)];
  return [String(message ?? 'Unknown error')];
}

export function createJobRegistry({ events, listeners, log, silenceMs = SILENCE_MS, now = Date.now }: JobRegistryOptions): JobRegistry {
  const jobs = new Map<string, Job>();
  let isOver = false;

  async function tell(job: Job, userId: number | null, told: Pick<AsyncEvent, 'status' | 'errors' | 'result_url'>): Promise<void> {
    for (const channel of job.channels) {
      const event = { channel_id: channel, job_id: job.id, user_id: userId, ...told };
      await events.append(channel, event as unknown as JsonObject).catch((error: unknown) => log.error('An event of a background query could not be stored.', { error: error instanceof Error ? error.message : String(error) }));
    }
  }

  async function run(key: string, job: Job, userId: number | null, work: AsyncWork): Promise<void> {
    await tell(job, userId, { status: 'running', errors: [], result_url: null });
    const end = await work.run(job.controller.signal).then(
      (result_url) => ({ status: 'done' as const, errors: [], result_url }),
      (error: unknown) => {
        const texts = job.controller.signal.aborted ? [isOver ? ENDED : STOPPED] : messagesOf(error);
        if (!texts) log.error('A background query failed unexpectedly.', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
        return { status: 'error' as const, errors: (texts ?? ['Fatal error']).map((message) => ({ message })), result_url: null };
      },
    );
    // Before it is told: who asks the same from now on must get a job that will be told again.
    if (jobs.get(key) === job) jobs.delete(key);
    await tell(job, userId, end);
  }

  async function stopSilent(): Promise<void> {
    for (const [key, job] of jobs) {
      const heard = await Promise.all([...job.channels].map((channel) => listeners.lastHeard(channel)));
      if (Math.max(...heard) >= now() - silenceMs) continue;
      // Whoever asks now must not join work that is being stopped.
      jobs.delete(key);
      job.controller.abort();
    }
  }
  const timer = setInterval(() => void stopSilent(), Math.max(50, silenceMs / 10)).unref();

  return {
    start(channel, userId, work) {
      listeners.heard(channel.id);
      const key = `${channel.subject}\0${work.key}`;
      const known = jobs.get(key);
      if (known) {
        known.channels.add(channel.id);
        return known.id;
      }
      const job: Job = { id: randomUUID(), channels: new Set([channel.id]), controller: new AbortController() };
      jobs.set(key, job);
      void run(key, job, userId, work);
      return job.id;
    },
    dispose() {
      isOver = true;
      clearInterval(timer);
      for (const job of jobs.values()) job.controller.abort();
      jobs.clear();
    },
  };
}
