import { Worker } from 'node:worker_threads';
import type { Disposable } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { Frame } from '../frame/frame.ts';
import { QueryError } from '../query-error.ts';
import type { RawItem } from '../result/raw-item.ts';
import { takeTurns } from '../take-turns.ts';
import type { FrameMessage, FrameReply } from './frame-protocol.ts';
import type { FrameTask } from './frame-task.ts';
import { runFrameTask } from './frame-task.ts';
import { threadFile } from './thread-file.ts';

/** Cells above which work on a frame would hold up everybody else; below, the way to a thread costs more than it saves. */
const INLINE_CELLS = 20_000;
const TIMEOUT_MS = 60_000;
const IDLE_MS = 60_000;
const HEAP_MB = 2048;

/** Works on frames; large ones beside the event loop. */
export interface FrameThread extends Disposable {
  /** Rejects with QueryError for options that do not fit and for work that takes too long or too much memory. */
  run(frame: Frame, task: FrameTask, signal: AbortSignal): Promise<RawItem>;
}

const cancelled = (): ConnectorError => new ConnectorError('cancelled', 'The query was cancelled.');

/** One thread, started with the first large frame and stopped when idle; frames wait for each other. */
export function createFrameThread(inlineCells = INLINE_CELLS, timeoutMs = TIMEOUT_MS): FrameThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let tail: Promise<unknown> = Promise.resolve();

  function stop(): void {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    ending?.on('error', () => undefined);
    void ending?.terminate();
  }

  async function start(): Promise<Worker> {
    const file = await threadFile();
    worker ??= new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, env: {}, execArgv: [] });
    worker.unref();
    return worker;
  }

  /** One column at a time: copying a large frame at once would be a long step, too. */
  async function send(to: Worker, frame: Frame, task: FrameTask): Promise<void> {
    const turn = takeTurns();
    for (const { key, values, generic } of frame.columns) {
      await turn();
      to.postMessage({ kind: 'column', column: { key, values, ...(generic === undefined ? {} : { generic }) } } satisfies FrameMessage);
    }
    to.postMessage({ kind: 'run', rowCount: frame.rowCount, task } satisfies FrameMessage);
  }

  async function runThere(frame: Frame, task: FrameTask, signal: AbortSignal): Promise<RawItem> {
    if (signal.aborted) throw cancelled();
    clearTimeout(idle);
    const thread = await start();
    try {
      return await new Promise<RawItem>((resolve, reject) => {
        const end = (settle: () => void, isOver: boolean): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          thread.off('message', onMessage).off('error', onError).off('exit', onExit);
          // A thread that still works, or is gone, serves nobody else.
          if (!isOver) stop();
          settle();
        };
        const onMessage = (reply: FrameReply): void =>
          end(() => {
            if (reply.kind === 'done') resolve({ head: reply.head, data: Buffer.from(reply.data.buffer, reply.data.byteOffset, reply.data.byteLength) });
            else reject(reply.isOurs ? new QueryError(reply.message) : new Error(reply.message));
          }, true);
        const onError = (error: Error): void => end(() => reject(new QueryError('The result needs more memory to be processed than there is. Ask for fewer rows or series.', { cause: error })), false);
        const onExit = (): void => onError(new Error('The thread ended.'));
        const onAbort = (): void => end(() => reject(cancelled()), false);
        const timer = setTimeout(() => end(() => reject(new QueryError('The result takes too long to be processed. Ask for fewer rows or series.')), false), timeoutMs);
        thread.on('message', onMessage).on('error', onError).on('exit', onExit);
        signal.addEventListener('abort', onAbort, { once: true });
        send(thread, frame, task).catch((error: unknown) => end(() => reject(error as Error), false));
      });
    } finally {
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  }

  return {
    run(frame, task, signal) {
      const isPlain = task.kind === 'steps' && task.steps.length === 0;
      // A frame with an index comes from a pivot and is never large.
      if (isPlain || frame.index.length > 0 || frame.rowCount * frame.columns.length <= inlineCells) return runFrameTask(frame, task);
      const mine = tail.then(() => runThere(frame, task, signal));
      tail = mine.catch(() => undefined);
      return mine;
    },
    dispose: stop,
  };
}
