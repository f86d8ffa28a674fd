import { Worker } from 'node:worker_threads';
import { HttpError } from '@orrery/sdk/server';
import { QueryError } from '../../query-error.ts';
import type { RenderOutcome, RenderRequest } from './render-protocol.ts';
import { workerEntry } from './worker-entry.ts';

/** Milliseconds one rendering may take; those measured take less than one. */
const TIMEOUT_MS = 2000;
const START_TIMEOUT_MS = 15_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 500;
/** Output, calls and answers of one rendering; the engine's own memory is bounded apart. */
const HEAP_MB = 64;

/** Renders templates where they can hurt nobody. */
export interface RenderSandbox {
  /** Rejects with QueryError when the template takes too long. */
  render(request: RenderRequest): Promise<RenderOutcome>;
  dispose(): void;
}

/**
 * One worker thread, started with the first template and stopped when idle. Fuel bounds loops; a bounded memory and a
 * clock bound what one step of a loop may do (`x ~ x` doubles a text at the price of one step).
 */
export function createRenderSandbox(): RenderSandbox {
  let worker: Promise<Worker> | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(idle);
    void worker?.then((one) => one.terminate()).catch(() => undefined);
    worker = undefined;
  }

  /** The next message of the worker; stops it when none comes in time. */
  function reply(from: Worker, milliseconds: number, onLate: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        from.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
        settle();
      };
      const fail = (error: Error): void =>
        finish(() => {
          stop();
          reject(error);
        });
      const onMessage = (message: unknown): void => finish(() => resolve(message));
      const onError = (error: Error): void => fail(new QueryError('The template needs more memory than it may have.', { cause: error }));
      const onExit = (): void => fail(new QueryError('The template could not be rendered: its sandbox ended.'));
      const timer = setTimeout(() => fail(new QueryError(onLate)), milliseconds);
      from.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    });
  }

  async function start(): Promise<Worker> {
    const started = new Worker(await workerEntry(), { workerData: { resolveFrom: import.meta.url }, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 } });
    // Errors between renderings end the worker; the next rendering starts another.
    started.on('error', () => undefined);
    await reply(started, START_TIMEOUT_MS, 'The template sandbox did not start.');
    return started;
  }

  async function renderNow(request: RenderRequest): Promise<RenderOutcome> {
    clearTimeout(idle);
    try {
      worker ??= start();
      const mine = await worker;
      mine.postMessage(request);
      const outcome = (await reply(mine, TIMEOUT_MS, 'The template takes too long to render.')) as RenderOutcome;
      if (outcome.isBroken) stop();
      return outcome;
    } catch (error) {
      stop();
      throw error;
    } finally {
      idle = setTimeout(stop, IDLE_MS);
      idle.unref();
    }
  }

  return {
    async render(request) {
      if (waiting >= MAX_WAITING) throw new HttpError(503, 'Too many templates are being rendered. Try again in a moment.');
      waiting++;
      const mine = tail.then(() => renderNow(request));
      tail = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting--;
      }
    },
    dispose: stop,
  };
}
