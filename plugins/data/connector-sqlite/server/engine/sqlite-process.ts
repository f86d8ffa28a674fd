import { toEngineError } from './engine-error.ts';
import type { EngineReply, EngineRequest } from './protocol.ts';
import { BATCHES_IN_FLIGHT } from './protocol.ts';
import type { DriverStatement } from './run-query.ts';
import { runQuery } from './run-query.ts';

// Entry of the process that owns one SQLite file. It lives as long as the channel to its parent.

interface Driver {
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<DriverStatement>;
  interrupt(): void;
}

let database: Driver | undefined;
let isWriter = false;
let isCancelled = false;
let inFlight = 0;
let resume: (() => void) | undefined;

function post(reply: EngineReply): void {
  if (process.connected) process.send?.(reply, undefined, undefined, () => undefined);
}

function fail(error: unknown): void {
  const { code, message } = toEngineError(error);
  post({ kind: 'failed', code, message });
}

async function send(reply: EngineReply): Promise<void> {
  if (inFlight >= BATCHES_IN_FLIGHT) await new Promise<void>((resolve) => (resume = resolve));
  inFlight++;
  post(reply);
  // Lets a cancellation in between batches.
  await new Promise((resolve) => setImmediate(resolve));
}

async function open(file: string, isWritable: boolean, heapBytes: number): Promise<void> {
  const { default: Database } = (await import('libsql/promise')) as unknown as { default: new (uri: string, options: { timeout: number }) => Driver };
  const uri = `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}?mode=${isWritable ? 'rw' : 'ro'}`;
  const opened = new Database(uri, { timeout: 5000 });
  await opened.exec(`PRAGMA hard_heap_limit = ${heapBytes}`).catch(() => undefined);
  await opened.exec('PRAGMA trusted_schema = OFF');
  if (!isWritable) await opened.exec('PRAGMA query_only = ON');
  // Reads the header, so that a file of another kind is found now.
  const check = await opened.prepare('SELECT count(*) FROM sqlite_master');
  // Read to its end, for an open statement holds a lock.
  Array.from(await check.iterate());
  database = opened;
  isWriter = isWritable;
  post({ kind: 'open' });
}

async function query(sql: string, maxRows: number): Promise<void> {
  isCancelled = false;
  inFlight = 0;
  await runQuery(await database!.prepare(sql), { maxRows, isWritable: isWriter, isCancelled: () => isCancelled }, send);
}

process.on('message', (request: EngineRequest) => {
  if (request.kind === 'open') open(request.file, request.isWritable, request.heapBytes).catch(fail);
  else if (request.kind === 'query') query(request.sql, request.maxRows).catch(fail);
  else if (request.kind === 'ack') {
    inFlight--;
    resume?.();
    resume = undefined;
  } else {
    isCancelled = true;
    resume?.();
    database?.interrupt();
  }
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl+C reaches the whole group; the parent decides when the process goes.
process.on('SIGINT', () => undefined);
