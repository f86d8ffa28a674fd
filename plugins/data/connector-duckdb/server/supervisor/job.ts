import { ConnectorError } from '@orrery/sdk/server';
import type { QueryExecution, ResultBatch } from '@orrery/sdk/server';
import type { EngineReply, EngineRequest } from '../engine/protocol.ts';

/** A request without its number, which the supervisor gives. */
export type JobRequest =
  | { readonly kind: 'query'; readonly sql: string; readonly maxRows: number; readonly admit: boolean }
  | { readonly kind: 'describe'; readonly sql: string; readonly admit: boolean }
  | { readonly kind: 'rewrite'; readonly sql: string; readonly replacements: Readonly<Record<string, string>> }
  | { readonly kind: 'script'; readonly statements: readonly string[] };

/** What the supervisor does for a job. */
export interface JobHost {
  ack(id: number): void;
  /** The reader went away before the end. */
  abandon(id: number): void;
}

/** One request from its arrival to its last row; survives the death of an engine until rows were handed out. */
export class Job {
  readonly id: number;
  readonly request: JobRequest;
  readonly answer: Promise<unknown>;
  attempts = 0;
  /** Was running alone-or-not when an engine died for an unknown reason; runs beside no other suspect. */
  isSuspect = false;
  /** True once the caller has its answer or error; the engine may still be busy with it. */
  isSettled = false;
  /** True once the first rows were handed out: it cannot be repeated. */
  hasDelivered = false;
  isDone = false;

  private readonly host: JobHost;
  private readonly batches: ResultBatch[] = [];
  private failure: ConnectorError | undefined;
  private wake: (() => void) | undefined;
  private resolve!: (value: unknown) => void;
  private reject!: (error: ConnectorError) => void;

  constructor(id: number, request: JobRequest, host: JobHost) {
    this.id = id;
    this.request = request;
    this.host = host;
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  message(): EngineRequest {
    return { ...this.request, id: this.id } as EngineRequest;
  }

  receive(reply: Extract<EngineReply, { id: number }>): void {
    if (reply.kind === 'failed') {
      this.isDone = true;
      this.fail(new ConnectorError(reply.code, reply.message));
    } else if (reply.kind === 'value') {
      this.isDone = true;
      this.isSettled = true;
      this.resolve(reply.value);
    } else {
      if (reply.batch) this.batches.push(reply.batch);
      this.isDone = reply.done;
      if (reply.columns && !this.isSettled) {
        this.hasDelivered = true;
        this.isSettled = true;
        this.resolve({ columns: reply.columns, batches: this.read() } satisfies QueryExecution);
      }
      this.wake?.();
    }
  }

  /** The caller hears of it at once; rows already received stay readable only when nothing failed. */
  fail(error: ConnectorError): void {
    if (this.failure) return;
    this.failure = error;
    if (!this.isSettled) {
      this.isSettled = true;
      this.reject(error);
    }
    this.wake?.();
  }

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  private async *read(): AsyncGenerator<ResultBatch, void, void> {
    try {
      for (;;) {
        if (this.failure) throw this.failure;
        const batch = this.batches.shift();
        if (batch) {
          if (!this.isDone) this.host.ack(this.id);
          yield batch;
        } else if (this.isDone) return;
        else await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      if (!this.isDone) this.host.abandon(this.id);
    }
  }
}
