import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { ConnectorError } from '@orrery/sdk/server';
import type { ExecuteOptions } from '@orrery/sdk/server';
import { postgresqlDialect } from '../dialect/postgresql-dialect.ts';
import { cancelUntil } from './cancel-request.ts';
import type { ServerPool } from './pool-registry.ts';
import { toStatementError } from './statement-error.ts';

/** Time a cancelled statement has to stop before its connection is cut. */
const GRACE_MS = 2000;
/** A result nobody reads on gives its connection back after this time. */
const UNREAD_MS = 300_000;
const RESULT_BYTES = 1_000_000_000;

/** What sessions need to know of a request. */
export type SessionOptions = Pick<ExecuteOptions, 'signal' | 'timeoutMs' | 'schema' | 'mode'>;

interface Inside {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: Socket };
}

function beginning({ mode, timeoutMs, schema }: SessionOptions): string {
  return [
    mode === 'read' ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN',
    `SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(timeoutMs))}`,
    "SET LOCAL TimeZone = 'UTC'",
    "SET LOCAL DateStyle = 'ISO'",
    'SET LOCAL bytea_output = hex',
    'SET LOCAL extra_float_digits = 3',
    'SET LOCAL standard_conforming_strings = on',
    ...(schema ? [`SET LOCAL search_path TO ${postgresqlDialect.identifier(schema)}`] : []),
  ].join(';');
}

/** A transaction on a connection of its own: bounded in time and bytes, stopped in the server when its caller goes. */
export class Session {
  readonly client: PoolClient;
  private readonly pool: ServerPool;
  private readonly inside: Inside;
  private readonly signal: AbortSignal;
  private readonly bytesBefore: number;
  private remainingMs: number;
  private timer: NodeJS.Timeout | undefined;
  private stopped: 'cancelled' | 'timeout' | 'memory' | undefined;
  private isOver = false;
  private isWaiting = false;
  private isCut = false;

  private constructor(pool: ServerPool, client: PoolClient, options: SessionOptions) {
    this.pool = pool;
    this.client = client;
    this.inside = client as unknown as Inside;
    this.signal = options.signal;
    this.remainingMs = options.timeoutMs;
    this.bytesBefore = this.inside.connection.stream.bytesRead;
    this.inside.connection.stream.on('data', this.count);
    client.on('error', this.ignore);
    this.signal.addEventListener('abort', this.abort, { once: true });
    if (this.signal.aborted) this.stop('cancelled');
  }

  /** Rejects with ConnectorError when the server cannot be reached or the caller went away meanwhile. */
  static async begin(pool: ServerPool, options: SessionOptions): Promise<Session> {
    const client = await waitForClient(pool, options);
    const session = new Session(pool, client, options);
    try {
      await session.wait(() => client.query(beginning(options)));
      return session;
    } catch (error) {
      throw session.fail(error, '');
    }
  }

  /** Bytes the server has sent since the beginning. */
  get bytes(): number {
    return this.inside.connection.stream.bytesRead - this.bytesBefore;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Waits for the server; only this time counts against the time allowed. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    if (this.stopped || this.isOver) throw new Error('The session is over.');
    const started = performance.now();
    this.arm(this.remainingMs);
    this.isWaiting = true;
    try {
      return await work();
    } finally {
      this.isWaiting = false;
      this.remainingMs -= performance.now() - started;
      if (!this.isOver && !this.stopped) this.arm(UNREAD_MS);
    }
  }

  /** Ends the transaction and gives the connection back. */
  commit(): Promise<void> {
    return this.end('COMMIT');
  }

  /** Gives the connection back after a failure, and answers what to tell the caller. */
  fail(error: unknown, sql: string): ConnectorError {
    const reason = this.stopped;
    this.end('ROLLBACK').catch(() => undefined);
    if (reason === 'memory') return new ConnectorError('memory', 'The result is larger than 1 GB. Ask for fewer rows or columns.');
    return toStatementError(error, sql, reason);
  }

  private async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.abort);
    this.inside.connection.stream.off('data', this.count);
    // A cancel request that is still on its way must not meet the next statement: such connections are not used again.
    let isBroken = this.stopped !== undefined;
    const cut = setTimeout(() => this.inside.connection.stream.destroy(), GRACE_MS);
    try {
      if (!isBroken) await this.client.query(how);
    } catch (error) {
      isBroken = true;
      throw error;
    } finally {
      clearTimeout(cut);
      this.client.release(isBroken);
      if (!isBroken) this.client.off('error', this.ignore);
    }
  }

  private readonly ignore = (): void => undefined;
  private readonly abort = (): void => this.stop('cancelled');
  private readonly count = (): void => {
    if (this.bytes > RESULT_BYTES) this.stop('memory');
  };

  private arm(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop('timeout'), Math.max(1, ms));
    this.timer.unref();
  }

  private stop(reason: 'cancelled' | 'timeout' | 'memory'): void {
    if (this.stopped || this.isOver) return;
    this.stopped = reason;
    clearTimeout(this.timer);
    // A session that was cut off has not said that it stopped.
    void cancelUntil(() => this.isOver && !this.isCut, this.pool.target, this.inside.processID, this.inside.secretKey);
    if (this.isWaiting) {
      this.timer = setTimeout(() => {
        this.isCut = true;
        this.inside.connection.stream.destroy();
      }, GRACE_MS);
    }
    // Nobody is waiting for the server: its result is not being read.
    else void this.end('ROLLBACK');
  }
}

async function waitForClient(pool: ServerPool, { signal, timeoutMs }: SessionOptions): Promise<PoolClient> {
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
    connecting.then((client) => client.release()).catch(() => undefined);
    throw error;
  } finally {
    leave.abort();
  }
}
