import { Worker } from 'node:worker_threads';
import type { Disposable } from '@orrery/sdk';
import type { SqlOutcome, SqlTask } from '../analysis/run-task.ts';
import { workerEntry } from './worker-entry.ts';

const IDLE_MS = 60_000;

/** A thread that reads large texts; started when needed, ended when idle. */
export interface SqlWorker extends Disposable {
  run(task: SqlTask): Promise<SqlOutcome>;
}

const TOO_COMPLEX: SqlOutcome = { code: 'too-complex', message: 'The SQL takes too long to be read. Shorten it, for example its lists of values.', place: undefined };

/** `timeoutMs`: a text that takes longer is refused. */
export function createSqlWorker(timeoutMs = 10_000): SqlWorker {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const end = (): void => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    // An error between tasks is nobody's.
    ending?.on('error', () => undefined);
    void ending?.terminate();
  };
  const start = (): Worker => {
    worker ??= new Worker(workerEntry(), { resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 16 }, env: {}, execArgv: [] });
    worker.unref();
    return worker;
  };

  const runOne = (task: SqlTask): Promise<SqlOutcome> =>
    new Promise((resolve) => {
      clearTimeout(idle);
      const id = ++lastId;
      const thread = start();
      const settle = (outcome: SqlOutcome): void => {
        clearTimeout(timer);
        thread.off('message', read).off('error', fail).off('exit', fail);
        if (outcome === TOO_COMPLEX) end();
        else idle = setTimeout(end, IDLE_MS).unref();
        resolve(outcome);
      };
      const read = (message: { readonly id: number; readonly outcome: SqlOutcome }): void => {
        if (message.id === id) settle(message.outcome);
      };
      // Out of memory or stack: what cannot be read is refused.
      const fail = (): void => settle(TOO_COMPLEX);
      const timer = setTimeout(fail, timeoutMs);
      thread.on('message', read).on('error', fail).on('exit', fail);
      thread.postMessage({ id, task });
    });

  return {
    run(task) {
      const turn = queue.then(() => runOne(task));
      queue = turn.catch(() => undefined);
      return turn;
    },
    dispose: end,
  };
}
