import type { ExecuteOptions } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { TrinoPage } from '../client/page.ts';
import type { TrinoServer } from '../client/trino-server.ts';
import type { StopReason } from './statement-error.ts';
import { stopError, toStatementError } from './statement-error.ts';

/** A result nobody reads on is given up after this time. */
const UNREAD_MS = 240_000;

/** What statements need to know of a request. */
export type StatementOptions = Pick<ExecuteOptions, 'signal' | 'timeoutMs' | 'catalog' | 'schema'>;

/** One statement in the cluster: bounded in time, stopped there when its caller goes. */
export class Statement {
  private readonly server: TrinoServer;
  private readonly options: StatementOptions;
  private readonly sql: string;
  /** Cuts the request for a page; the first request must be answered, for only its answer tells what to cancel. */
  private readonly paging = new AbortController();
  private remainingMs: number;
  private timer: NodeJS.Timeout | undefined;
  private stopped: StopReason | undefined;
  private rejectWaiting: ((error: Error) => void) | undefined;
  private isStarted = false;
  private isOver = false;
  private nextUri: string | undefined;

  constructor(server: TrinoServer, sql: string, options: StatementOptions) {
    this.server = server;
    this.sql = sql;
    this.options = options;
    this.remainingMs = options.timeoutMs;
    options.signal.addEventListener('abort', this.abort, { once: true });
    if (options.signal.aborted) this.stop('cancelled');
  }

  /** Whether the last page has been read. */
  get isComplete(): boolean {
    return this.isStarted && this.nextUri === undefined;
  }

  /** The next page. Only the time waited for it counts against the time allowed. Rejects with ConnectorError. */
  async next(): Promise<TrinoPage> {
    if (this.stopped) throw stopError(this.stopped);
    const started = performance.now();
    this.arm(this.remainingMs);
    const stopping = new Promise<never>((_, reject) => (this.rejectWaiting = reject));
    try {
      const page = await Promise.race([this.isStarted ? this.server.next(this.nextUri!, this.paging.signal) : this.start(), stopping]);
      this.nextUri = page.nextUri;
      if (page.error) throw toStatementError(page.error);
      if (this.nextUri === undefined) this.end();
      return page;
    } catch (error) {
      const isOurs = this.stopped !== undefined;
      if (!isOurs && !(error instanceof ConnectorError)) throw new ConnectorError('unavailable', `The connection to the coordinator was lost: ${(error as Error).message}`, error);
      throw isOurs ? stopError(this.stopped!) : error;
    } finally {
      this.rejectWaiting = undefined;
      this.remainingMs -= performance.now() - started;
      if (!this.isOver && !this.stopped) this.arm(UNREAD_MS);
    }
  }

  /** Gives it up, because nobody wants the rest. */
  abandon(): void {
    this.end();
    this.cancel();
  }

  /** For limits of the caller's. */
  stop(reason: StopReason): void {
    if (this.stopped || this.isOver) return;
    this.stopped = reason;
    this.end();
    this.cancel();
    this.rejectWaiting?.(stopError(reason));
  }

  private async start(): Promise<TrinoPage> {
    // A coordinator that does not answer at all must not be waited for without end.
    const answer = this.server.start(this.sql, { ...this.options, catalog: this.options.catalog, schema: this.options.schema, signal: AbortSignal.timeout(Math.max(1000, this.options.timeoutMs + 10_000)) });
    const page = await answer;
    this.isStarted = true;
    if (this.isOver) {
      this.nextUri = page.nextUri;
      this.cancel();
    }
    return page;
  }

  private cancel(): void {
    const uri = this.nextUri;
    this.nextUri = undefined;
    this.paging.abort();
    if (uri !== undefined) void this.server.cancel(uri);
  }

  private end(): void {
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
}
