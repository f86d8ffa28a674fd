import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { QueryExecution, ResultBatch, ResultColumn } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { EngineReply, EngineRequest } from '../engine/protocol.ts';
import { processEntry } from './process-entry.ts';

const ADDRESS_SPACE_KB = 2_500_000;
/** How long a process may take to heed a cancellation. */
const GRACE_MS = 250;

/** Memory of one query, bytes. */
export const HEAP_BYTES = 256 * 1_048_576;

/** One process with one file, running one query at a time. */
export interface SqliteEngine {
  readonly hasExited: boolean;
  /** Resolves when the first rows are there; `onEnd` is called once, when the engine is free or gone. */
  query(sql: string, options: { readonly maxRows: number; readonly timeoutMs: number; readonly signal: AbortSignal }, onEnd: () => void): Promise<QueryExecution>;
  kill(): void;
}

function start(): ChildProcess {
  const args = ['--max-old-space-size=256', processEntry()];
  const options = {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced' as const,
    // Nothing secret of the server's environment reaches the engine.
    env: { PATH: process.env['PATH'], TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
  };
  if (process.platform === 'win32') return spawn(process.execPath, args, options);
  return spawn('sh', ['-c', `ulimit -v ${ADDRESS_SPACE_KB} 2>/dev/null; exec "$0" "$@"`, process.execPath, ...args], options);
}

const DIED = 'The query ended the engine, most likely by using too much memory. Ask for fewer rows, columns or groups.';

/** Starts a process on a file. Rejects with ConnectorError when the file cannot be opened. */
export async function startSqliteEngine(file: string, isWritable: boolean): Promise<SqliteEngine> {
  const child = start();
  let hasExited = false;
  let onReply: (reply: EngineReply) => void = () => undefined;
  const end = (): void => {
    if (hasExited) return;
    hasExited = true;
    onReply({ kind: 'failed', code: 'memory', message: DIED });
  };
  child.on('message', (reply) => onReply(reply as EngineReply));
  child.once('exit', end);
  child.once('error', end);
  const post = (request: EngineRequest): void => {
    if (child.connected) child.send(request, () => undefined);
  };
  let isKilled = false;
  const kill = (): void => {
    isKilled = true;
    child.kill('SIGKILL');
  };

  await new Promise<void>((resolve, reject) => {
    onReply = (reply) => {
      if (reply.kind === 'open') resolve();
      else if (reply.kind === 'failed') {
        kill();
        reject(new ConnectorError(hasExited ? 'unavailable' : reply.code, hasExited ? 'The SQLite engine did not start.' : reply.message, undefined, ['file']));
      }
    };
    if (hasExited) end();
    post({ kind: 'open', file, isWritable, heapBytes: HEAP_BYTES });
  });

  return {
    get hasExited() {
      return hasExited || isKilled;
    },
    kill,
    query(sql, { maxRows, timeoutMs, signal }, onEnd) {
      return new Promise<QueryExecution>((resolve, reject) => {
        const waiting: ResultBatch[] = [];
        let wake: (() => void) | undefined;
        let isDone = false;
        let isStopped = false;
        let failure: ConnectorError | undefined;
        let grace: NodeJS.Timeout | undefined;

        const settle = (error?: ConnectorError): void => {
          if (isDone) return;
          isDone = true;
          failure ??= error;
          clearTimeout(timer);
          clearTimeout(grace);
          signal.removeEventListener('abort', abort);
          if (failure) reject(failure);
          if (isStopped) kill();
          wake?.();
          onEnd();
        };
        /** Asks the engine to stop, so that writes are rolled back, and ends it: an interrupted statement would stop the next ones, too. */
        const stop = (error: ConnectorError): void => {
          if (isDone || failure) return;
          failure = error;
          isStopped = true;
          post({ kind: 'cancel' });
          grace = setTimeout(kill, GRACE_MS);
        };
        const abort = (): void => stop(new ConnectorError('cancelled', 'The query was cancelled.'));
        const timer = setTimeout(() => stop(new ConnectorError('timeout', `The query took longer than ${Math.round(timeoutMs / 1000)} seconds and was stopped.`)), timeoutMs);
        signal.addEventListener('abort', abort, { once: true });

        async function* batches(): AsyncGenerator<ResultBatch> {
          try {
            for (;;) {
              const batch = waiting.shift();
              if (batch) {
                post({ kind: 'ack' });
                yield batch;
              } else if (failure) throw failure;
              else if (isDone) return;
              else await new Promise<void>((next) => (wake = next));
            }
          } finally {
            // A reader that has enough frees the engine.
            abort();
          }
        }

        let hasColumns = false;
        const resolveWith = (columns: readonly ResultColumn[]): void => {
          hasColumns = true;
          resolve({ columns, batches: batches() });
        };
        onReply = (reply) => {
          if (reply.kind === 'failed') settle(new ConnectorError(reply.code, reply.message));
          else if (reply.kind === 'rows') {
            if (reply.columns && !hasColumns && !failure) resolveWith(reply.columns);
            if (reply.batch) waiting.push(reply.batch);
            else post({ kind: 'ack' });
            isStopped ||= reply.isCut === true;
            if (reply.isDone) settle();
            wake?.();
          }
        };
        if (hasExited) settle(new ConnectorError('unavailable', DIED));
        else if (signal.aborted) settle(new ConnectorError('cancelled', 'The query was cancelled.'));
        else post({ kind: 'query', sql, maxRows });
      });
    },
  };
}
