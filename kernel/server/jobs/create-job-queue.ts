import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JsonObject, Logger } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { JobQueue, MetadataStore } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';

type Work = Parameters<JobQueue['process']>[1];
type JobRow = KernelTables['job'];

const POLL_MS = 1000;
const HEARTBEAT_MS = 10_000;
/** Without a sign of life for this long a job is taken from its worker. */
const STALE_MS = 60_000;
const BACK_OFF_MS = 1000;
const MAX_BACK_OFF_MS = 5 * 60_000;
const PARALLEL_PER_KIND = 2;
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** A queue that can be started late and stopped. */
export interface SqlJobQueue extends JobQueue {
  /** Begins to work; only processes of the role `all` or `worker` do. */
  start(): void;
  /** Aborts what runs and waits for it to end; aborted jobs go back to the queue. */
  stop(): Promise<void>;
}

/** Jobs in the metadata database: claimed in one statement, so that each runs in one place at a time. */
export function createJobQueue(metadata: MetadataStore, log: Logger, now: () => number = Date.now): SqlJobQueue {
  const db = metadata.db<KernelTables>();
  const workers = new Map<string, Work>();
  const running = new Map<string, { readonly abort: AbortController; readonly kind: string; readonly done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopping = false;

  async function claim(kind: string): Promise<JobRow | undefined> {
    const time = now();
    const lock = metadata.dialect === 'postgres' ? sql`for update skip locked` : sql``;
    const { rows } = await sql<JobRow>`
      update job set state = 'running', heartbeat_on = ${time}, attempts = attempts + 1 where id = (
        select id from job where kind = ${kind} and run_at <= ${time} and (state = 'waiting' or (state = 'running' and heartbeat_on < ${time - STALE_MS}))
        order by run_at limit 1 ${lock}
      ) returning *`.execute(db);
    return rows[0];
  }

  async function look(): Promise<void> {
    for (const kind of workers.keys()) {
      while (!stopping && [...running.values()].filter((job) => job.kind === kind).length < PARALLEL_PER_KIND) {
        const job = await claim(kind);
        if (!job) break;
        const abort = new AbortController();
        running.set(job.id, { abort, kind, done: run(job, workers.get(kind) as Work, abort).finally(() => { running.delete(job.id); wake(); }) });
      }
    }
  }

  async function run(job: JobRow, work: Work, abort: AbortController): Promise<void> {
    const beat = async (progress?: number): Promise<void> => {
      const done = await db.updateTable('job').set({ heartbeat_on: now(), ...(progress === undefined ? {} : { progress }) }).where('id', '=', job.id).where('state', '=', 'running').executeTakeFirst();
      // Cancelled, perhaps by another process.
      if (done.numUpdatedRows === 0n) abort.abort(new Error('The job was cancelled'));
    };
    const pulse = setInterval(() => void beat().catch(() => {}), HEARTBEAT_MS).unref();
    try {
      await work(JSON.parse(job.payload) as JsonObject, { id: job.id, signal: abort.signal, heartbeat: beat });
      await finish(job.id, { state: 'done', finished_on: now(), progress: 1 });
    } catch (error) {
      if (stopping) return await finish(job.id, { state: 'waiting', attempts: job.attempts - 1 });
      if (abort.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log.error('A job failed', { kind: job.kind, job: job.id, attempt: job.attempts, error: error instanceof Error ? error.stack : message });
      const again = job.attempts < job.max_attempts;
      const delay = Math.min(BACK_OFF_MS * 2 ** (job.attempts - 1), MAX_BACK_OFF_MS);
      await finish(job.id, again ? { state: 'waiting', run_at: now() + delay, error: message } : { state: 'failed', finished_on: now(), error: message });
    } finally {
      clearInterval(pulse);
    }
  }

  async function finish(id: string, values: Partial<JobRow>): Promise<void> {
    await db.updateTable('job').set(values).where('id', '=', id).where('state', '=', 'running').execute();
  }

  function wake(): void {
    if (!timer || stopping) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => log.error('The job queue cannot be read', { error: String(error) }))
      .finally(() => {
        looking = undefined;
        if (lookAgain) {
          lookAgain = false;
          wake();
        }
      });
  }

  return {
    async enqueue(kind, payload, { uniqueKey, delayMs = 0, attempts = 3 } = {}) {
      const time = now();
      await db.deleteFrom('job').where('finished_on', '<', time - KEPT_MS).execute();
      const added = await db
        .insertInto('job')
        .values({
          id: randomUUID(), kind, payload: JSON.stringify(payload), state: 'waiting', unique_key: uniqueKey ?? null, run_at: time + delayMs, attempts: 0,
          max_attempts: attempts, heartbeat_on: null, progress: null, error: null, created_on: time, finished_on: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      wake();
      if (added) return added.id;
      const same = await db.selectFrom('job').select('id').where('unique_key', '=', uniqueKey ?? '').where('state', 'in', ['waiting', 'running']).executeTakeFirst();
      return same?.id ?? this.enqueue(kind, payload, { ...(uniqueKey === undefined ? {} : { uniqueKey }), delayMs, attempts });
    },
    process(kind, work) {
      if (workers.has(kind)) throw new Error(`Jobs of the kind ${kind} have a worker already`);
      workers.set(kind, work);
      wake();
      return toDisposable(() => {
        workers.delete(kind);
        for (const job of running.values()) if (job.kind === kind) job.abort.abort(new Error('The worker was removed'));
      });
    },
    async cancel(id) {
      const done = await db.updateTable('job').set({ state: 'cancelled', finished_on: now() }).where('id', '=', id).where('state', 'in', ['waiting', 'running']).executeTakeFirst();
      running.get(id)?.abort.abort(new Error('The job was cancelled'));
      return done.numUpdatedRows > 0n;
    },
    start() {
      timer ??= setInterval(wake, POLL_MS).unref();
      wake();
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      await looking;
      const ending = [...running.values()];
      for (const job of ending) job.abort.abort(new Error('The server stops'));
      await Promise.allSettled(ending.map((job) => job.done));
    },
  };
}
