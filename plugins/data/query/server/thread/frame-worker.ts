import { parentPort } from 'node:worker_threads';
import type { Column } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import { QueryError } from '../query-error.ts';
import type { FrameMessage, FrameReply } from './frame-protocol.ts';
import { runFrameTask } from './frame-task.ts';

let columns: Column[] = [];

async function answer(rowCount: number, task: Parameters<typeof runFrameTask>[1]): Promise<void> {
  const frame = createFrame(columns, rowCount);
  columns = [];
  try {
    const { head, data } = await runFrameTask(frame, task);
    // Bytes of a pool cannot be given away.
    const bytes = data.byteLength === data.buffer.byteLength ? new Uint8Array(data.buffer as ArrayBuffer) : Uint8Array.from(data);
    parentPort?.postMessage({ kind: 'done', head, data: bytes } satisfies FrameReply, [bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error), isOurs: error instanceof QueryError } satisfies FrameReply);
  }
}

parentPort?.on('message', (message: FrameMessage) => {
  if (message.kind === 'column') columns.push(message.column);
  else void answer(message.rowCount, message.task);
});
