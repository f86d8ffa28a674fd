import { parentPort } from 'node:worker_threads';
import type { SqlTask } from '../analysis/run-task.ts';
import { runTask } from '../analysis/run-task.ts';

// Entry of the thread that reads large texts, one after the other.

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: SqlTask }) => {
  runTask(task).then(
    (outcome) => parentPort?.postMessage({ id, outcome }),
    // A parser in an unknown state is not used again.
    () => process.exit(1),
  );
});
