import type { Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import type { ExecuteOptions } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { ServerPool } from './pool-registry.ts';
import { prepareConnection } from './prepare-connection.ts';
import { toStatementError } from './statement-error.ts';

/** Time the server has to take note of a kill before nobody waits for it any more. */
const GRACE_MS = 2000;
/** A result nobody reads on gives its connection back after this time. */
const UNREAD_MS = 300_000;
const RESULT_BYTES = 1_000_000_000;

/** What sessions need to know of a request. */
export type SessionOptions = Pick<ExecuteOptions, 'signal' | 'timeoutMs' | 'schema' | 'mode'>;

type Reason = 'cancelled' | 'timeout' | 'memory';

/** A connection for one statement: bounded in time and bytes, stopped in the server when its caller goes. */
export class Session {
  readonly connection: PoolConnection;
  private readonly pool: ServerPool;
  private readonly signal: AbortSignal;
  private readonly stream: Socket;
  private readonly bytesBefore: number;
  private remainingMs: number;
  private timer: NodeJS.Timeout | undefined;
  private stopped: Reason | undefined;
  private rejectWaiting: ((error: Error) => void) | undefined;
  private loss: Error | undefined;
  private isOver = false;

  private constructor(pool: ServerPool, connection: PoolConnection, options: SessionOptions) {
    this.pool = pool;
    this.connection = connection;
    this.signal = options.signal;
    this.remainingMs = options.timeoutMs;
    this.stream = (connection as unknown as { readonly stream: Socket }).stream;
    this.bytesBefore = this.stream.bytesRead;
    connection.on('error', this.lose);
    this.signal.addEventListener('abort', this.abort, { once: true });
    if (this.signal.aborted) this.stop('cancelled');
  }

  /** Rejects with ConnectorError when the server cannot be reached or the caller went away meanwhile. */
  static async begin(pool: ServerPool, options: SessionOptions): Promise<Session> {
    const session = new Session(pool, await waitForConnection(pool, options), options);
    try {
      await session.wait(() => prepareConnection(session.connection, options, pool.target.database));
      return session;
    } catch (error) {
      throw session.fail(error);
    }
  }

  get bytes(): number {
    return this.stream.bytesRead - this.bytesBefore;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Waits for the server; only this time counts against the time allowed. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    if (this.stopped || this.isOver) throw new Error('The session is over.');
    if (this.loss) throw this.loss;
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
  checkBytes(): void {
    if (this.bytes > RESULT_BYTES) this.stop('memory');
  }

  /** Gives the connection back, its statement being complete. */
  finish(): void {
    this.end(false);
  }

  /** Gives the connection up, because its statement is not complete. */
  abandon(): void {
    if (this.isOver) return;
    void this.kill();
    this.end(true);
  }

  /** Ends the session after a failure, and answers what to tell the caller. */
  fail(error: unknown): ConnectorError {
    const { errno = 0, fatal = false } = error as { readonly errno?: number; readonly fatal?: boolean };
    // After an error of the server's own, or of ours about its answer, the connection is as good as new.
    const isComplete = error instanceof ConnectorError || (errno > 0 && !fatal);
    this.end(!isComplete);
    return toStatementError(error, this.stopped);
  }

  private end(isBroken: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.abort);
    // A kill that is still on its way must not meet the next statement: such connections are not used again.
    if (isBroken || this.stopped || this.loss) this.connection.destroy();
    else {
      this.connection.off('error', this.lose);
      this.connection.release();
    }
  }

  /** The driver tells the connection of its end, and not the statement whose rows are being read. */
  private readonly lose = (error: Error): void => {
    this.loss ??= error;
    this.rejectWaiting?.(error);
  };
  private readonly abort = (): void => this.stop('cancelled');

  private arm(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop('timeout'), Math.max(1, ms));
    this.timer.unref();
  }

  private async kill(): Promise<void> {
    const threadId = this.connection.threadId;
    if (typeof threadId === 'number') await this.pool.kill(threadId);
  }

  private stop(reason: Reason): void {
    if (this.stopped || this.isOver) return;
    this.stopped = reason;
    clearTimeout(this.timer);
    const killed = this.kill();
    const reject = this.rejectWaiting;
    if (!reject) {
      this.end(true);
      return;
    }
    // The server's own word is welcome; that it knows is enough, for some statements heed it late.
    this.timer = setTimeout(() => reject(new Error('The statement did not stop in time.')), GRACE_MS);
    void killed.then(() => reject(new Error('The statement was stopped.')));
  }
}

async function waitForConnection(pool: ServerPool, { signal, timeoutMs }: SessionOptions): Promise<PoolConnection> {
  const leave = new AbortController();
  const connecting = pool.connect();
  const gone = new Promise<never>((_, reject) => {
    const cancelled = (): void => reject(new ConnectorError('cancelled', 'The query was cancelled.'));
    if (signal.aborted) cancelled();
    signal.addEventListener('abort', cancelled, { once: true, signal: leave.signal });
    const timer = setTimeout(() => reject(new ConnectorError('timeout', 'No connection to the server became free in time. Try again later.')), timeoutMs);
    leave.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    return await Promise.race([connecting, gone]);
  } catch (error) {
    connecting.then((connection) => connection.release()).catch(() => undefined);
    throw error;
  } finally {
    leave.abort();
  }
}
