import path from 'node:path';
import type { Disposable, Logger } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { EngineReply, OpenMode } from '../engine/protocol.ts';
import { judge } from './blame.ts';
import type { EngineFactory } from './engine-factory.ts';
import type { LimitPlan } from './engine-limits.ts';
import type { EngineProcessHandle } from './engine-process-handle.ts';
import type { JobRequest } from './job.ts';
import { Job } from './job.ts';

/** @see EngineSupervisor */
export interface SupervisorOptions {
  /** Absolute path of the database file. */
  readonly file: string;
  readonly mode: OpenMode;
  readonly plan: LimitPlan;
  readonly factory: EngineFactory;
  readonly log: Logger;
  /** Time a cancelled query has to stop before its process is killed. */
  readonly graceMs?: number;
  /** The process is not replaced when it dies. */
  readonly isOneOff?: boolean;
}

const MAX_OPEN_ATTEMPTS = 3;
const MAX_WAITING = 1000;

/**
 * Keeps one engine process alive for a database file: queues requests, bounds them in time, kills what does not stop,
 * and after a death repeats the requests of those who had no part in it.
 */
export class EngineSupervisor implements Disposable {
  private readonly options: SupervisorOptions;
  private readonly waiting: Job[] = [];
  private readonly running = new Map<number, Job>();
  private readonly cleanUps = new Map<number, () => void>();
  private readonly killTimers = new Map<number, NodeJS.Timeout>();
  private engine: EngineProcessHandle | undefined;
  private isOpen = false;
  private isPaused = false;
  private isDisposed = false;
  private openAttempts = 0;
  private killedFor: Job | undefined;
  private nextId = 1;
  private onIdle: (() => void) | undefined;

  constructor(options: SupervisorOptions) {
    this.options = options;
  }

  /** Process id of the engine, for tests and the log. */
  get pid(): number | undefined {
    return this.engine?.pid;
  }

