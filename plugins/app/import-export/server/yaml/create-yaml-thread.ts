import { Worker } from 'node:worker_threads';
import type { Disposable, JsonObject } from '@orrery/sdk';
import { fileError } from '../bundle-error.ts';
import { workerEntry } from './worker-entry.ts';
import type { YamlOutcome, YamlTask } from './yaml-worker.ts';

/** Longest time one file may take, in milliseconds; the largest honest ones take a second. */
const TIMEOUT_MS = 20_000;
const HEAP_MB = 256;

/** A thread for the YAML of one bundle: a hostile file costs its own import, not the server's other callers. */
export interface YamlThread extends Disposable {
  /** The value of a file. Rejects with the refusal of the file. */
  read(path: string, bytes: Buffer): Promise<unknown>;
  print(content: JsonObject): Promise<string>;
}

/** Starts the thread with the first text; dispose it after the last. */
export function createYamlThread(timeoutMs = TIMEOUT_MS): YamlThread {
  let worker: Worker | undefined;
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    const thread = new Worker(workerEntry(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: 8 }, env: {}, execArgv: [] });
    thread.unref();
    // An error between texts is nobody's.
    return thread.on('error', () => undefined);
  };
  const end = (): void => {
    const ending = worker;
    worker = undefined;
    void ending?.terminate();
  };

  const runOne = (task: YamlTask): Promise<YamlOutcome> =>
    new Promise((resolve) => {
      const id = ++lastId;
      const thread = (worker ??= start());
      const settle = (outcome: YamlOutcome): void => {
        clearTimeout(timer);
        thread.off('message', read).off('error', fail).off('exit', fail);
        resolve(outcome);
      };
      const read = (message: { readonly id: number; readonly outcome: YamlOutcome }): void => {
        if (message.id === id) settle(message.outcome);
      };
      // Out of time, memory or stack.
      const fail = (): void => {
        settle({ problem: 'Is too large or too complex' });
        end();
      };
      const timer = setTimeout(fail, timeoutMs);
      thread.on('message', read).on('error', fail).on('exit', fail);
      thread.postMessage({ id, task });
    });

  const run = (task: YamlTask): Promise<YamlOutcome> => {
    const turn = queue.then(() => runOne(task));
    queue = turn;
    return turn;
  };

  return {
    async read(path, bytes) {
      const outcome = await run({ read: bytes });
      if ('problem' in outcome) throw fileError(path, outcome.problem);
      return outcome.value;
    },
    async print(content) {
      const outcome = await run({ print: content });
      if ('problem' in outcome) throw new Error(`YAML could not be written: ${outcome.problem}`);
      return outcome.value as string;
    },
    dispose: end,
  };
}
