import { randomUUID } from 'node:crypto';
import type { ExecuteOptions } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { ClickHouseServer, RequestOptions } from './clickhouse-server.ts';
import type { StopReason } from './statement-error.ts';
import { toStatementError } from './statement-error.ts';

/** Time the server has to stop a statement before its request is cut. */
const GRACE_MS = 600;
/** A result nobody reads on is given up after this time. */
const UNREAD_MS = 300_000;
const RESULT_BYTES = 1_000_000_000;

/** What statements need to know of a request. */
export type StatementOptions = Pick<ExecuteOptions, 'signal' | 'timeoutMs' | 'schema'>;

/** One statement in the server: bounded in time and bytes, stopped there when its caller goes. */
export class Statement {
  readonly id = randomUUID();
  private readonly server: ClickHouseServer;
  private readonly options: StatementOptions;
  private readonly request = new AbortController();
  private remainingMs: number;
  private timer: NodeJS.Timeout | undefined;
  private stopped: StopReason | undefined;
  private rejectWaiting: ((error: Error) => void) | undefined;
  private bytes = 0;
  private isOver = false;

  constructor(server: ClickHouseServer, options: StatementOptions) {
    this.server = server;
    this.options = options;
    this.remainingMs = options.timeoutMs;
    options.signal.addEventListener('abort', this.abort, { once: true });
    if (options.signal.aborted) this.stop('cancelled');
  }

  /** How its request is sent. */
  with(settings: Readonly<Record<string, string>>): RequestOptions {
    return { id: this.id, signal: this.request.signal, schema: this.options.schema, settings };
  }

  /** Waits for the server; only this time counts against the time allowed. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    if (this.stopped || this.isOver) throw new Error('The statement is over.');
    const started = performance.now();
    this.arm(this.remainingMs);
    const stopping = new Promise<never>((_, reject) => (this.rejectWaiting = reject));
    try {
      return await Promise.race([work(), stopping]);
    } finally {
      this.rejectWaiting = undefined;
      this.remainingMs -= performance.now() - started;
      if (!this.isOver && !this.stopped) this.arm(UNREAD_MS);
    }
  }

  /** To be called while rows arrive. */
  addBytes(count: number): void {
    this.bytes += count;
    if (this.bytes <= RESULT_BYTES) return;
    this.stop('memory');
    throw new ConnectorError('memory', 'The result is larger than 1 GB. Ask for fewer rows or columns.');
  }

  /** The statement is complete. */
  finish(): void {
    this.end();
  }

  /** Gives it up, because nobody wants the rest. */
  abandon(): void {
    if (this.isOver) return;
    this.end();
    void this.server.kill(this.id);
    this.request.abort();
  }

  /** Ends it after a failure, and answers what to tell the caller. */
  fail(error: unknown): ConnectorError {
    this.end();
    if (!this.stopped) this.request.abort();
    return toStatementError(error, this.stopped);
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.options.signal.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.stop('cancelled');

  private arm(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop('timeout'), Math.max(1, ms));
    this.timer.unref();
  }

  private stop(reason: StopReason): void {
    if (this.stopped || this.isOver) return;
    this.stopped = reason;
    clearTimeout(this.timer);
    const killing = this.server.kill(this.id);
    const grace = new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS));
    void Promise.race([killing, grace]).then(() => {
      this.rejectWaiting?.(new Error('The statement was stopped.'));
      // Cut only after the server was told: then it also stops what another of its nodes runs.
      this.request.abort();
    });
  }
}