  /** Runs a request; rejects with ConnectorError. For queries the answer is a QueryExecution. */
  run<T>(request: JobRequest, limits: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<T> {
    const job = new Job(this.nextId++, request, {
      ack: (id) => this.engine?.send({ kind: 'ack', id }),
      abandon: (id) => this.stop(id, new ConnectorError('cancelled', 'The result was not read to its end.')),
    });
    if (this.isDisposed) job.fail(new ConnectorError('unavailable', 'The server is shutting down.'));
    else if (limits.signal.aborted) job.fail(new ConnectorError('cancelled', 'The query was cancelled.'));
    else if (this.waiting.length >= MAX_WAITING) job.fail(new ConnectorError('unavailable', 'Too many queries are waiting for the engine. Try again later.'));
    else this.enqueue(job, limits);
    return job.answer as Promise<T>;
  }

  private enqueue(job: Job, limits: { readonly signal: AbortSignal; readonly timeoutMs: number }): void {
    const seconds = Math.round(limits.timeoutMs / 100) / 10;
    const timer = setTimeout(() => this.stop(job.id, new ConnectorError('timeout', `The query took longer than ${seconds} seconds and was stopped.`)), limits.timeoutMs);
    const onAbort = (): void => this.stop(job.id, new ConnectorError('cancelled', 'The query was cancelled.'));
    limits.signal.addEventListener('abort', onAbort, { once: true });
    const cleanUp = (): void => {
      limits.signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    };
    this.cleanUps.set(job.id, cleanUp);
    this.waiting.push(job);
    this.pump();
  }

  private finish(job: Job): void {
    this.cleanUps.get(job.id)?.();
    this.cleanUps.delete(job.id);
    clearTimeout(this.killTimers.get(job.id));
    this.killTimers.delete(job.id);
    this.running.delete(job.id);
  }

  /** Tells the caller at once and the engine too; what does not stop in time dies with its process. */
  private stop(id: number, error: ConnectorError): void {
    const at = this.waiting.findIndex((job) => job.id === id);
    const job = at >= 0 ? this.waiting[at] : this.running.get(id);
    if (!job || job.hasFailed) return;
    job.fail(error);
    if (at >= 0) {
      this.waiting.splice(at, 1);
      this.finish(job);
      return;
    }
    this.engine?.send({ kind: 'cancel', id });
    const timer = setTimeout(() => {
      this.options.log.warn('The engine did not stop a query in time and is restarted.', { file: this.options.file });
      this.killedFor = job;
      this.engine?.kill();
    }, this.options.graceMs ?? 1500);
    this.killTimers.set(id, timer);
  }

  private pump(): void {
    if (this.isPaused || this.isDisposed || this.waiting.length === 0) return;
    if (!this.engine) this.start();
    if (!this.isOpen) return;
    let hasSuspect = [...this.running.values()].some((job) => job.isSuspect);
    for (let at = 0; at < this.waiting.length && this.running.size < this.options.plan.concurrency; ) {
      const job = this.waiting[at]!;
      if (job.isSuspect && hasSuspect) {
        at++;
        continue;
      }
      this.waiting.splice(at, 1);
      hasSuspect ||= job.isSuspect;
      job.attempts++;
      this.running.set(job.id, job);
      this.engine?.send(job.message());
    }
  }

  private start(): void {
    const { file, mode, plan, factory } = this.options;
    const engine = factory.take();
    this.engine = engine;
    this.isOpen = false;
    engine.listen(
      (reply) => this.engine === engine && this.receive(reply),
      (why) => this.engine === engine && this.died(why),
    );
    engine.send({ kind: 'open', file, mode, limits: { threads: plan.threads, memoryMb: plan.memoryMb, residentMb: plan.residentMb, tempDirectory: plan.tempDirectory } });
  }

  private receive(reply: EngineReply): void {
    if (reply.kind === 'loaded') return;
    if (reply.kind === 'open') {
      this.isOpen = true;
      this.openAttempts = 0;
      this.pump();
      return;
    }
    if (reply.kind === 'openFailed') {
      this.discardEngine();
      // The engine's own words name paths of this machine: they are for the log.
      this.options.log.error('A database file could not be opened.', { file: this.options.file, why: reply.message });
      const reason = /could not set lock/i.test(reply.message) ? 'another program uses it' : 'see the server log';
      this.failAll(new ConnectorError(reply.code, `The database file ${path.basename(this.options.file)} could not be opened: ${reason}.`));
      return;
    }
    const job = this.running.get(reply.id);
    if (!job) return;
    job.receive(reply);
    if (job.isDone) {
      this.finish(job);
      this.pump();
      if (this.running.size === 0) this.onIdle?.();
    }
  }

  private died(why: string): void {
    const wasOpen = this.isOpen;
    const { culprit, retry, lost } = judge([...this.running.values()], this.killedFor);
    this.discardEngine();
    this.options.log.warn('The analytics engine stopped.', { file: this.options.file, why: why.slice(0, 500), running: this.running.size });
    if (culprit) {
      this.finish(culprit);
      culprit.fail(new ConnectorError('memory', 'This query made the analytics engine stop, most likely because it needs too much memory. Ask for fewer rows, columns or groups.'));
    }
    for (const job of lost) {
      this.finish(job);
      job.fail(new ConnectorError('unavailable', 'The analytics engine was restarted while this result was being read. Run the query again.'));
    }
    for (const job of [...this.running.values()]) {
      if (retry.includes(job)) this.running.delete(job.id);
      else this.finish(job);
    }
    this.waiting.unshift(...retry);
    if (this.options.isOneOff) {
      this.isDisposed = true;
      this.failAll(new ConnectorError('unavailable', 'The analytics engine stopped while writing; nothing was changed.'));
    } else if (!wasOpen && ++this.openAttempts >= MAX_OPEN_ATTEMPTS) {
      this.openAttempts = 0;
      this.failAll(new ConnectorError('unavailable', 'The analytics engine does not start. See the server log.'));
    }
    if (this.running.size === 0) this.onIdle?.();
    // At once, not with the next query: the next caller should find it running.
    if (!this.isPaused && !this.isDisposed && wasOpen) this.start();
    this.pump();
  }

  private discardEngine(): void {
    const engine = this.engine;
    this.engine = undefined;
    this.isOpen = false;
    this.killedFor = undefined;
    engine?.kill();
  }

  private failAll(error: ConnectorError): void {
    for (const job of [...this.waiting.splice(0), ...this.running.values()]) {
      this.finish(job);
      job.fail(error);
    }
  }

  /**
   * Frees the file for `work`: lets running queries end for up to `patienceMs`, closes the engine, and afterwards goes on.
   * Queries arriving meanwhile wait.
   */
  async pauseFor<T>(work: () => Promise<T>, patienceMs = 5000): Promise<T> {
    this.isPaused = true;
    try {
      if (this.running.size > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patienceMs);
          this.onIdle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        this.onIdle = undefined;
      }
      const engine = this.engine;
      const interrupted = [...this.running.values()].filter((job) => !job.hasFailed && !job.hasDelivered);
      for (const job of [...this.running.values()]) {
        if (interrupted.includes(job)) this.running.delete(job.id);
        else {
          this.finish(job);
          job.fail(new ConnectorError('unavailable', 'The data was being replaced. Run the query again.'));
        }
      }
      this.waiting.unshift(...interrupted);
      this.discardEngine();
      await engine?.exited;
      return await work();
    } finally {
      this.isPaused = false;
      this.pump();
    }
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.failAll(new ConnectorError('unavailable', 'The server is shutting down.'));
    this.discardEngine();
  }
}
